import * as z from 'zod/mini'

import { koboSchema } from '#shared/money.ts'

import { sql } from '../database/sql.ts'
import { donationStates } from '../ledger/donation-row.ts'

/** How a donation stands, as far as a person is shown it. */
export const courseSchema = z.object({
  amount: koboSchema,
  state: z.enum(donationStates),
  /** As the provider last called its payment. */
  status: z.nullable(z.string()),
  late: z.boolean(),
  returned: koboSchema,
  refunded: koboSchema,
  isDisputed: z.boolean(),
  /** Kept aside, and sent back to the donor without ever having been counted. */
  isSentBack: z.boolean(),
})
type Course = z.output<typeof courseSchema>

export const courseColumns = sql`
  donation.amount_kobo as amount, donation.state, known.status, donation.late, back.returned, back.refunded,
  exists (
    select from provider_dispute dispute
    where dispute.campaign_id = donation.campaign_id and dispute.donation_id = donation.id
      and dispute.status not in ('resolved', 'archived')) as "isDisputed",
  donation.state = 'quarantined' and exists (
    select from quarantine held
    where held.campaign_id = donation.campaign_id and held.donation_id = donation.id and held.state = 'refunded') as "isSentBack"`

export const courseJoined = sql`
  left join provider_payment known on known.campaign_id = donation.campaign_id and known.donation_id = donation.id
  cross join lateral (
    select coalesce(-sum(raised_kobo), 0)::bigint as returned,
      coalesce(-sum(raised_kobo) filter (where kind in ('refund', 'refund_undo')), 0)::bigint as refunded
    from ledger_entry entry
    where entry.campaign_id = donation.campaign_id and entry.donation_id = donation.id and entry.return_key is not null) back`

const shownAsPending = new Set(['ongoing', 'queued'])
const unpaid = new Set(['failed', 'abandoned', 'pending', 'processing'])

/** The state a person is shown (readings M5). What we do not know is shown as the provider calls it. */
export function shownStatus(course: Course): string {
  const { state, status } = course
  if (state === 'paid') return paidStatus(course)
  // Taken by the provider and not yet explained: neither counted nor lost.
  if (state === 'quarantined') return course.isSentBack ? 'refunded' : 'processing'
  if (status === null) return state === 'closed_unpaid' ? 'abandoned' : 'pending'
  return shownAsPending.has(status) ? 'pending' : status
}

function paidStatus({ amount, status, returned, refunded, isDisputed }: Course): string {
  if (isDisputed) return 'disputed'
  if (returned >= amount) return refunded >= amount ? 'refunded' : 'reversed'
  if (returned > 0) return 'partially refunded'
  return status === null || unpaid.has(status) ? 'success' : status
}
