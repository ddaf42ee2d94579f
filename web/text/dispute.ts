import type {
  DisputeAnswer,
  DisputeEvidence,
  DisputeListItem,
  disputeAnswerStates,
} from '#shared/dispute.ts'

type Resolution = NonNullable<DisputeListItem['resolution']>

/** Disputes of donors' banks, for reviewers and admins. */
export const disputeText = {
  title: 'Disputes',
  subtitle: 'Answer a bank before the deadline, or the money is refunded automatically.',
  back: 'All disputes',
  loading: 'Loading disputes',
  failed: 'We couldn’t load the disputes.',
  none: 'No bank has disputed a donation.',
  amount: (sum: string) => `${sum} disputed`,
  amountUnknown: 'Disputed amount unknown',
  due: (moment: string) => `Answer by ${moment}`,
  noDue: 'No deadline reported',
  wasDue: (moment: string) => `The deadline was ${moment}`,
  resolvedAt: (moment: string) => `Ended ${moment}`,
  see: 'Open the dispute',
  category: (name: string) => `Kind: ${name}`,
  states: {
    open: 'Needs an answer',
    late: 'Deadline passed',
    answered: 'The bank decides',
    resolved: 'Ended',
  } satisfies Record<DisputeListItem['state'], string>,
  resolutions: {
    'merchant-accepted': 'Accepted by us, and refunded',
    'auto-accepted': 'Not answered in time, and refunded',
    declined: 'Declined: the donation stays',
    unknown: 'Ended by the payment provider',
  } satisfies Record<Resolution, string>,

  evidence: {
    title: 'Evidence',
    intro: 'This is what the bank gets, as one PDF, when you decline.',
    download: 'Download as PDF',
    donor: 'Donor',
    donated: 'Donation',
    paidAt: 'Paid',
    reference: 'Reference',
    channel: 'Channel',
    receipt: 'Receipt',
    noReceipt: 'No receipt yet',
    campaign: 'Campaign',
    organiser: 'Organiser',
    purpose: 'What the money is for',
    correspondence: 'Correspondence',
    noCorrespondence: 'Nothing was written beside the receipt.',
    kinds: {
      receipt: 'Receipt mailed to the donor',
      'thank-you': 'Message of the organiser',
      'refund-request': 'Refund requested',
    } satisfies Record<DisputeEvidence['correspondence'][number]['kind'], string>,
  },

  answer: {
    title: 'Answer',
    message: 'What the bank should read',
    messageHint: 'Say what was donated, when, and how the donor was informed.',
    decline: 'Decline with the evidence',
    declineTitle: 'Decline this dispute?',
    declineText: 'The evidence and your words go to the bank. You can’t change them later.',
    accept: 'Accept',
    acceptTitle: 'Accept this dispute?',
    acceptText: 'The donor gets the amount back, and the campaign loses it.',
    acceptAmount: 'Amount to refund',
    cancel: 'Back',
    sent: 'The answer was sent.',
    conflict: 'You raised, donated to or reported this campaign. Another person has to answer.',
  },

  answers: {
    title: 'Answers so far',
    kinds: {
      accept: 'Accepted',
      decline: 'Declined with evidence',
    } satisfies Record<DisputeAnswer['kind'], string>,
    states: {
      sending: 'Being sent. We try again every minute.',
      sent: 'Sent',
      refused: 'The payment provider refused it',
      'too-late': 'It came too late',
    } satisfies Record<(typeof disputeAnswerStates)[number], string>,
    entry: (when: string, name: string) => `${when}, ${name}`,
    formerStaff: 'former staff',
  },
}
