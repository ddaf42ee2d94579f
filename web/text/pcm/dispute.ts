import type { Translation } from '#shared/translation.ts'

import type { disputeText as english } from '../dispute.ts'

export const disputeText: Translation<typeof english> = {
  title: 'Disputes',
  subtitle: 'Answer the bank before the deadline, if not the money go refund by itself.',
  back: 'All disputes',
  loading: 'We dey load disputes',
  failed: 'We no fit load the disputes.',
  none: 'No bank don dispute any donation.',
  amount: (sum) => `Dem dispute ${sum}`,
  amountUnknown: 'We no sabi the amount',
  due: (moment) => `Answer before ${moment}`,
  noDue: 'Dem no talk deadline',
  wasDue: (moment) => `Deadline na ${moment}`,
  resolvedAt: (moment) => `E end ${moment}`,
  see: 'Open the dispute',
  category: (name) => `Kind: ${name}`,
  states: {
    open: 'E need answer',
    late: 'Deadline don pass',
    answered: 'Na the bank go decide',
    resolved: 'E don end',
  },
  resolutions: {
    'merchant-accepted': 'We accept am, and we refund am',
    'auto-accepted': 'We no answer on time, and dem refund am',
    declined: 'We decline: the donation dey stay',
    unknown: 'Na the payment provider end am',
  },

  evidence: {
    title: 'Evidence',
    intro: 'Na this one the bank go get, as one PDF, when you decline.',
    download: 'Download as PDF',
    donor: 'Donor',
    donated: 'Donation',
    paidAt: 'Paid',
    reference: 'Reference',
    channel: 'Channel',
    receipt: 'Receipt',
    noReceipt: 'Receipt never dey',
    campaign: 'Campaign',
    organiser: 'Organiser',
    purpose: 'Wetin the money dey for',
    correspondence: 'Wetin dem write',
    noCorrespondence: 'Dem no write anything apart from the receipt.',
    kinds: {
      receipt: 'We mail receipt give the donor',
      'thank-you': 'Message from the organiser',
      'refund-request': 'Dem ask for refund',
    },
  },

  answer: {
    title: 'Answer',
    message: 'Wetin the bank suppose read',
    messageHint: 'Talk wetin dem donate, when, and how dem tell the donor.',
    decline: 'Decline with the evidence',
    declineTitle: 'You wan decline this dispute?',
    declineText: 'The evidence and your words go reach the bank. You no fit change dem later.',
    accept: 'Accept',
    acceptTitle: 'You wan accept this dispute?',
    acceptText: 'The donor go get the amount back, and the campaign go lose am.',
    acceptAmount: 'Amount to refund',
    cancel: 'Back',
    sent: 'The answer don go.',
    conflict: 'You raise, donate to or report this campaign. Another person must answer.',
  },

  answers: {
    title: 'Answers so far',
    kinds: {
      accept: 'Dem accept am',
      decline: 'Dem decline am with evidence',
    },
    states: {
      sending: 'We dey send am. We dey try again every minute.',
      sent: 'E don go',
      refused: 'The payment provider refuse am',
      'too-late': 'E reach too late',
    },
    entry: (when, name) => `${when}, ${name}`,
    formerStaff: 'former staff',
  },
}
