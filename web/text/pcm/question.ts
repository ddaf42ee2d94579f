import { formatDuration } from '#shared/duration.ts'
import { terms } from '#shared/terms.ts'
import type { Translation } from '#shared/translation.ts'

import type { questionText as english } from '../question.ts'

export const questionText: Translation<typeof english> = {
  intro: (title) =>
    `The question wey you ask about ${title} go reach the organiser by email. The organiser no go see your address, and you no go see the organiser own.`,
  name: 'Your name',
  nameHint: 'The organiser go see am.',
  email: 'Your email',
  emailHint:
    'You go get link to confirm am. After that we go send your question. The answer go come this address.',
  emailAccount: 'The answer go come the address of your account.',
  question: 'Your question',
  questionHint: 'E no fit pass 2,000 characters, and no put link, address or phone number.',
  send: 'Send the question',
  sent: 'We don send your question. The answer go come by email.',
  confirmFirst: `Check your mailbox: open the link, confirm your address before ${formatDuration(terms.unconfirmedQuestion)} pass. Na only then we go send your question.`,
  closed: 'Dem don cancel this campaign. E no dey take questions.',
  back: 'Go back to the campaign',
  link: {
    title: 'Confirm your question',
    question: 'Na you ask this question? Press the button make we send am give the organiser.',
    confirm: 'Send my question',
    done: 'We don send your question. The answer go come by email.',
    expired:
      'We no send the question: the link don too old, or the campaign no dey take questions now. You fit ask again for the campaign page.',
    home: 'Go to Ajo',
  },
  organiser: {
    title: 'Questions',
    subtitle: 'Wetin people dey ask you about your campaign. You no go see their addresses.',
    loading: 'Questions dey load',
    failed: 'We no fit load the questions.',
    none: 'No question yet',
    noneHint: 'When person ask you for the campaign page, you go get email.',
    asks: (name, at) => `${name}, ${at}`,
    answer: 'Your answer',
    answerHint:
      'We go email am give the person wey ask, but your address no go show. You fit answer one time. No put link, address or phone number.',
    send: 'Send the answer',
    sent: 'We don send your answer.',
    yourAnswer: 'Wetin you answer:',
    report: 'Report am give reviewers',
    reportTitle: 'Report the question',
    reportConfirm:
      'You want report this question? Our reviewers go read am, and you no go fit answer am again.',
    cancel: 'Cancel',
    reported: 'You don report this question give our reviewers.',
    back: 'Go back to the campaign',
  },
}
