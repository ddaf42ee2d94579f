import { formatDuration } from '#shared/duration.ts'
import { terms } from '#shared/terms.ts'
import type { Translation } from '#shared/translation.ts'

import type { questionText as english } from '../en/question.ts'

export const questionText: Translation<typeof english> = {
  confirm: {
    subject: 'Confirm your question',
    lead: (title) =>
      `Dem use this address write question give the organiser of "${title}". We go send am only after you confirm the address. If no be you write am, no mind this email.`,
    open: 'Confirm am, send the question',
    expiry: `The link go work for ${formatDuration(terms.unconfirmedQuestion)}.`,
  },
  asked: {
    subject: (title) => `Question about "${title}"`,
    lead: (title) =>
      `Person dey ask about "${title}". Read the question for Ajo. Ajo never check am.`,
    hidden:
      'Answer am there. We go email your answer, but your address no go show. Abeg no reply this email.',
    open: 'Answer the question',
  },
  answered: {
    subject: (title) => `Answer to the question wey you ask about "${title}"`,
    lead: (title) => `The organiser of "${title}" don answer. Ajo never check am:`,
    asked: 'Wetin you ask:',
    open: 'Open the campaign',
    suspicious: 'Something dey wrong with this answer? Our people go look am.',
    report: 'Report this campaign',
  },
}
