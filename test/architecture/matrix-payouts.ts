import { missing, everyone, reviewersOnly, withoutConflict, type Matrix } from './matrix-cells.ts'

const release = { reason: 'I called the clinic.', kind: 'reviewer' }

/** Payouts on hold, and who receives them. */
export const payoutRows: Matrix = {
  'GET /api/payout-stops': [
    {
      on: 'the campaigns on hold',
      answers: reviewersOnly(200),
      keys: '{campaigns[{campaignId canRelease[] conflicts[] held stops[{kind since until}] title}]}',
    },
  ],
  'POST /api/payout-stops/:id/release': [
    { on: "the owner's", campaign: 'owners', body: release, answers: withoutConflict(204) },
    { id: missing, body: release, answers: everyone('not-found') },
  ],
}
