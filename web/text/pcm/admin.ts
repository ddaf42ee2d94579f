import type { Translation } from '#shared/translation.ts'

import type { operatorText as english } from '../admin.ts'
import { plural } from '../plural.ts'

export const operatorText: Translation<typeof english> = {
  title: 'Operator',
  subtitle: 'Wetin dey enter, wetin no match, and wetin dey wait.',
  sections: 'Parts of the desk',
  tabs: {
    events: 'Events',
    proofs: 'Proofs',
    quarantine: 'Money wey dey one side',
    returns: 'Wetin dey go back',
    mails: 'Emails',
    acts: 'Wetin people do',
  },
  loading: 'The desk dey load',
  failed: 'We no fit load the desk.',
  cancel: 'Cancel',
  reason: 'Reason',
  reasonHint: 'We go keep am with wetin you do.',

  events: {
    caption: 'Wetin the payment people tell us, the new ones first',
    none: 'The payment people never tell us anything',
    event: 'Event',
    received: 'When e come',
    state: 'How e dey',
    effect: 'Wetin e do',
    replay: 'Do am again',
    replayOf: (event: string, when: string) => `Do ${event} of ${when} again`,
    replayed: 'We dey work on am again.',
    states: {
      received: 'e don come',
      processing: 'we dey work on am',
      done: 'e don finish',
      ignored: 'we leave am',
      failed: 'e fail',
    },
    noEffect: 'E no concern any gift of ours',
    booked: (raised: string, entries: number) =>
      plural(entries, {
        one: `${raised} dey the books, with 1 entry`,
        other: (counted) => `${raised} dey the books, with ${counted} entries`,
      }),
    notBooked: (amount: string) => `${amount}, e no dey the books`,
    tries: (count: number) =>
      plural(count, { one: 'we try 1 time', other: (counted) => `we try ${counted} times` }),
  },

  proofs: {
    again: 'Look am now',
    asked: 'We dey check the books. Load the page again in small time.',
    none: 'We never check anything',
    kinds: {
      books: 'The books alone',
      provider: 'The books and the payment people own, day by day',
    },
    holds: 'Everything correct',
    found: (count: number) =>
      plural(count, {
        one: '1 thing no match',
        other: (counted) => `${counted} things no match`,
      }),
    checks: (count: number, ms: string) =>
      plural(count, {
        one: `1 check inside ${ms} ms`,
        other: (counted) => `${counted} checks inside ${ms} ms`,
      }),
    caption: 'Wetin no match',
    name: 'Wetin no correct',
    key: 'Where',
    ours: 'Our own',
    theirs: 'How e suppose be',
  },

  quarantine: {
    none: 'No money dey one side',
    noneHint:
      'Payments wey no match wetin we ask for go show here. Nobody go count dem until one person decide.',
    unknown: 'No be any gift of ours',
    refunding: 'We ask the payment people to send am back, but nobody hear wetin dem answer.',
    fact: 'Wetin',
    expected: 'Wetin we expect',
    seen: 'Wetin we see',
    amount: 'How much',
    currency: 'Currency',
    mode: 'World',
    subAccountCode: 'Sub-account',
    nothing: '–',
    since: (when: string) => `Since ${when}`,
    acts: { credit: 'Ask again and credit', refund: 'Send am back', dismiss: 'Leave am' },
    done: {
      credit: 'E don enter the books.',
      refund: 'E dey go back.',
      dismiss: 'We don leave am.',
    },
  },

  returns: {
    disputes: 'Disputes',
    disputesCaption: 'Disputes wey still open, by dia deadline',
    noDisputes: 'No dispute dey open',
    refunds: 'Refunds wey dey road',
    refundsCaption: 'Refunds wey never reach, the old ones first',
    noRefunds: 'No refund dey road',
    cancellations: 'Campaigns wey dem cancel',
    cancellationsCaption: 'Campaigns wey dem cancel, and dia gifts',
    campaign: 'Campaign',
    amount: 'How much',
    unknownAmount: 'dem never talk',
    state: 'How e dey',
    deadline: 'Deadline',
    noDeadline: 'none',
    askedBy: 'Who ask',
    askers: { owner: 'owner', admin: 'admin', donor: 'the person wey give' },
    provider: 'for the payment people',
    reason: 'Reason',
    since: 'Since',
    back: 'Don go back',
    onTheWay: 'Dey road',
    waiting: 'Dey wait',
    refused: 'Dem refuse',
  },

  mails: {
    counts: ({ waiting, sent, failed }) =>
      `${waiting} dey wait, we send ${sent} since yesterday, we leave ${failed}.`,
    caption: 'Emails wey no gree go',
    none: 'No email hang',
    recipient: 'Who e dey go meet',
    subject: 'Subject',
    state: 'How e dey',
    states: { waiting: 'e dey wait', failed: 'we leave am' },
    since: 'Since',
    retry: 'Try again',
    retryOf: (subject: string, recipient: string) => `Try again: ${subject}, for ${recipient}`,
    retried: 'E dey go again.',
  },

  acts: {
    caption: 'Wetin operators do, the new ones first',
    none: 'Nobody never do anything',
    act: 'Wetin',
    subject: 'With wetin',
    reason: 'Why',
    when: 'When',
    names: {
      replay: 'Do one event again',
      prove: 'Make dem check the books',
      credit: 'Credit money wey dey one side',
      refund: 'Send money wey dey one side back',
      dismiss: 'Leave money wey dey one side',
      'retry-mail': 'Try one email again',
    },
  },
}
