import { randomUUID } from 'node:crypto'

import { verifiedOnly, type Matrix } from './matrix-cells.ts'

/** Who pays what, before the organiser or an admin refunds a donation. */
export const refundPreviewRows: Matrix = {
  'GET /api/donations/:id/refund-preview': {
    rule: 'previewRefund',
    cases: [
      {
        on: "a paid donation of the owner's campaign",
        path: ({ paid }) => `/api/donations/${paid.id}/refund-preview`,
        answers: { ...verifiedOnly('not-found'), owner: 200, admin: 200 },
        keys: '{amount fromPayouts isHeld isPaidOut lostFees needs[] owed refundable}',
      },
      {
        on: 'its access code, which only the donor knows',
        path: ({ paid }) => `/api/donations/${paid.accessCode}/refund-preview`,
        answers: verifiedOnly('not-found'),
      },
      {
        on: 'a missing one',
        path: `/api/donations/${randomUUID()}/refund-preview`,
        answers: verifiedOnly('not-found'),
      },
    ],
  },
}
