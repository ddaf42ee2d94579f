import * as z from 'zod/mini'

import {
  type DonationDetails,
  type DonationPayout,
  paymentModes,
  toHoldEnd,
} from '#shared/donation.ts'
import { koboSchema } from '#shared/kobo-schema.ts'
import type { RefundTimeline } from '#shared/refund.ts'

import { sql } from '../../platform/database/sql.ts'
import {
  accessCodePattern,
  type DonationKey,
  type LedgerDeps,
  type PaymentOutcome,
  type PaymentSource,
  referencePattern,
} from '../ledger/provider-report.ts'
import { PaymentsUnavailable } from '../../providers/payments/payments.ts'
import { joinRunningCall } from '../../platform/runtime/single-flight.ts'
import {
  statusFactsColumns,
  statusFactsJoins,
  statusFactsSchema,
  toDonationStatus,
} from './donation-status.ts'
import { listDonationPayouts } from '../payouts/donation-payouts.ts'
import { listRefundTimelines } from '../refunds/refund-rows.ts'

const detailsSchema = z.extend(statusFactsSchema, {
  campaignId: z.string(),
  id: z.string(),
  reference: z.string(),
  accessCode: z.string(),
  donorUid: z.nullable(z.string()),
  mode: z.enum(paymentModes),
  title: z.string(),
  slug: z.string(),
  createdAt: z.date(),
  channel: z.nullable(z.string()),
  fee: z.nullable(koboSchema),
  arrived: z.nullable(koboSchema),
  heldSince: z.nullable(z.date()),
  isDismissed: z.nullable(z.boolean()),
})
type DetailsRow = z.output<typeof detailsSchema>

/** `foundBy` decides who may read it: only the donor has the access code, but others may know the reference. */
export type FoundDonation = DetailsRow & { foundBy: 'accessCode' | 'reference' }

type Deps = LedgerDeps & {
  verifyPayment: (reference: string, source: PaymentSource) => Promise<PaymentOutcome>
}

const verifyIntervalMs = 5_000
const finalStates = new Set(['paid', 'refused'])

export function donationAccess({ database, mode, now, verifyPayment }: Deps) {
  const once = joinRunningCall<void>()

  return {
    /** Finds a donation by its access code or by its reference at the provider. */
    async findDonation(code: string): Promise<FoundDonation | undefined> {
      if (referencePattern.test(code)) {
        const donation = await database.row(
          detailsSchema,
          sql`${selectDetails} from donation_reference access ${joins} where access.reference = ${code}`,
        )
        return donation && { ...donation, foundBy: 'reference' }
      }
      const donation = await findByAccessCode(code)
      return donation && { ...donation, foundBy: 'accessCode' }
    },

    /** The current details. While the payment is open, the provider is asked: the address of the request proves nothing. */
    async refreshDonation(donation: FoundDonation): Promise<DonationDetails> {
      if (finalStates.has(donation.state)) return withProgress(donation)
      await once(donation.reference, () => verify(donation))
      return withProgress((await findByAccessCode(donation.accessCode)) ?? donation)
    },
  }

  async function withProgress(donation: DetailsRow): Promise<DonationDetails> {
    const details = toDetails(donation)
    if (donation.state !== 'paid') return details
    const toProgress = await readOwnProgress({ database, now }, [donation])
    return { ...details, ...toProgress(donation.id) }
  }

  async function findByAccessCode(accessCode: string): Promise<DetailsRow | undefined> {
    if (!accessCodePattern.test(accessCode)) return undefined
    return database.row(
      detailsSchema,
      sql`${selectDetails} from donation_access_code access ${joins} where access.access_code = ${accessCode}`,
    )
  }

  /** Asks the provider at most once in five seconds, in all processes together. */
  async function verify({ campaignId, id, reference, ...donation }: FoundDonation) {
    // The provider of this mode does not know payments of another mode.
    if (donation.mode !== mode) return
    const askedAt = now()
    const claimed = await database.run(sql`
      update donation set asked_at = ${askedAt}
      where campaign_id = ${campaignId} and id = ${id}
        and (asked_at is null or asked_at <= ${new Date(askedAt.getTime() - verifyIntervalMs)})`)
    if (claimed === 0) return
    try {
      await verifyPayment(reference, 'return')
    } catch (error) {
      // The page shows what is saved; the next visit, the webhook or the reconciliation brings the rest.
      if (!(error instanceof PaymentsUnavailable)) throw error
    }
  }
}

function toDetails(donation: DetailsRow): DonationDetails {
  return {
    accessCode: donation.accessCode,
    status: donation.state === 'refused' ? 'failed' : toDonationStatus(donation),
    reversed: donation.returned,
    paidAfterEnd: donation.paidAfterEnd,
    amount: donation.amount,
    mode: donation.mode,
    createdAt: donation.createdAt.toISOString(),
    paidAt: donation.paidAt?.toISOString() ?? null,
    channel: donation.channel,
    fee: donation.fee,
    ...toHeld(donation),
    campaign: { id: donation.campaignId, slug: donation.slug, title: donation.title },
  }
}

function toHeld({ state, arrived, heldSince, isDismissed }: DetailsRow) {
  if (state !== 'quarantined' || arrived === null || heldSince === null) return {}
  return { held: { arrived, until: isDismissed ? null : toHoldEnd(heldSince).toISOString() } }
}

const selectDetails = sql`
  select donation.campaign_id as "campaignId", donation.id, donation.reference, donation.access_code as "accessCode",
    donation.donor_uid as "donorUid", donation.mode, donation.campaign_title as title, donation.campaign_slug as slug,
    donation.created_at as "createdAt", ${statusFactsColumns},
    known.channel,
    case when donation.state = 'paid' then known.fees_kobo end as fee, held.*`

const joins = sql`
  join donation on donation.campaign_id = access.campaign_id and donation.id = access.donation_id
  ${statusFactsJoins}
  left join lateral (
    select (seen ->> 'amount')::bigint as arrived, created_at as "heldSince", state = 'dismissed' as "isDismissed"
    from quarantined_payment payment
    where payment.campaign_id = donation.campaign_id and payment.donation_id = donation.id
      and booked_in is not null and payment.state in ('open', 'refunding', 'dismissed')
    order by created_at limit 1) held on true`

type OwnProgress = { payout: DonationPayout | null; refunds: RefundTimeline[] }

/** What became of each donation, for its donor alone. */
export async function readOwnProgress(
  deps: Pick<LedgerDeps, 'database' | 'now'>,
  donations: readonly DonationKey[],
): Promise<(id: string) => OwnProgress> {
  const [payouts, refunds] = await Promise.all([
    listDonationPayouts(deps, donations),
    listRefundTimelines(deps.database, donations, 'donor'),
  ])
  return (id) => ({ payout: payouts.get(id) ?? null, refunds: refunds.get(id) ?? [] })
}
