import { missing, everyone, adminOnly, type Case, type Matrix } from './matrix-cells.ts'
import type { AdminCases } from './matrix-reviews.ts'

const why = { reason: 'The bank told us so' }
const facts = '{amount currency mode subAccountCode}'
const at = (keys: string, path?: string): Case => ({
  on: 'all of it',
  answers: adminOnly(200),
  keys,
  ...(path && { path: `/api/admin${path}` }),
})

/** Actions on one item. */
const acting = (
  pick: (cases: AdminCases) => string | number,
  answer: Parameters<typeof adminOnly>[0],
  body: object = why,
): Case[] => [
  {
    on: 'one that waits',
    id: ({ adminCases }) => pick(adminCases),
    body,
    answers: adminOnly(answer),
  },
  { id: missing, body, answers: everyone('not-found') },
]

/** Routes of the admin's pages. Other roles get 404. */
export const adminRows: Matrix = {
  'GET /api/admin/webhooks': [
    at(
      '{next webhooks[{attempts canReplay disputeId effect{amount campaign entries raised} error event facts{} id receivedAt reference state}]}',
    ),
  ],
  'GET /api/admin/ledger-checks': [at('{ledgerChecks[]}')],
  'GET /api/admin/differences': [
    at(
      '{differences[{firstSeenAt id key kind lastSeenAt ours reason scope state theirs}] failing[] kinds[{count kind}] next total}',
    ),
  ],
  'GET /api/admin/exposure': [
    at(
      '{campaigns[{available campaignId exposure open receivable title undeducted}] caps{inTotal perCampaign perOwner} holds[] total waiting[]}',
    ),
  ],
  'POST /api/admin/differences/:id/acknowledge': acting(({ difference }) => difference, 204),
  'POST /api/admin/receivables/:id/write-off': [
    {
      on: 'a campaign whose organiser owes nothing',
      id: missing,
      body: { ...why, amount: '1' },
      answers: everyone('not-found'),
    },
  ],
  'POST /api/admin/receivables/:id/repayment': [
    {
      on: 'a campaign whose organiser owes nothing',
      id: missing,
      body: { ...why, amount: '1', document: 'Slip 7' },
      answers: everyone('not-found'),
    },
  ],
  'GET /api/admin/books': [
    at(
      '{accounts[{account closing credit debit opening}] lockedUntil next period{from to} postings[{account amount campaignId document kind memo movedOn postedOn}]}',
      '/books?from=2020-01-01&to=2030-01-01',
    ),
  ],
  ...Object.fromEntries(
    ['journal', 'trial-balance', 'receipts', 'audit-log'].map((name) => [
      `GET /api/admin/books/${name}.csv`,
      [at('text/csv', `/books/${name}.csv?from=2020-01-01&to=2030-01-01`)] as const,
    ]),
  ),
  'POST /api/admin/books/lock': [
    {
      on: 'a period that is not over',
      body: { ...why, until: '2100-01-01' },
      answers: adminOnly('invalid-input'),
    },
  ],
  'POST /api/admin/top-ups': [
    {
      on: 'the first of two admins',
      body: { ...why, amount: '1', document: 'Slip 7' },
      answers: adminOnly(202),
      keys: '{waits}',
    },
  ],
  'GET /api/admin/quarantine': [
    at(
      `{kinds[{count kind}] next others[] quarantine[{at campaign canCredit canRefund expected${facts} id reason reference seen${facts} state}] total}`,
    ),
  ],
  'GET /api/admin/refunds': [
    at(
      '{kinds[{count kind}] next refunds[{amount at attempts campaign canAgree canRetry canStop id nextAt problem reason requestedBy state}] total}',
    ),
  ],
  'GET /api/admin/cancellations': [at('{cancellations[]}')],
  'GET /api/admin/emails': [
    at(
      '{failed kinds[{count kind}] next pause sent suppressed[{address at id words}] total undelivered[{at canRetry error id recipient state subject}] waiting}',
    ),
  ],
  'GET /api/admin/audit-log': [
    at('{entries[{about action at by id reason subject}] kinds[{count kind}] next total}'),
  ],
  'GET /api/admin/access-log': [at('{entries[] next}', '/access-log?person=nobody@example.com')],
  'POST /api/admin/webhooks/:id/replay': acting(({ event }) => event, 204, {}),
  'POST /api/admin/ledger-checks': [{ on: 'the ledger', body: {}, answers: adminOnly(204) }],
  'POST /api/admin/refunds/:id/retry': acting(({ refund }) => refund, 204),
  'POST /api/admin/refunds/:id/agree': acting(({ waitingRefund }) => waitingRefund, 204),
  'POST /api/admin/refunds/:id/stop': acting(({ unsentRefund }) => unsentRefund, 204),
  'POST /api/admin/emails/:id/retry': acting(({ mail }) => mail, 204, {}),
  'GET /api/admin/jobs': [
    at('{jobs[{at attempts error id nextAttemptAt task}] kinds[{count kind}] next total}'),
  ],
  'POST /api/admin/jobs/retry': [
    { on: 'none', body: { ids: [missing], ...why }, answers: adminOnly(200), keys: '{changed}' },
  ],
  'POST /api/admin/emails/retry': [
    { on: 'none', body: { ids: [missing], ...why }, answers: adminOnly(200), keys: '{changed}' },
  ],
  'POST /api/admin/quarantine/dismiss': [
    { on: 'none', body: { ids: [missing], ...why }, answers: adminOnly(200), keys: '{changed}' },
  ],
  'POST /api/admin/jobs/:id/retry': acting(({ job }) => job, 204),
  'POST /api/admin/suppressions/:id/remove': acting(({ suppressed }) => suppressed, 204),
  'POST /api/admin/quarantine/:id/credit': acting(
    ({ held }) => held,
    'quarantined-payment-mismatch',
  ),
  'POST /api/admin/quarantine/:id/refund': acting(({ held }) => held, 'refund-refused'),
  'POST /api/admin/quarantine/:id/dismiss': acting(({ held }) => held, 204),
}
