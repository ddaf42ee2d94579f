import { plural } from './plural.ts'

/** The admin pages. */
export const adminText = {
  title: 'Admin',
  subtitle: 'Webhooks, mismatches and pending work',
  sections: 'Admin sections',
  tabs: {
    webhooks: 'Webhooks',
    'ledger-checks': 'Ledger checks',
    quarantine: 'On hold',
    refunds: 'Refunds & disputes',
    emails: 'Emails',
    'audit-log': 'Audit log',
  },
  loading: 'Loading the admin page',
  failed: 'We couldn’t load the admin page.',
  cancel: 'Cancel',
  reason: 'Reason',
  reasonHint: 'Recorded in the audit log.',

  webhooks: {
    caption: 'Payment provider webhooks, newest first',
    none: 'No webhooks received yet',
    event: 'Event',
    received: 'Received',
    state: 'State',
    effect: 'Effect',
    replay: 'Replay',
    replayEvent: (event: string, when: string) => `Replay ${event} from ${when}`,
    replayed: 'Event queued for replay.',
    states: {
      received: 'received',
      processing: 'processing',
      done: 'done',
      ignored: 'ignored',
      failed: 'failed',
    },
    noEffect: 'No matching donation',
    booked: (raised: string, entries: number) =>
      plural(entries, {
        one: `${raised} booked in 1 ledger entry`,
        other: (counted) => `${raised} booked in ${counted} ledger entries`,
      }),
    notBooked: (amount: string) => `${amount}, not booked`,
    tries: (count: number) =>
      plural(count, { one: '1 attempt', other: (counted) => `${counted} attempts` }),
  },

  ledgerChecks: {
    run: 'Run checks now',
    started: 'Ledger check started. Reload in a moment.',
    none: 'No ledger check has run yet',
    kinds: {
      ledger: 'Internal ledger',
      provider: 'Ledger vs provider, by day',
    },
    passed: 'All checks passed',
    found: (count: number) =>
      plural(count, { one: '1 mismatch', other: (counted) => `${counted} mismatches` }),
    checks: (count: number, ms: string) =>
      plural(count, {
        one: `1 check in ${ms} ms`,
        other: (counted) => `${counted} checks in ${ms} ms`,
      }),
    caption: 'Mismatches',
    name: 'Failed check',
    key: 'Record',
    actual: 'Ledger',
    expected: 'Expected',
  },

  quarantine: {
    none: 'No payments on hold',
    noneHint:
      'Payments that don’t match a donation appear here. They are not counted until an admin decides.',
    unknown: 'No matching donation',
    refunding: 'Refund requested; no response from the provider yet.',
    property: 'Property',
    expected: 'Expected',
    seen: 'Received',
    amount: 'Amount',
    currency: 'Currency',
    mode: 'Mode (test/live)',
    subAccountCode: 'Sub-account',
    nothing: '–',
    since: (when: string) => `On hold since ${when}`,
    actions: { credit: 'Verify again and credit', refund: 'Refund', dismiss: 'Dismiss' },
    done: {
      credit: 'Payment credited.',
      refund: 'Refund requested.',
      dismiss: 'Payment dismissed.',
    },
  },

  refunds: {
    disputes: 'Disputes',
    disputesCaption: 'Open disputes by deadline',
    noDisputes: 'No open disputes',
    refunds: 'Refunds in progress',
    refundsCaption: 'Refunds in progress, oldest first',
    noRefunds: 'No refunds in progress',
    cancellations: 'Cancelled campaigns',
    cancellationsCaption: 'Refunds of cancelled campaigns',
    campaign: 'Campaign',
    amount: 'Amount',
    unknownAmount: 'unknown',
    state: 'State',
    deadline: 'Deadline',
    noDeadline: 'none',
    askedBy: 'Requested by',
    askers: { owner: 'organiser', admin: 'admin', donor: 'donor' },
    provider: 'payment provider',
    reason: 'Reason',
    since: 'Since',
    refunded: 'Refunded',
    inProgress: 'In progress',
    waiting: 'Queued',
    refused: 'Failed',
  },

  emails: {
    counts: ({ waiting, sent, failed }: { waiting: string; sent: string; failed: string }) =>
      `${waiting} queued · ${sent} sent in 24 h · ${failed} failed`,
    caption: 'Undelivered emails',
    none: 'No undelivered emails',
    recipient: 'To',
    subject: 'Subject',
    state: 'State',
    states: { waiting: 'queued', failed: 'failed' },
    since: 'Since',
    retry: 'Try again',
    retryEmail: (subject: string, recipient: string) => `Try again: ${subject}, to ${recipient}`,
    retried: 'Email queued.',
  },

  auditLog: {
    caption: 'Admin actions, newest first',
    none: 'No admin actions yet',
    action: 'Action',
    item: 'Item',
    reason: 'Reason',
    when: 'When',
    names: {
      'replay-webhook': 'Replayed a webhook',
      'run-ledger-checks': 'Ran ledger check',
      credit: 'Credited a payment on hold',
      refund: 'Refunded a payment on hold',
      dismiss: 'Dismissed a payment on hold',
      'retry-email': 'Retried an email',
    },
  },
}
