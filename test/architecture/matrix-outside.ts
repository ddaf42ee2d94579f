import {
  everyone,
  members,
  missing,
  reviewersOnly,
  verifiedOnly,
  withoutConflict,
  type Case,
  type Matrix,
  only,
} from './matrix-cells.ts'
import { expenseId, outsideId, struckExpenseId, struckOutsideId } from './matrix-supporter-rows.ts'

const form = { amount: '20,000', day: '2026-01-10', note: 'A transfer from my uncle' }
const reason = { reason: 'The letter is about another campaign.' }
const one =
  (what: string, id = outsideId): NonNullable<Case['path']> =>
  ({ campaigns }) =>
    `/api/campaigns/${campaigns.owners.id}/outside-receipts/${id}/${what}`

const expense = {
  line: 'Pump',
  amount: '20,000',
  day: '2026-01-10',
  payee: 'A shop',
  documentId: expenseId,
}
const oneExpense =
  (what: string, id = expenseId): NonNullable<Case['path']> =>
  ({ campaigns }) =>
    `/api/campaigns/${campaigns.owners.id}/expenses/${id}/${what}`

/** What the organiser received elsewhere: the organiser adds and withdraws, reviewers without a conflict strike. */
export const outsideRows: Matrix = {
  'GET /api/campaigns/:id/outside-receipts': [
    {
      campaign: 'owners',
      answers: only({ ...reviewersOnly(200), owner: 200 }),
      keys: '{canAdd canStrike receipts[{amount day document id note struckAt struckReason withdrawnAt writtenAt}]}',
    },
  ],
  'POST /api/campaigns/:id/outside-receipts': [
    { campaign: 'owners', body: form, answers: only({ owner: 204 }) },
    { campaign: 'ownersPending', body: form, answers: only({ owner: 'campaign-status-changed' }) },
    { id: missing, body: form, answers: verifiedOnly('not-found') },
  ],
  'POST /api/campaigns/:id/outside-receipts/:receipt/withdraw': [
    {
      on: "the owner's approved one",
      path: one('withdraw'),
      body: {},
      answers: only({ owner: 204 }),
    },
    {
      on: 'a struck one',
      path: one('withdraw', struckOutsideId),
      body: {},
      answers: verifiedOnly('not-found'),
    },
  ],
  'POST /api/campaigns/:id/outside-receipts/:receipt/strike': [
    {
      on: "the owner's approved one",
      path: one('strike'),
      body: reason,
      answers: withoutConflict(204),
    },
    {
      on: 'a struck one',
      path: one('strike', struckOutsideId),
      body: reason,
      answers: withoutConflict('not-found'),
    },
  ],
  'GET /api/campaigns/:id/spending': [
    {
      campaign: 'owners',
      answers: everyone(200),
      keys: '{accounted canAdd canStrike canWithdraw expenses[{amount day document endedAt id line payee reason}] owed paidOut received}',
    },
    {
      campaign: 'ownersPending',
      answers: { ...everyone('not-found'), ...reviewersOnly(200), ...members(200) },
      keys: '{accounted canAdd canStrike canWithdraw expenses[] owed paidOut received}',
    },
  ],
  'POST /api/campaigns/:id/expenses': [
    {
      on: "the owner's approved one, without a budget",
      campaign: 'owners',
      body: expense,
      answers: only({ owner: 'invalid-input', treasurer: 'invalid-input' }),
    },
    {
      campaign: 'ownersPending',
      body: expense,
      answers: only({ owner: 'campaign-status-changed', treasurer: 'campaign-status-changed' }),
    },
    { id: missing, body: expense, answers: verifiedOnly('not-found') },
  ],
  'POST /api/campaigns/:id/expenses/:expense/withdraw': [
    {
      on: "the owner's approved one",
      path: oneExpense('withdraw'),
      body: {},
      answers: only({ owner: 204, treasurer: 204 }),
    },
    {
      on: 'a struck one',
      path: oneExpense('withdraw', struckExpenseId),
      body: {},
      answers: verifiedOnly('not-found'),
    },
  ],
  'POST /api/campaigns/:id/expenses/:expense/strike': [
    {
      on: "the owner's approved one",
      path: oneExpense('strike'),
      body: reason,
      answers: withoutConflict(204),
    },
    {
      on: 'a struck one',
      path: oneExpense('strike', struckExpenseId),
      body: reason,
      answers: withoutConflict('not-found'),
    },
  ],
}
