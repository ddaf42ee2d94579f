import { everyone, reviewersOnly, withoutConflict, type Matrix } from './matrix-cells.ts'

const missing = '00000000-0000-4000-8000-000000000000'
const release = { reason: 'I called the clinic.', kind: 'reviewer' }

/** Payouts on hold, and who receives them. */
export const payoutRows: Matrix = {
  'GET /api/payout-stops': {
    rule: 'listReviews',
    cases: [
      {
        on: 'the campaigns on hold',
        path: '/api/payout-stops',
        answers: reviewersOnly(200),
        keys: '{campaigns[{campaignId canRelease[] conflicts[] held stops[{kind since until}] title}]}',
      },
    ],
  },
  'POST /api/payout-stops/:id/release': {
    rule: 'releasePayouts',
    cases: [
      {
        on: "the owner's",
        path: ({ campaigns }) => `/api/payout-stops/${campaigns.owners.id}/release`,
        body: release,
        answers: withoutConflict(204),
      },
      {
        on: 'a missing one',
        path: `/api/payout-stops/${missing}/release`,
        body: release,
        answers: everyone('not-found'),
      },
    ],
  },
}
