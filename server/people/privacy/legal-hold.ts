import * as z from 'zod/mini'

import type { HoldReason } from '#shared/legal-hold.ts'

import { checkoutMs } from '../../money/ledger/ledger.ts'
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

/** A reason, and a condition that is true while it holds. */
type Hold = [reason: HoldReason, condition: Sql]

const openDispute = sql`dispute.status not in ('resolved', 'archived')`
const isUnderWay = (now: Date) => sql`(state in ('created', 'initialized', 'init_unknown')
  and donation.created_at > ${new Date(now.getTime() - checkoutMs)})`
const openRefund = sql`refund.state not in ('processed', 'given-up')`

/** The holds of campaigns, each a table with what is open in it. A reason that is missing here does not prevent a deletion. */
function listCampaignHolds(ids: readonly string[], { mode, now }: HoldScope): Hold[] {
  const holds: [reason: HoldReason, from: Sql, isOpen: Sql][] = [
    ['campaign-frozen', sql`from campaign_freeze`, sql`true`],
    ['check-open', sql`from campaign_report`, sql`resolved_at is null`],
    ['check-open', sql`from moderation_case`, sql`closed_at is null`],
    ['check-open', sql`from moderation_appeal`, sql`closed_at is null`],
    // A takedown comes with a freeze, so that this only matters for rows that something else has changed.
    ['campaign-frozen', sql`from moderation_decision`, sql`ended_at is null`],
    // Reports stay confidential: the owner reads 'check-open' also of payments that are checked.
    [
      'check-open',
      sql`from quarantined_payment`,
      sql`mode = ${mode} and state in ('open', 'refunding')`,
    ],
    ['dispute-open', sql`from provider_dispute dispute`, sql`mode = ${mode} and ${openDispute}`],
    [
      'payouts-stopped',
      sql`from payout_hold`,
      sql`mode = ${mode} and state <> 'released' and exists (
        select from donation where donation.campaign_id = payout_hold.campaign_id and donation.mode = payout_hold.mode)`,
    ],
    // What is paid and not yet in a settlement is due. What was paid out and then refunded is a receivable.
    [
      'money-unsettled',
      sql`from campaign_total`,
      sql`mode = ${mode} group by campaign_id
        having sum(payable_due_kobo) <> 0 or sum(payable_held_kobo) <> 0 or sum(owner_receivable_kobo) <> 0`,
    ],
    ['payment-under-way', sql`from donation`, sql`mode = ${mode} and ${isUnderWay(now)}`],
    ['refund-open', sql`from refund`, sql`mode = ${mode} and ${openRefund}`],
  ]
  return holds.map(([reason, from, isOpen]) => [
    reason,
    sql`exists (select ${from} where campaign_id = any(${ids}) and ${isOpen})`,
  ])
}

/** The holds of the donations of a person that `own` selects. */
const listDonorHolds = (own: Sql, { mode, now }: HoldScope): Hold[] => [
  [
    'own-payment-under-way',
    sql`exists (select from donation where ${own} and mode = ${mode} and ${isUnderWay(now)})`,
  ],
  [
    'own-dispute-open',
    sql`exists (
      select from donation join provider_dispute dispute
        on dispute.campaign_id = donation.campaign_id and dispute.donation_id = donation.id
      where ${own} and dispute.mode = ${mode} and ${openDispute})`,
  ],
  [
    'own-refund-open',
    sql`exists (
      select from donation join refund
        on refund.campaign_id = donation.campaign_id and refund.donation_id = donation.id
      where ${own} and refund.mode = ${mode} and ${openRefund})`,
  ],
]

export type LegalHold = ReturnType<typeof openLegalHold>

/** Why campaigns and accounts must not be deleted now. */
export function openLegalHold({ mode, now }: { mode: string; now: () => Date }) {
  const list = async (queries: Queries, holds: readonly Hold[]): Promise<HoldReason[]> => {
    const checks = holds.map(
      ([reason, condition]) => sql`select ${reason}::text where ${condition}`,
    )
    const reasons = await queries.values(z.string(), joinSql(checks, sql` union all `))
    return [...new Set(reasons as HoldReason[])]
  }
  return {
    /** The holds of the donations that were made with an address and without an account. */
    listGuestHolds: (queries: Queries, donorKey: Buffer): Promise<HoldReason[]> =>
      list(queries, listDonorHolds(toOwnOfGuest(donorKey), { mode, now: now() })),

    /** Each reason once. Ask inside the transaction that deletes, so that what arrives at the same moment counts. */
    listHolds(queries: Queries, { campaignIds, donor }: HoldSubject): Promise<HoldReason[]> {
      const scope = { mode, now: now() }
      return list(queries, [
        ...listCampaignHolds(campaignIds, scope),
        ...(donor ? listDonorHolds(toOwn(donor), scope) : []),
      ])
    },
  }
}

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
