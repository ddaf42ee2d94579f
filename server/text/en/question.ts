import { formatDuration } from '#shared/duration.ts'
import { terms } from '#shared/terms.ts'

/** The mails of a question to the organiser of a campaign. */
export const questionText = {
  confirm: {
    subject: 'Confirm your question',
    lead: (title: string) =>
      `A question to the organiser of "${title}" was written with this address. It is sent only after you confirm the address. If you did not write it, ignore this email.`,
    open: 'Confirm and send the question',
    expiry: `The link works for ${formatDuration(terms.unconfirmedQuestion)}.`,
  },
  asked: {
    subject: (title: string) => `A question about "${title}"`,
    lead: (title: string) =>
      `Someone asks about "${title}". Read the question on Ajo, which has not checked it.`,
    hidden:
      'Answer it there. We send your answer by email, without your address. Please do not reply to this email.',
    open: 'Answer the question',
  },
  answered: {
    subject: (title: string) => `Answer to your question about "${title}"`,
    lead: (title: string) => `The organiser of "${title}" answers. Ajo has not checked it:`,
    asked: 'You asked:',
    open: 'Open the campaign',
    suspicious: 'Is something wrong with this answer? Our reviewers will look at it.',
    report: 'Report this campaign',
  },
}
