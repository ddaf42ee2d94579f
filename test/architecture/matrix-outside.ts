import type { Database } from '#server/platform/database/database.ts'
import { sql } from '#server/platform/database/sql.ts'
import { ada } from '#test/support/people/people.ts'

import {
  missing,
  reviewersOnly,
  verifiedOnly,
  withoutConflict,
  type Case,
  type Matrix,
} from './matrix-cells.ts'

const counted = '00000000-0000-4000-8000-0000000000aa'
const struck = '00000000-0000-4000-8000-0000000000bb'

/** One that counts and one that a reviewer struck. */
export const insertOutsideReceipts = (owner: Database, campaignId: string) =>
  owner.run(sql`
    insert into outside_receipt (id, campaign_id, owner_uid, amount_kobo, day, note, written_at, struck_at, struck_by, struck_reason)
    values (${counted}, ${campaignId}, ${ada.uid}, 4000000, current_date, 'Collected in church', now(), null, null, null),
      (${struck}, ${campaignId}, ${ada.uid}, 1000000, current_date, 'From my uncle', now(), now(), 'uid-reviewer', 'No proof of it.')`)

const form = { amount: '20,000', day: '2026-01-10', note: 'A transfer from my uncle' }
const reason = { reason: 'The letter is about another campaign.' }
const one =
  (what: string, id = counted): NonNullable<Case['path']> =>
  ({ campaigns }) =>
    `/api/campaigns/${campaigns.owners.id}/outside-receipts/${id}/${what}`

/** What the organiser received elsewhere: the organiser adds and withdraws, reviewers without a conflict strike. */
export const outsideRows: Matrix = {
  'GET /api/campaigns/:id/outside-receipts': [
    {
      on: "the owner's approved one",
      campaign: 'owners',
      answers: { ...verifiedOnly('not-found'), ...reviewersOnly(200), owner: 200 },
      keys: '{canAdd canStrike receipts[{amount day document id note struckAt struckReason withdrawnAt writtenAt}]}',
    },
  ],
  'POST /api/campaigns/:id/outside-receipts': [
    {
      on: "the owner's approved one",
      campaign: 'owners',
      body: form,
      answers: { ...verifiedOnly('not-found'), owner: 204 },
    },
    {
      on: "the owner's pending one",
      campaign: 'ownersPending',
      body: form,
      answers: { ...verifiedOnly('not-found'), owner: 'campaign-status-changed' },
    },
    { on: 'a missing one', id: missing, body: form, answers: verifiedOnly('not-found') },
  ],
  'POST /api/campaigns/:id/outside-receipts/:receipt/withdraw': [
    {
      on: "the owner's approved one",
      path: one('withdraw'),
      body: {},
      answers: { ...verifiedOnly('not-found'), owner: 204 },
    },
    {
      on: 'a struck one',
      path: one('withdraw', struck),
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
      path: one('strike', struck),
      body: reason,
      answers: withoutConflict('not-found'),
    },
  ],
}
