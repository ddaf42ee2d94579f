import { randomUUID } from 'node:crypto'

import { verifiedOnly, type Matrix, only } from './matrix-cells.ts'

/** Who pays what, before the organiser or an admin refunds a donation. */
export const refundPreviewRows: Matrix = {
  'GET /api/donations/:id/refund-preview': [
    {
      on: "a paid donation of the owner's campaign",
      id: ({ paid }) => paid.id,
      answers: only({ owner: 200, treasurer: 200, admin: 200 }),
      keys: '{amount fromPayouts isHeld isPaidOut lostFees needs[] owed refundable}',
    },
    {
      on: 'its access code, which only the donor knows',
      id: ({ paid }) => paid.accessCode,
      answers: verifiedOnly('not-found'),
    },
    { on: 'a missing one', id: randomUUID(), answers: verifiedOnly('not-found') },
  ],
}
