import * as z from 'zod/mini'

import { toFullName } from '#shared/full-name.ts'
import { correspondenceKinds, type DisputeEvidence } from '#shared/dispute.ts'

import type { Queries } from '../../platform/database/database.ts'
import { sql } from '../../platform/database/sql.ts'
import type { DonationKey } from '../ledger/provider-report.ts'
import type { ContentStore } from '../../providers/content/content.ts'
import type { Receipts } from '../receipts/receipts.ts'
import type { Sealing } from '../../platform/runtime/sealing.ts'
import type { DisputeRow } from './dispute-rows.ts'

export type EvidenceDeps = {
  database: Queries
  content: Pick<ContentStore, 'findCampaign' | 'findUserByUid'>
  receipts: Pick<Receipts, 'findReceipt'>
  sealing: Pick<Sealing, 'open'>
}

const factsRow = z.object({
  reference: z.string(),
  name: z.string(),
  emailSealed: z.instanceof(Buffer),
  slug: z.string(),
  paidAt: z.date(),
  channel: z.nullable(z.string()),
})
const letterRow = z.object({ kind: z.enum(correspondenceKinds), at: z.date(), text: z.string() })

/** What we know about the donation that a bank disputes, and what was written about it. */
export async function collectEvidence(
  deps: EvidenceDeps,
  row: DisputeRow,
): Promise<DisputeEvidence> {
  const donation = { campaignId: row.campaignId, id: row.donationId }
  const [facts, receipt, letters] = await Promise.all([
    findFacts(deps.database, donation),
    deps.receipts.findReceipt(donation),
    listCorrespondence(deps.database, donation),
  ])
  if (!facts) throw new Error('a dispute has a donation')
  const { reference, name, emailSealed, slug, paidAt, channel } = facts
  return {
    reference,
    donor: { name, email: deps.sealing.open('donor-email', emailSealed) },
    donated: row.donated,
    paidAt: paidAt.toISOString(),
    channel,
    receipt: receipt ? { number: receipt.facts.number, code: receipt.facts.code } : null,
    campaign: await describeCampaign(deps, row, slug),
    correspondence: letters.map(({ at, ...letter }) => ({ ...letter, at: at.toISOString() })),
  }
}

/** A deleted campaign is described by what the donation keeps of it. */
async function describeCampaign(
  { content }: EvidenceDeps,
  { campaignId, ownerUid, campaign: title }: DisputeRow,
  slug: string,
): Promise<DisputeEvidence['campaign']> {
  const [campaign, owner] = await Promise.all([
    content.findCampaign(campaignId),
    content.findUserByUid(ownerUid),
  ])
  const raiseMoneyFor = campaign?.raiseMoneyFor ?? ''
  return { title, slug: campaign?.slug ?? slug, organiser: toFullName(owner), raiseMoneyFor }
}

const findFacts = (queries: Queries, { campaignId, id }: DonationKey) =>
  queries.row(
    factsRow,
    sql`select donation.reference, donor_name as name, donor_email_sealed as "emailSealed", campaign_slug as slug,
          coalesce(payment.paid_at, donation.created_at) as "paidAt", payment.channel
        from donation left join provider_payment payment on payment.campaign_id = donation.campaign_id and payment.donation_id = donation.id
        where donation.campaign_id = ${campaignId} and donation.id = ${id}`,
  )

/** The receipt, the organiser's thank-you messages, and what was asked about refunds. Oldest first. */
const listCorrespondence = (queries: Queries, { campaignId, id }: DonationKey) =>
  queries.rows(
    letterRow,
    sql`select kind, at, text from (
          select 'receipt' as kind, issued_at as at, number as text from receipt
            where campaign_id = ${campaignId} and donation_id = ${id}
          union all
          select 'thank-you', delivery.sent_at, message.message
            from thank_you_delivery delivery
            join thank_you_message message on message.campaign_id = delivery.campaign_id and message.id = delivery.message_id
            join donation on donation.campaign_id = delivery.campaign_id and donation.donor_key = delivery.donor_key
            where donation.campaign_id = ${campaignId} and donation.id = ${id} and message.created_at >= donation.created_at
          union all
          select 'refund-request', created_at, concat(requested_by, ': ', state, ' ', reason) from refund
            where campaign_id = ${campaignId} and donation_id = ${id}) letter
        order by at`,
  )
