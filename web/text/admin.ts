import { plural } from './plural.ts'

/** The operator's desk. */
export const operatorText = {
  title: 'Operator',
  subtitle: 'What comes in, what does not fit, and what waits.',
  sections: 'Parts of the desk',
  tabs: {
    events: 'Events',
    proofs: 'Proofs',
    quarantine: 'Kept aside',
    returns: 'Going back',
    mails: 'Emails',
    acts: 'What was done',
  },
  loading: 'Loading the desk',
  failed: 'The desk could not be loaded.',
  cancel: 'Cancel',
  reason: 'Reason',
  reasonHint: 'It is kept with what you do.',

  events: {
    caption: 'What the payment provider told us, newest first',
    none: 'The payment provider has told us nothing yet',
    event: 'Event',
    received: 'Received',
    state: 'State',
    effect: 'Effect',
    replay: 'Replay',
    replayOf: (event: string, when: string) => `Replay ${event} of ${when}`,
    replayed: 'It is worked on once more.',
    states: {
      received: 'received',
      processing: 'being worked on',
      done: 'done',
      ignored: 'left alone',
      failed: 'failed',
    },
    noEffect: 'About no gift of ours',
    booked: (raised: string, entries: number) =>
      plural(entries, {
        one: `${raised} in the books, by 1 entry`,
        other: (counted) => `${raised} in the books, by ${counted} entries`,
      }),
    notBooked: (amount: string) => `${amount}, not in the books`,
    tries: (count: number) =>
      plural(count, { one: '1 try', other: (counted) => `${counted} tries` }),
  },

  proofs: {
    again: 'Look now',
    asked: 'The books are being proven. Reload in a moment.',
    none: 'Nothing has been proven yet',
    kinds: {
      books: 'The books by themselves',
      provider: 'The books beside the provider’s, by day',
    },
    holds: 'Everything holds',
    found: (count: number) =>
      plural(count, { one: '1 difference', other: (counted) => `${counted} differences` }),
    checks: (count: number, ms: string) =>
      plural(count, {
        one: `1 check in ${ms} ms`,
        other: (counted) => `${counted} checks in ${ms} ms`,
      }),
    caption: 'Differences',
    name: 'What does not hold',
    key: 'Where',
    ours: 'Ours',
    theirs: 'Ought to be',
  },

  quarantine: {
    none: 'No money is kept aside',
    noneHint:
      'Payments that do not match what we asked for show up here. They are never counted by themselves.',
    unknown: 'No gift of ours',
    refunding: 'The provider was asked to send it back, and nobody heard the answer.',
    fact: 'What',
    expected: 'Expected',
    seen: 'Seen',
    amount: 'Amount',
    currency: 'Currency',
    mode: 'World',
    subAccountCode: 'Sub-account',
    nothing: '–',
    since: (when: string) => `Since ${when}`,
    acts: { credit: 'Ask again and credit', refund: 'Send it back', dismiss: 'Dismiss' },
    done: {
      credit: 'It is in the books now.',
      refund: 'It is on its way back.',
      dismiss: 'It is dismissed.',
    },
  },

  returns: {
    disputes: 'Disputes',
    disputesCaption: 'Open disputes by their deadline',
    noDisputes: 'No dispute is open',
    refunds: 'Refunds under way',
    refundsCaption: 'Refunds that have not arrived, longest first',
    noRefunds: 'No refund is under way',
    cancellations: 'Cancelled campaigns',
    cancellationsCaption: 'Cancelled campaigns and their gifts',
    campaign: 'Campaign',
    amount: 'Amount',
    unknownAmount: 'not said yet',
    state: 'State',
    deadline: 'Deadline',
    noDeadline: 'none',
    askedBy: 'Asked by',
    askers: { owner: 'owner', admin: 'admin', donor: 'donor' },
    provider: 'at the provider',
    reason: 'Reason',
    since: 'Since',
    back: 'Back',
    onTheWay: 'On the way',
    waiting: 'Waiting',
    refused: 'Refused',
  },

  mails: {
    counts: ({ waiting, sent, failed }: { waiting: string; sent: string; failed: string }) =>
      `${waiting} waiting, ${sent} sent since yesterday, ${failed} given up.`,
    caption: 'Emails that are stuck',
    none: 'No email is stuck',
    recipient: 'To',
    subject: 'Subject',
    state: 'State',
    states: { waiting: 'waiting', failed: 'given up' },
    since: 'Since',
    retry: 'Try again',
    retryOf: (subject: string, recipient: string) => `Try again: ${subject}, to ${recipient}`,
    retried: 'It goes out once more.',
  },

  acts: {
    caption: 'What operators did, newest first',
    none: 'Nothing has been done yet',
    act: 'What',
    subject: 'With what',
    reason: 'Why',
    when: 'When',
    names: {
      replay: 'Replayed an event',
      prove: 'Had the books proven',
      credit: 'Credited money kept aside',
      refund: 'Sent money kept aside back',
      dismiss: 'Dismissed money kept aside',
      'retry-mail': 'Tried an email again',
    },
  },
}
