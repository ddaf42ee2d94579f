import { everybody, operatorOnly, type Case, type Matrix } from './matrix-cells.ts'
import type { Desk } from './matrix-reviews.ts'
import type { World } from './matrix-world.ts'

const missing = '00000000-0000-4000-8000-000000000000'
const why = { reason: 'The bank told us so' }
const facts = '{amount currency mode subAccountCode}'
const at = (path: string, keys: string): Case => ({
  on: 'all of it',
  path: `/api/operator${path}`,
  answers: operatorOnly(200),
  keys,
})

/** What may be done with one thing on the desk. */
const acting = (
  path: (id: string) => string,
  of: (desk: Desk) => string,
  done: { answer: Parameters<typeof operatorOnly>[0]; body?: object },
): Case[] => [
  {
    on: 'one that waits',
    path: ({ desk }: World) => `/api/operator${path(of(desk))}`,
    body: done.body ?? {},
    answers: operatorOnly(done.answer),
  },
  {
    on: 'a missing one',
    path: `/api/operator${path(missing)}`,
    body: done.body ?? {},
    answers: everybody('not-found'),
  },
]

/** The operator's desk, which exists for admins alone. */
export const operatorRows: Matrix = {
  'GET /api/operator/events': {
    rule: 'readOperatorDesk',
    cases: [
      at(
        '/events',
        '{events[{attempts canReplay disputeId effect{amount campaign entries raised} error event id receivedAt reference state}] next}',
      ),
    ],
  },
  'GET /api/operator/proofs': {
    rule: 'readOperatorDesk',
    cases: [at('/proofs', '{proofs[]}')],
  },
  'GET /api/operator/quarantine': {
    rule: 'readOperatorDesk',
    cases: [
      at(
        '/quarantine',
        `{quarantine[{at campaign canCredit canRefund expected${facts} id reason reference seen${facts} state}]}`,
      ),
    ],
  },
  'GET /api/operator/returns': {
    rule: 'readOperatorDesk',
    cases: [at('/returns', '{disputes[] refunds[]}')],
  },
  'GET /api/operator/cancellations': {
    rule: 'readOperatorDesk',
    cases: [at('/cancellations', '{cancellations[]}')],
  },
  'GET /api/operator/mails': {
    rule: 'readOperatorDesk',
    cases: [
      at('/mails', '{failed sent stuck[{at canRetry error id recipient state subject}] waiting}'),
    ],
  },
  'GET /api/operator/acts': { rule: 'readOperatorDesk', cases: [at('/acts', '{acts[]}')] },
  'POST /api/operator/events/:id/replay': {
    rule: 'replayEvent',
    cases: acting(
      (id) => `/events/${id}/replay`,
      ({ event }) => event,
      { answer: 204 },
    ),
  },
  'POST /api/operator/proofs': {
    rule: 'proveBooks',
    cases: [
      { on: 'the books', path: '/api/operator/proofs', body: {}, answers: operatorOnly(204) },
    ],
  },
  'POST /api/operator/mails/:id/retry': {
    rule: 'retryMail',
    cases: acting(
      (id) => `/mails/${id}/retry`,
      ({ mail }) => mail,
      { answer: 204 },
    ),
  },
  'POST /api/operator/quarantine/:id/credit': {
    rule: 'resolveQuarantine',
    cases: acting(
      (id) => `/quarantine/${id}/credit`,
      ({ held }) => held,
      { answer: 'held-differs', body: why },
    ),
  },
  'POST /api/operator/quarantine/:id/refund': {
    rule: 'resolveQuarantine',
    cases: acting(
      (id) => `/quarantine/${id}/refund`,
      ({ held }) => held,
      { answer: 'refund-refused', body: why },
    ),
  },
  'POST /api/operator/quarantine/:id/dismiss': {
    rule: 'resolveQuarantine',
    cases: acting(
      (id) => `/quarantine/${id}/dismiss`,
      ({ held }) => held,
      { answer: 204, body: why },
    ),
  },
}
