import type { Translation } from '#shared/translation.ts'

import type { payeeText as english } from '../payee.ts'

export const payeeText: Translation<typeof english> = {
  kinds: {
    self: 'Me, the organiser',
    person: 'Another person',
    hospital: 'Hospital',
    school: 'School',
    organisation: 'Registered organisation',
  },

  fields: {
    kind: 'Who dey collect the money?',
    personName: 'Name of the person',
    personNameHint: 'As e dey for the bank account.',
    personEmail: 'Email of the person',
    personEmailHint:
      'We go email dem link. Dem no need account. We go show the campaign after dem confirm.',
    institutionName: 'Registered name',
    cacNumber: 'CAC number',
    cacNumberHint: 'With im letters: RC, BN or IT. IT number need SCUML number too.',
    cacOptional: 'CAC number (if e dey registered)',
    scumlNumber: 'SCUML number',
    scumlHint: 'Organisations wey get IT number, like NGOs, dey register with SCUML.',
    documentHint:
      'Abeg add document for “Campaign Information”: admission letter, bill, or registration certificate. Reviewers need am.',
  },

  account: {
    loading: 'We dey find the name of the account…',
    isYou: (name) => `The bank sabi this account as ${name}. Na you be this?`,
    isTheirs: (name, payee) => `The bank sabi this account as ${name}. Na ${payee} be this?`,
    isRight: (name) => `The bank sabi this account as ${name}. E correct?`,
    yes: 'Yes, pay the money to this account',
    no: 'If no be so, correct the account number or the bank.',
    refused: 'We no see account with this number for this bank. Abeg check the two.',
    unavailable:
      'We no fit find the name now. Nothing lost: you fit go on. Payouts go wait till reviewer check the account.',
    retry: 'Try again',
  },

  panel: {
    title: 'Who dey collect the money',
    states: {
      'not-asked': 'Reviewer go check this before we show the campaign.',
      asked: 'We don email dem link. We no fit approve the campaign before dem confirm.',
      confirmed: 'Dem don confirm am.',
      declined: 'Dem decline. Abeg talk to dem, or change who dey collect the money.',
      withdrawn:
        'Dem don withdraw. Payouts dey on hold. Put another bank account and who dey collect the money there.',
    },
    askAgain: 'Email the link again',
    asked: 'We don email new link. The old one no dey work again.',
    confirmedName: (name) => `The name of the account na ${name}`,
    unconfirmedName:
      'You never confirm the name of the account. Payouts go wait till reviewer confirm am.',
  },

  review: {
    title: 'Payee',
    states: {
      'not-asked': '',
      asked: 'Dem ask am, e never answer',
      confirmed: 'The person don confirm',
      declined: 'The person decline',
      withdrawn: 'The person don withdraw',
    },
    cac: (number) => `CAC ${number}`,
    scuml: (number) => `SCUML ${number}`,
    nameConfirmed: 'The organiser don confirm the account name',
    nameUnconfirmed: 'The organiser never confirm the account name',
  },

  question: {
    title: 'This money na for you?',
    lead: (organiser, title) =>
      `${organiser} dey raise money with the campaign “${title}” for Ajo, and e talk say na you, or the people wey you dey care for, go collect am.`,
    purpose: 'Wetin the money dey for',
    goal: 'Goal',
    account: 'Bank account',
    accountLine: (bank, last4) => `${bank}, number wey end with ${last4}`,
    holder: 'Name of the account',
    unknownBank: 'One bank',
    caution:
      'You no go pay anything, and we no dey ever ask for your PIN, card number or password.',
    effect:
      'If you confirm, reviewer go check the campaign and we fit show am. You fit withdraw later.',
    answers: {
      confirm: 'Yes, e correct',
      decline: 'No, I no gree',
      withdraw: 'Withdraw my answer',
    },
    done: {
      confirmed:
        'Thank you, you don confirm am. We don email you link to this page. Keep am: na here you fit withdraw your answer.',
      declined: 'You decline. We no fit approve the campaign like this. We don tell the organiser.',
      withdrawn:
        'You don withdraw your answer. Payouts dey on hold, and reviewer go check the campaign again.',
    },
    withdrawHint: 'E no correct again? If you withdraw, payouts go stop at once.',
    expired: 'This link no dey work again. Tell the organiser make e send you new one.',
    home: 'Go to Ajo',
  },
}
