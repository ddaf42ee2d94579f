import type { PaymentMode } from '#shared/donation.ts'

import { asUuid, sql, type Sql } from '../../platform/database/sql.ts'
import { canBeThanked } from './thank-you-eligibility.ts'

/** One donation, or all of at least `minimum` kobo. */
export type ThankYouFilter = {
  campaignId: string
  donation: string | null
  minimum: number | null
}

/** The donations whose donors receive the message. */
export const thankYouDonations = (
  { mode, now }: { mode: PaymentMode; now: () => Date },
  { campaignId, donation, minimum }: ThankYouFilter,
): Sql => sql`
  from donation
  where donation.campaign_id = ${campaignId} and donation.mode = ${mode}
    and ${donation === null ? sql`donation.amount_kobo >= ${minimum}` : sql`donation.id = ${asUuid(donation)}::uuid`}
    and ${canBeThanked(now())}`
