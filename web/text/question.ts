import { formatDuration } from '#shared/duration.ts'
import { terms } from '#shared/terms.ts'

/** Questions to the organiser of a campaign. */
export const questionText = {
  intro: (title: string) =>
    `Your question about ${title} goes to the organiser by email. The organiser does not see your address, and you do not see the organiser’s.`,
  name: 'Your name',
  nameHint: 'The organiser sees it.',
  email: 'Your email',
  emailHint:
    'You get a link to confirm it. After that we send your question. The answer comes to this address.',
  emailAccount: 'The answer comes to the address of your account.',
  question: 'Your question',
  questionHint: 'Up to 2,000 characters, without links, addresses and phone numbers.',
  send: 'Send question',
  sent: 'Your question is sent. The answer comes by email.',
  confirmFirst: `Look in your mailbox: open the link and confirm your address within ${formatDuration(terms.unconfirmedQuestion)}. Only then is your question sent.`,
  closed: 'This campaign was cancelled. It takes no questions.',
  back: 'Back to the campaign',
  link: {
    title: 'Confirm your question',
    question: 'Did you ask this question? Press the button to send it to the organiser.',
    confirm: 'Send my question',
    done: 'Your question is sent. The answer comes by email.',
    expired:
      'The question was not sent: the link is too old, or the campaign takes no questions now. You can ask again on the campaign’s page.',
    home: 'Go to Ajo',
  },
  organiser: {
    title: 'Questions',
    subtitle: 'What people ask you about your campaign. You do not see their addresses.',
    loading: 'Loading questions',
    failed: 'We couldn’t load the questions.',
    none: 'No questions yet',
    noneHint: 'When a person asks you on the campaign’s page, you get an email.',
    asks: (name: string, at: string) => `${name}, ${at}`,
    answer: 'Your answer',
    answerHint:
      'Goes by email to the person who asked, without your address. You can answer once, without links, addresses and phone numbers.',
    send: 'Send answer',
    sent: 'Your answer is sent.',
    yourAnswer: 'You answered:',
    report: 'Report to reviewers',
    reportTitle: 'Report question',
    reportConfirm:
      'Report this question? Our reviewers will read it, and you can no longer answer it.',
    cancel: 'Cancel',
    reported: 'You reported this question to our reviewers.',
    back: 'Back to the campaign',
  },
}
