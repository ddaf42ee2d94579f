import * as z from 'zod/mini'

import { koboSchema } from '#shared/kobo-schema.ts'

import { sql } from '../../platform/database/sql.ts'
import { donationStates } from '../ledger/provider-report.ts'

/** What the status of a donation depends on. */
export const statusFactsSchema = z.object({
  amount: koboSchema,
  state: z.enum(donationStates),
  /** The payment's status at the provider. */
  status: z.nullable(z.string()),
  paidAfterEnd: z.boolean(),
  /** What counts no more of it, with the fee that a donor did not get back, and what the donor got back. */
  reversed: koboSchema,
  returned: koboSchema,
  refunded: koboSchema,
  /** When the money moved, as the ledger has it. Null until the payment is booked. */
  paidAt: z.nullable(z.date()),
  isDisputed: z.boolean(),
  /** The payment was quarantined and refunded, so it was never counted. */
  isRefundedUncounted: z.boolean(),
})
type StatusFacts = z.output<typeof statusFactsSchema>

export const statusFactsColumns = sql`
  donation.amount_kobo as amount, donation.state, known.status, donation.paid_after_end as "paidAfterEnd", booked.reversed,
  least(booked.returned, donation.amount_kobo)::bigint as returned, booked.refunded, booked.paid_at as "paidAt",
  exists (
    select from provider_dispute dispute
    where dispute.campaign_id = donation.campaign_id and dispute.donation_id = donation.id
      and dispute.status not in ('resolved', 'archived')) as "isDisputed",
  donation.state = 'quarantined' and exists (
    select from quarantined_payment payment
    where payment.campaign_id = donation.campaign_id and payment.donation_id = donation.id
      and payment.state = 'refunded') as "isRefundedUncounted"`

export const statusFactsJoins = sql`
  left join provider_payment known on known.campaign_id = donation.campaign_id and known.donation_id = donation.id
  cross join lateral (
    select coalesce(-sum(raised_kobo) filter (where reversal_key is not null), 0)::bigint as reversed,
      coalesce(sum(donor_kobo) filter (where reversal_key is not null), 0) as returned,
      coalesce(-sum(raised_kobo) filter (where kind = 'refund'), 0)::bigint as refunded,
      min(effective_at) filter (where kind = 'charge') as paid_at
    from ledger_entry entry
    where entry.campaign_id = donation.campaign_id and entry.donation_id = donation.id) booked`

const shownAsPending = new Set(['ongoing', 'queued'])
const unpaid = new Set(['failed', 'abandoned', 'pending', 'processing'])

/** The status on screens and in the API (readings M5). An unknown status of the provider is passed on. */
export function toDonationStatus(facts: StatusFacts): string {
  const { state, status } = facts
  if (state === 'paid') return toPaidStatus(facts)
  // The provider has the money, but it is not counted until an admin decides.
  if (state === 'quarantined') return facts.isRefundedUncounted ? 'refunded' : 'processing'
  if (status === null) return state === 'closed_unpaid' ? 'abandoned' : 'pending'
  return shownAsPending.has(status) ? 'pending' : status
}

function toPaidStatus({ amount, status, returned, refunded, isDisputed }: StatusFacts): string {
  if (isDisputed) return 'disputed'
  if (returned >= amount) return refunded >= amount ? 'refunded' : 'reversed'
  if (returned > 0) return 'partially refunded'
  return status === null || unpaid.has(status) ? 'success' : status
}
