import type { Translation } from '#shared/translation.ts'

import type { adminText as english } from '../admin.ts'
import { plural } from '../plural.ts'

export const adminText: Translation<typeof english> = {
  title: 'Admin',
  subtitle: 'Webhooks, wetin no match, and work wey dey wait',
  sections: 'Admin sections',
  tabs: {
    webhooks: 'Webhooks',
    'ledger-checks': 'Ledger checks',
    quarantine: 'On hold',
    refunds: 'Refunds & disputes',
    emails: 'Emails',
    jobs: 'Jobs wey fail',
    'audit-log': 'Audit log',
  },
  loading: 'The admin page dey load',
  failed: 'We no fit load the admin page.',
  cancel: 'Cancel',
  reason: 'Reason',
  reasonHint: 'E go enter the audit log.',

  webhooks: {
    caption: 'Webhooks from the payment people, newest first',
    none: 'No webhook don come yet',
    event: 'Event',
    received: 'Received',
    state: 'State',
    effect: 'Effect',
    replay: 'Replay',
    replayEvent: (event: string, when: string) => `Replay ${event} of ${when}`,
    replayed: 'The event dey queue for replay.',
    states: {
      received: 'received',
      processing: 'processing',
      done: 'done',
      ignored: 'ignored',
      failed: 'failed',
    },
    noEffect: 'No donation match',
    booked: (raised: string, entries: number) =>
      plural(entries, {
        one: `${raised} dey the ledger, 1 entry`,
        other: (counted) => `${raised} dey the ledger, ${counted} entries`,
      }),
    notBooked: (amount: string) => `${amount}, e no dey the ledger`,
    tries: (count: number) =>
      plural(count, { one: '1 attempt', other: (counted) => `${counted} attempts` }),
  },

  ledgerChecks: {
    run: 'Run checks now',
    started: 'The ledger check don start. Reload in small time.',
    none: 'No ledger check don run yet',
    kinds: {
      ledger: 'Internal ledger',
      provider: 'Ledger vs payment people, by day',
    },
    passed: 'All checks pass',
    found: (count: number) =>
      plural(count, { one: '1 mismatch', other: (counted) => `${counted} mismatches` }),
    checks: (count: number, ms: string) =>
      plural(count, {
        one: `1 check for ${ms} ms`,
        other: (counted) => `${counted} checks for ${ms} ms`,
      }),
    caption: 'Mismatches',
    name: 'Check wey fail',
    key: 'Record',
    actual: 'Ledger',
    expected: 'Expected',
  },

  quarantine: {
    none: 'No payment dey on hold',
    noneHint:
      'Payments wey no match any donation go show here. We no go count dem until one admin decide.',
    unknown: 'No donation match',
    refunding: 'We don request the refund; the payment people never answer.',
    property: 'Property',
    expected: 'Expected',
    seen: 'Received',
    amount: 'Amount',
    currency: 'Currency',
    mode: 'Mode (test/live)',
    subAccountCode: 'Sub-account',
    nothing: '–',
    since: (when: string) => `E dey on hold since ${when}`,
    actions: { credit: 'Check again and credit', refund: 'Refund', dismiss: 'Dismiss' },
    done: {
      credit: 'We don credit the payment.',
      refund: 'We don request the refund.',
      dismiss: 'We don dismiss the payment.',
    },
  },

  refunds: {
    disputes: 'Disputes',
    disputesCaption: 'Open disputes by deadline',
    noDisputes: 'No dispute dey open',
    refunds: 'Refunds wey dey go on',
    refundsCaption: 'Refunds wey dey go on, oldest first',
    noRefunds: 'No refund dey go on',
    cancellations: 'Campaigns wey dem cancel',
    cancellationsCaption: 'Refunds for campaigns wey dem cancel',
    campaign: 'Campaign',
    amount: 'Amount',
    unknownAmount: 'we no know yet',
    state: 'State',
    deadline: 'Deadline',
    noDeadline: 'none',
    askedBy: 'Who request am',
    askers: { owner: 'organiser', admin: 'admin', donor: 'donor' },
    provider: 'payment people',
    reason: 'Reason',
    since: 'Since',
    refunded: 'Refunded',
    inProgress: 'E dey go on',
    waiting: 'E dey queue',
    refused: 'Failed',
  },

  emails: {
    counts: ({ waiting, sent, failed }) =>
      `${waiting} dey queue · we send ${sent} for 24 h · ${failed} fail`,
    caption: 'Emails wey never deliver',
    none: 'All emails don deliver',
    recipient: 'To',
    subject: 'Subject',
    state: 'State',
    states: { waiting: 'e dey queue', failed: 'failed' },
    since: 'Since',
    retry: 'Try again',
    retryEmail: (subject: string, recipient: string) => `Try again: ${subject}, for ${recipient}`,
    retried: 'The email dey queue.',
    paused: (since: string) => `All emails dey wait since ${since}`,
    pausedHint:
      'The mail server no gree for our sender. We dey try one email from time to time, and the rest go follow when e accept am. Check SMTP_URL, MAIL_FROM and the limits of your mail provider.',
    suppressed: 'Addresses wey no dey',
    suppressedCaption: 'Addresses wey no dey, newest first',
    suppressedHint: 'Dem no go get thank-you messages and updates until you remove dem here.',
    address: 'Address',
    serverSaid: 'Wetin the mail server talk',
    remove: 'Comot',
    removeAddress: (address: string) => `Comot ${address} from the list`,
    removed: 'We don comot the address from the list.',
  },

  jobs: {
    caption: 'Jobs wey fail, the ones wey dey wait for you first',
    none: 'No job fail',
    task: 'Job',
    attempts: (count: number) =>
      plural(count, { one: 'We try am 1 time', other: (counted) => `We try am ${counted} times` }),
    error: 'Last error',
    failed: 'When e fail',
    next: 'Next attempt',
    noNext: 'Only when you retry am',
    retry: 'Retry',
    retryJob: (task: string) => `Retry ${task}`,
    retried: 'The job dey queue.',
  },

  auditLog: {
    caption: 'Wetin admins do, newest first',
    none: 'No admin don do anything yet',
    action: 'Action',
    item: 'Item',
    reason: 'Reason',
    when: 'When',
    names: {
      'replay-webhook': 'Replay one webhook',
      'run-ledger-checks': 'Run ledger check',
      credit: 'Credit payment wey dey on hold',
      refund: 'Refund payment wey dey on hold',
      dismiss: 'Dismiss payment wey dey on hold',
      'retry-email': 'Try one email again',
      'retry-job': 'Retry one job',
      'remove-suppression': 'Remove address wey no dey',
    },
  },
}
