import * as z from 'zod/mini'

import type { Queries } from '../../platform/database/database.ts'
import { sql } from '../../platform/database/sql.ts'
import type { LedgerDeps } from '../ledger/provider-report.ts'

/** Caps in kobo on what Ajo may lose by a campaign, by all campaigns of an owner, and by all campaigns. */
export type ExposureCaps = { perCampaign: number; perOwner: number; inTotal: number }

const exposureSchema = z.object({
  campaignId: z.string(),
  ownerUid: z.string(),
  title: z.string(),
  receivable: z.int(),
  undeducted: z.int(),
  open: z.int(),
  available: z.int(),
})
type Row = z.output<typeof exposureSchema>
/** What Ajo loses if the owner never pays: `exposure` is what returns and claims exceed what is still due or held. */
export type CampaignExposure = Row & { exposure: number }

/** The sum over campaigns is read again after this time, unless it is far from its cap or has reached it. */
const cachedMs = 10_000
/** What other processes send meanwhile does not use up the rest. */
const farPart = 0.5

type Return = { campaignId: string; amount: number; isSent: boolean }

export function exposures(deps: LedgerDeps & { caps: ExposureCaps }) {
  let total: { at: number; kobo: number } | undefined
  const isWithinTotal = async (queries: Queries, added: number) => {
    const { inTotal } = deps.caps
    const at = deps.now().getTime()
    if (total && at - total.at < cachedMs) {
      if (total.kobo + added > inTotal) return false
      if (total.kobo + added <= inTotal * farPart) return true
    }
    const rows = await listExposures({ ...deps, database: queries })
    total = { at, kobo: sum(rows.map(({ exposure }) => exposure)) }
    return total.kobo + added <= inTotal
  }
  return {
    listExposures: () => listExposures(deps),

    /**
     * Whether a further return of this amount to a donor of the campaign keeps all caps. `isSent`: the caller's transaction also stores
     * that the return is sent, one after the other.
     */
    async isWithinExposure(
      queries: Queries,
      { campaignId, amount, isSent }: Return,
    ): Promise<boolean> {
      const { caps } = deps
      const rows = await listExposures({ ...deps, database: queries }, campaignId)
      const own = rows.find((row) => row.campaignId === campaignId)
      const added = Math.min(amount, Math.max(0, toBalance(own) + amount))
      if (added === 0) return true
      const ofOwner = sum(rows.map(({ exposure }) => exposure))
      const isWithin =
        (own?.exposure ?? 0) + added <= caps.perCampaign &&
        ofOwner + added <= caps.perOwner &&
        (await isWithinTotal(queries, added))
      if (isWithin && isSent && total) total.kobo += added
      return isWithin
    },
  }
}

const sum = (numbers: readonly number[]) => numbers.reduce((total, each) => total + each, 0)

/**
 * Negative: what is due or held covers more than this. A return that the owner owes and that the provider has not deducted is the same
 * money.
 */
const toBalance = (row: Row | undefined) =>
  row ? Math.max(row.receivable, row.undeducted) + row.open - row.available : 0

/**
 * Whether the report about a refund counts in its place. The report can come before the response to the request, and then belongs to the
 * only refund of its donation that was sent. What is final is booked before the refund's own state follows.
 */
const isReported = sql`exists (
  select from provider_refund made
  where made.campaign_id = refund.campaign_id and made.mode = refund.mode and case when refund.state = 'sent'
    then made.donation_id = refund.donation_id and made.amount_kobo = refund.amount_kobo and made.dispute_id is null
      and made.status <> 'failed' and coalesce(made.created_at, made.asked_at) >= refund.created_at - interval '1 hour'
      and not exists (
        select from refund known
        where known.campaign_id = made.campaign_id and known.mode = made.mode and known.refund_id = made.refund_id)
    else made.refund_id = refund.refund_id and made.status in ('processed', 'failed') end)`

/** The campaigns with claims or returns, largest exposure first; or all campaigns of one campaign's owner. */
async function listExposures(
  { database, mode }: Pick<LedgerDeps, 'mode'> & { database: Queries },
  campaignId?: string,
): Promise<CampaignExposure[]> {
  const ofOwner = sql`total.campaign_id in (
    select distinct other.campaign_id from campaign_day other where other.mode = ${mode} and other.owner_uid = (
      select owner_uid from donation where campaign_id = ${campaignId ?? ''} limit 1))`
  const rows = await database.rows(
    exposureSchema,
    sql`
    with open as (
      select campaign_id, sum(kobo) as kobo from (
        select campaign_id, amount_kobo as kobo from refund
        where mode = ${mode} and state in ('sent', 'known', 'needs-attention') and not ${isReported}
        union all
        select campaign_id, amount_kobo from provider_refund made
        where mode = ${mode} and status not in ('processed', 'failed') and not exists (
          select from refund where refund.campaign_id = made.campaign_id and refund.mode = made.mode and refund.refund_id = made.refund_id)
        union all
        select dispute.campaign_id, coalesce(dispute.refund_kobo, paid.amount_kobo) from provider_dispute dispute
        join provider_payment paid on paid.campaign_id = dispute.campaign_id and paid.donation_id = dispute.donation_id
        where dispute.mode = ${mode} and dispute.status not in ('resolved', 'archived')) claim
      group by campaign_id),
    position as (
      select campaign_id, sum(owner_receivable_kobo)::bigint as receivable,
        greatest(0, -sum(donor_clearing_kobo))::bigint as undeducted,
        (-sum(payable_due_kobo + payable_held_kobo))::bigint as available
      from campaign_total total
      where mode = ${mode} and campaign_id <> 'platform' ${campaignId === undefined ? sql`` : sql`and ${ofOwner}`}
      group by campaign_id)
    select position.campaign_id as "campaignId", subject.owner_uid as "ownerUid", subject.title, receivable, undeducted, available,
      coalesce(open.kobo, 0)::bigint as open
    from position left join open using (campaign_id)
    cross join lateral (
      select owner_uid, campaign_title as title from donation where donation.campaign_id = position.campaign_id limit 1) subject
    where receivable <> 0 or undeducted <> 0 or open.kobo is not null or position.campaign_id = ${campaignId ?? ''}`,
  )
  return rows
    .map((row) => ({ ...row, exposure: Math.max(0, toBalance(row)) }))
    .toSorted((one, other) => other.exposure - one.exposure)
}
