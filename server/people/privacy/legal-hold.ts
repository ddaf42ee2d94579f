import * as z from 'zod/mini'

import type { HoldReason } from '#shared/legal-hold.ts'

import { checkoutMs } from '../../money/ledger/totals.ts'
import type { Queries } from '../../platform/database/database.ts'
import { joinSql, sql, type Sql } from '../../platform/database/sql.ts'
import type { ContentStore, StoredCampaign } from '../../providers/content/content.ts'

/** What is about to be deleted: campaigns with their owner's account, and donations of a person. */
export type HoldSubject = {
  campaignIds: readonly string[]
  /** The person whose donations are erased, by account and by the key of a confirmed address. */
  donor?: { uid?: string; key?: Buffer }
}

type HoldScope = { mode: string; now: Date }

type Hold<Subject> = {
  /** What the owner reads. Reports stay confidential: 'check-open' also stands for payments that are checked. */
  reason: HoldReason
  /** True while the hold lasts. */
  sql: (subject: Subject, scope: HoldScope) => Sql
}

const openDispute = sql`dispute.status not in ('resolved', 'archived')`
const isUnderWay = (now: Date) => sql`(state in ('created', 'initialized', 'init_unknown')
  and donation.created_at > ${new Date(now.getTime() - checkoutMs)})`
const openRefund = sql`refund.state not in ('processed', 'given-up')`

/** The holds of campaigns. A reason that is missing here does not prevent a deletion. */
const campaignHolds: readonly Hold<readonly string[]>[] = [
  {
    reason: 'campaign-frozen',
    sql: (ids) => sql`exists (select from campaign_freeze where campaign_id = any(${ids}))`,
  },
  {
    reason: 'check-open',
    sql: (ids) => sql`exists (
      select from campaign_report where campaign_id = any(${ids}) and resolved_at is null)`,
  },
  {
    reason: 'check-open',
    sql: (ids) => sql`exists (
      select from moderation_case where campaign_id = any(${ids}) and closed_at is null)`,
  },
  {
    reason: 'check-open',
    sql: (ids) => sql`exists (
      select from moderation_appeal where campaign_id = any(${ids}) and closed_at is null)`,
  },
  {
    // A takedown comes with a freeze, so that this only matters for rows that something else has changed.
    reason: 'campaign-frozen',
    sql: (ids) => sql`exists (
      select from moderation_decision where campaign_id = any(${ids}) and ended_at is null)`,
  },
  {
    reason: 'check-open',
    sql: (ids, { mode }) => sql`exists (
      select from quarantined_payment
      where campaign_id = any(${ids}) and mode = ${mode} and state in ('open', 'refunding'))`,
  },
  {
    reason: 'dispute-open',
    sql: (ids, { mode }) => sql`exists (
      select from provider_dispute dispute
      where campaign_id = any(${ids}) and mode = ${mode} and ${openDispute})`,
  },
  {
    reason: 'payouts-stopped',
    sql: (ids, { mode }) => sql`exists (
      select from payout_hold
      where campaign_id = any(${ids}) and mode = ${mode} and state <> 'released' and exists (
        select from donation where donation.campaign_id = payout_hold.campaign_id and donation.mode = payout_hold.mode))`,
  },
  {
    // What is paid and not yet in a settlement is due. What was paid out and then refunded is a receivable.
    reason: 'money-unsettled',
    sql: (ids, { mode }) => sql`exists (
      select from campaign_total where campaign_id = any(${ids}) and mode = ${mode}
      group by campaign_id
      having sum(payable_due_kobo) <> 0 or sum(payable_held_kobo) <> 0 or sum(owner_receivable_kobo) <> 0)`,
  },
  {
    reason: 'payment-under-way',
    sql: (ids, { mode, now }) => sql`exists (
      select from donation where campaign_id = any(${ids}) and mode = ${mode}
        and ${isUnderWay(now)})`,
  },
  {
    reason: 'refund-open',
    sql: (ids, { mode }) => sql`exists (
      select from refund where campaign_id = any(${ids}) and mode = ${mode} and ${openRefund})`,
  },
]

/** The holds of a person's own donations. `subject` selects them. */
const donorHolds: readonly Hold<Sql>[] = [
  {
    reason: 'own-payment-under-way',
    sql: (own, { mode, now }) => sql`exists (
      select from donation where ${own} and mode = ${mode} and ${isUnderWay(now)})`,
  },
  {
    reason: 'own-dispute-open',
    sql: (own, { mode }) => sql`exists (
      select from donation join provider_dispute dispute
        on dispute.campaign_id = donation.campaign_id and dispute.donation_id = donation.id
      where ${own} and dispute.mode = ${mode} and ${openDispute})`,
  },
  {
    reason: 'own-refund-open',
    sql: (own, { mode }) => sql`exists (
      select from donation join refund
        on refund.campaign_id = donation.campaign_id and refund.donation_id = donation.id
      where ${own} and refund.mode = ${mode} and ${openRefund})`,
  },
]

export type LegalHold = ReturnType<typeof openLegalHold>

/** Why campaigns and accounts must not be deleted now. */
export function openLegalHold({ mode, now }: { mode: string; now: () => Date }) {
  const list = async (queries: Queries, checks: readonly Sql[]): Promise<HoldReason[]> => {
    const rows = await queries.rows(reasonRow, joinSql(checks, sql` union all `))
    return [...new Set(rows.map(({ reason }) => reason as HoldReason))]
  }
  const toDonorChecks = (own: Sql) =>
    donorHolds.map((hold) => toCheck(hold.reason, hold.sql(own, { mode, now: now() })))
  return {
    /** The holds of the donations that were made with an address and without an account. */
    listGuestHolds: (queries: Queries, donorKey: Buffer): Promise<HoldReason[]> =>
      list(queries, toDonorChecks(toOwnOfGuest(donorKey))),

    /** Each reason once. Ask inside the transaction that deletes, so that what arrives at the same moment counts. */
    async listHolds(queries: Queries, { campaignIds, donor }: HoldSubject): Promise<HoldReason[]> {
      const scope = { mode, now: now() }
      return list(queries, [
        ...campaignHolds.map((hold) => toCheck(hold.reason, hold.sql(campaignIds, scope))),
        ...(donor ? toDonorChecks(toOwn(donor)) : []),
      ])
    },
  }
}

const reasonRow = z.object({ reason: z.string() })

const toCheck = (reason: HoldReason, condition: Sql) =>
  sql`select ${reason}::text as reason where ${condition}`

function toOwn({ uid, key }: NonNullable<HoldSubject['donor']>): Sql {
  return sql`(donation.donor_uid = ${uid ?? null}
    or (donation.donor_uid is null and donation.donor_key = ${key ?? null}::bytea))`
}

const toOwnOfGuest = (key: Buffer) =>
  sql`(donation.donor_key = ${key} and donation.donor_uid is null)`

/** All campaigns of the owner, in every status. */
export async function listOwnCampaigns(
  content: Pick<ContentStore, 'listCampaigns'>,
  ownerUid: string,
): Promise<StoredCampaign[]> {
  const campaigns: StoredCampaign[] = []
  let after: string | null = ''
  while (after !== null) {
    const options = { limit: 100, ...(after !== '' && { after }) }
    const page = await content.listCampaigns({ ownerUid }, options)
    campaigns.push(...page.campaigns)
    after = page.next
  }
  return campaigns
}
