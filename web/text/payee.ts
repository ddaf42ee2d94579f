import type { PayeeAnswer, PayeeKind, PayeeState } from '#shared/payee.ts'

/** Who receives the money of a campaign, for organisers, reviewers and the person who is asked. */
export const payeeText = {
  kinds: {
    self: 'Me, the organiser',
    person: 'Another person',
    hospital: 'A hospital',
    school: 'A school',
    organisation: 'A registered organisation',
  } satisfies Record<PayeeKind, string>,

  fields: {
    kind: 'Who receives the money?',
    personName: 'Name of the person',
    personNameHint: 'As the bank account has it.',
    personEmail: 'Email of the person',
    personEmailHint:
      'We email them a link. They need no account. The campaign is published after they confirm.',
    institutionName: 'Registered name',
    cacNumber: 'CAC number',
    cacNumberHint: 'With its letters: RC, BN or IT. An IT number needs a SCUML number too.',
    cacOptional: 'CAC number (if registered)',
    scumlNumber: 'SCUML number',
    scumlHint: 'Organisations with an IT number, such as NGOs, register with SCUML.',
    documentHint:
      'Please add a document under “Campaign Information”: an admission letter, a bill, or the registration certificate. Reviewers need it.',
  },

  account: {
    loading: 'Looking up the name of the account…',
    isYou: (name: string) => `The bank knows this account as ${name}. Is this you?`,
    isTheirs: (name: string, payee: string) =>
      `The bank knows this account as ${name}. Is this ${payee}?`,
    isRight: (name: string) => `The bank knows this account as ${name}. Is this right?`,
    yes: 'Yes, pay out to this account',
    no: 'If not, correct the account number or the bank.',
    refused: 'We found no account with this number at this bank. Please check both.',
    unavailable:
      'We can’t look up the name right now. Nothing is lost: you can go on. Payouts wait until a reviewer has checked the account.',
    retry: 'Try again',
  },

  panel: {
    title: 'Who receives the money',
    states: {
      'not-asked': 'A reviewer checks this before the campaign is published.',
      asked: 'We emailed them a link. The campaign can’t be approved before they confirm.',
      confirmed: 'They confirmed it.',
      declined: 'They declined. Please talk to them, or edit who receives the money.',
      withdrawn:
        'They withdrew. Payouts are on hold. Enter another bank account and who receives the money there.',
    } satisfies Record<PayeeState, string>,
    askAgain: 'Email the link again',
    asked: 'We emailed a new link. The earlier one no longer works.',
    confirmedName: (name: string) => `Name of the account: ${name}`,
    unconfirmedName:
      'You have not confirmed the name of the account. Payouts wait until a reviewer has.',
  },

  review: {
    title: 'Payee',
    states: {
      'not-asked': '',
      asked: 'Asked, no answer yet',
      confirmed: 'Confirmed by the person',
      declined: 'Declined by the person',
      withdrawn: 'Withdrawn by the person',
    } satisfies Record<PayeeState, string>,
    cac: (number: string) => `CAC ${number}`,
    scuml: (number: string) => `SCUML ${number}`,
    nameConfirmed: 'The organiser confirmed the account’s name',
    nameUnconfirmed: 'The organiser did not confirm the account’s name',
  },

  question: {
    title: 'Is this money for you?',
    lead: (organiser: string, title: string) =>
      `${organiser} raises money with the campaign “${title}” on Ajo, and says that you, or the people you care for, receive it.`,
    purpose: 'What the money is for',
    goal: 'Goal',
    account: 'Bank account',
    accountLine: (bank: string, last4: string) => `${bank}, number ending ${last4}`,
    holder: 'Name of the account',
    unknownBank: 'A bank',
    caution: 'You pay nothing, and we never ask for your PIN, card number or password.',
    effect:
      'If you confirm, a reviewer checks the campaign and it can be published. You can withdraw later.',
    answers: {
      confirm: 'Yes, this is right',
      decline: 'No, I don’t agree',
      withdraw: 'Withdraw my answer',
    } satisfies Record<PayeeAnswer, string>,
    done: {
      confirmed:
        'Thank you, you confirmed it. We emailed you a link to this page. Keep it: here you can withdraw your answer.',
      declined: 'You declined. The campaign can’t be approved like this. We told the organiser.',
      withdrawn:
        'You withdrew your answer. Payouts are on hold, and a reviewer looks at the campaign again.',
    },
    withdrawHint: 'Is this no longer right? Withdrawing stops the payouts at once.',
    expired: 'This link is no longer valid. Ask the organiser to send you a new one.',
    home: 'Go to Ajo',
  },
}
