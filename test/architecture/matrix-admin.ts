import { everyone, adminOnly, type Case, type Matrix } from './matrix-cells.ts'
import type { AdminCases } from './matrix-reviews.ts'
import type { World } from './matrix-world.ts'

const missing = '00000000-0000-4000-8000-000000000000'
const why = { reason: 'The bank told us so' }
const facts = '{amount currency mode subAccountCode}'
const at = (path: string, keys: string): Case => ({
  on: 'all of it',
  path: `/api/admin${path}`,
  answers: adminOnly(200),
  keys,
})

/** Actions on one item. */
const acting = (
  path: (id: string) => string,
  pick: (cases: AdminCases) => string,
  done: { answer: Parameters<typeof adminOnly>[0]; body?: object },
): Case[] => [
  {
    on: 'one that waits',
    path: ({ adminCases }: World) => `/api/admin${path(pick(adminCases))}`,
    body: done.body ?? {},
    answers: adminOnly(done.answer),
  },
  {
    on: 'a missing one',
    path: `/api/admin${path(missing)}`,
    body: done.body ?? {},
    answers: everyone('not-found'),
  },
]

/** Routes of the admin's pages. Other roles get 404. */
export const adminRows: Matrix = {
  'GET /api/admin/webhooks': {
    rule: 'readAdmin',
    cases: [
      at(
        '/webhooks',
        '{next webhooks[{attempts canReplay disputeId effect{amount campaign entries raised} error event facts{} id receivedAt reference state}]}',
      ),
    ],
  },
  'GET /api/admin/ledger-checks': {
    rule: 'readAdmin',
    cases: [at('/ledger-checks', '{ledgerChecks[]}')],
  },
  'GET /api/admin/differences': {
    rule: 'readAdmin',
    cases: [
      at(
        '/differences',
        '{differences[{firstSeenAt id key kind lastSeenAt ours reason scope state theirs}] failing[] kinds[{count kind}] next total}',
      ),
    ],
  },
  'GET /api/admin/exposure': {
    rule: 'readAdmin',
    cases: [
      at(
        '/exposure',
        '{campaigns[{available campaignId exposure open receivable title undeducted}] caps{inTotal perCampaign perOwner} holds[] total waiting[]}',
      ),
    ],
  },
  'POST /api/admin/differences/:id/acknowledge': {
    rule: 'acknowledgeDifference',
    cases: acting(
      (id) => `/differences/${id}/acknowledge`,
      ({ difference }) => difference,
      { answer: 204, body: why },
    ),
  },
  'POST /api/admin/receivables/:id/write-off': {
    rule: 'writeOff',
    cases: [
      {
        on: 'a campaign whose organiser owes nothing',
        path: `/api/admin/receivables/${missing}/write-off`,
        body: { ...why, amount: '1' },
        answers: everyone('not-found'),
      },
    ],
  },
  'POST /api/admin/receivables/:id/repayment': {
    rule: 'recordRepayment',
    cases: [
      {
        on: 'a campaign whose organiser owes nothing',
        path: `/api/admin/receivables/${missing}/repayment`,
        body: { ...why, amount: '1', document: 'Slip 7' },
        answers: everyone('not-found'),
      },
    ],
  },
  'GET /api/admin/books': {
    rule: 'readAdmin',
    cases: [
      at(
        '/books?from=2020-01-01&to=2030-01-01',
        '{accounts[{account closing credit debit opening}] lockedUntil next period{from to} postings[{account amount campaignId document kind memo movedOn postedOn}]}',
      ),
    ],
  },
  ...Object.fromEntries(
    ['journal', 'trial-balance', 'receipts', 'audit-log'].map((name) => [
      `GET /api/admin/books/${name}.csv`,
      {
        rule: name === 'audit-log' ? 'downloadStaffActions' : 'downloadBooks',
        cases: [at(`/books/${name}.csv?from=2020-01-01&to=2030-01-01`, 'text/csv')],
      } as const,
    ]),
  ),
  'POST /api/admin/books/lock': {
    rule: 'lockPeriod',
    cases: [
      {
        on: 'a period that is not over',
        path: '/api/admin/books/lock',
        body: { ...why, until: '2100-01-01' },
        answers: adminOnly('invalid-input'),
      },
    ],
  },
  'POST /api/admin/top-ups': {
    rule: 'topUp',
    cases: [
      {
        on: 'the first of two admins',
        path: '/api/admin/top-ups',
        body: { ...why, amount: '1', document: 'Slip 7' },
        answers: adminOnly(202),
        keys: '{waits}',
      },
    ],
  },
  'GET /api/admin/quarantine': {
    rule: 'readAdmin',
    cases: [
      at(
        '/quarantine',
        `{kinds[{count kind}] next others[] quarantine[{at campaign canCredit canRefund expected${facts} id reason reference seen${facts} state}] total}`,
      ),
    ],
  },
  'GET /api/admin/refunds': {
    rule: 'readRefunds',
    cases: [
      at(
        '/refunds',
        '{kinds[{count kind}] next refunds[{amount at attempts campaign canAgree canRetry canStop id nextAt problem reason requestedBy state}] total}',
      ),
    ],
  },
  'GET /api/admin/cancellations': {
    rule: 'readAdmin',
    cases: [at('/cancellations', '{cancellations[]}')],
  },
  'GET /api/admin/emails': {
    rule: 'readRecipients',
    cases: [
      at(
        '/emails',
        '{failed kinds[{count kind}] next pause sent suppressed[{address at id words}] total undelivered[{at canRetry error id recipient state subject}] waiting}',
      ),
    ],
  },
  'GET /api/admin/audit-log': {
    rule: 'readStaffActions',
    cases: [
      at(
        '/audit-log',
        '{entries[{about action at by id reason subject}] kinds[{count kind}] next total}',
      ),
    ],
  },
  'GET /api/admin/access-log': {
    rule: 'readStaffActions',
    cases: [at('/access-log?person=nobody@example.com', '{entries[] next}')],
  },
  'POST /api/admin/webhooks/:id/replay': {
    rule: 'replayEvent',
    cases: acting(
      (id) => `/webhooks/${id}/replay`,
      ({ event }) => event,
      { answer: 204 },
    ),
  },
  'POST /api/admin/ledger-checks': {
    rule: 'runLedgerCheck',
    cases: [
      { on: 'the ledger', path: '/api/admin/ledger-checks', body: {}, answers: adminOnly(204) },
    ],
  },
  'POST /api/admin/refunds/:id/retry': {
    rule: 'retryRefund',
    cases: acting(
      (id) => `/refunds/${id}/retry`,
      ({ refund }) => refund,
      { answer: 204, body: why },
    ),
  },
  'POST /api/admin/refunds/:id/agree': {
    rule: 'agreeToRefund',
    cases: acting(
      (id) => `/refunds/${id}/agree`,
      ({ waitingRefund }) => waitingRefund,
      { answer: 204, body: why },
    ),
  },
  'POST /api/admin/refunds/:id/stop': {
    rule: 'stopRefund',
    cases: acting(
      (id) => `/refunds/${id}/stop`,
      ({ unsentRefund }) => unsentRefund,
      { answer: 204, body: why },
    ),
  },
  'POST /api/admin/emails/:id/retry': {
    rule: 'retryMail',
    cases: acting(
      (id) => `/emails/${id}/retry`,
      ({ mail }) => mail,
      { answer: 204 },
    ),
  },
  'GET /api/admin/jobs': {
    rule: 'readAdmin',
    cases: [
      at(
        '/jobs',
        '{jobs[{at attempts error id lane nextAttemptAt task}] kinds[{count kind}] next total}',
      ),
    ],
  },
  'POST /api/admin/jobs/retry': {
    rule: 'changeEach',
    cases: [
      {
        on: 'none',
        path: '/api/admin/jobs/retry',
        body: { ids: [missing], ...why },
        answers: adminOnly(200),
        keys: '{changed}',
      },
    ],
  },
  'POST /api/admin/emails/retry': {
    rule: 'changeEach',
    cases: [
      {
        on: 'none',
        path: '/api/admin/emails/retry',
        body: { ids: [missing], ...why },
        answers: adminOnly(200),
        keys: '{changed}',
      },
    ],
  },
  'POST /api/admin/quarantine/dismiss': {
    rule: 'changeEach',
    cases: [
      {
        on: 'none',
        path: '/api/admin/quarantine/dismiss',
        body: { ids: [missing], ...why },
        answers: adminOnly(200),
        keys: '{changed}',
      },
    ],
  },
  'POST /api/admin/jobs/:id/retry': {
    rule: 'retryJob',
    cases: acting(
      (id) => `/jobs/${id}/retry`,
      ({ job }) => job,
      { answer: 204, body: why },
    ),
  },
  'POST /api/admin/suppressions/:id/remove': {
    rule: 'removeSuppression',
    cases: acting(
      (id) => `/suppressions/${id}/remove`,
      ({ suppressed }) => suppressed,
      { answer: 204, body: why },
    ),
  },
  'POST /api/admin/quarantine/:id/credit': {
    rule: 'resolveQuarantine',
    cases: acting(
      (id) => `/quarantine/${id}/credit`,
      ({ held }) => held,
      { answer: 'quarantined-payment-mismatch', body: why },
    ),
  },
  'POST /api/admin/quarantine/:id/refund': {
    rule: 'resolveQuarantine',
    cases: acting(
      (id) => `/quarantine/${id}/refund`,
      ({ held }) => held,
      { answer: 'refund-refused', body: why },
    ),
  },
  'POST /api/admin/quarantine/:id/dismiss': {
    rule: 'resolveQuarantine',
    cases: acting(
      (id) => `/quarantine/${id}/dismiss`,
      ({ held }) => held,
      { answer: 204, body: why },
    ),
  },
}
