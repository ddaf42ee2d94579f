import { randomUUID } from 'node:crypto'

import * as z from 'zod/mini'

import type { Donation } from '#shared/donation.ts'
import { platformCharge, quoteFees } from '#shared/fees.ts'

import type { Queries } from '../database/database.ts'
import { sql } from '../database/sql.ts'
import type { StoredCampaign } from '../providers/content/content.ts'
import { donationStates, newReceiptCode, newReference } from '../ledger/donation-row.ts'
import { firstCheck } from './due-checks.ts'
import type { LedgerParts } from '../ledger/ledger-deps.ts'

export type DonationRequest = {
  campaign: Pick<StoredCampaign, 'id' | 'slug' | 'title' | 'ownerUid' | 'endDate' | 'bankAccount'>
  donorUid: string | null
  form: Donation
  /** The form's own key: however often it is sent, it starts one payment. */
  key: string
}

/** A form sent by somebody: which form, and the fingerprint of what it holds. */
export type Attempt = DonationRequest & { keyHash: Buffer; bodyHash: Buffer }
export type NewDonation = { id: string; reference: string; receipt: string }
type Place = { campaignId: string; id: string }

const knownSchema = z.object({
  donationId: z.string(),
  bodyHash: z.instanceof(Buffer),
  claimedUntil: z.date(),
  state: z.enum(donationStates),
  receipt: z.string(),
  url: z.nullable(z.string()),
  refusal: z.nullable(z.string()),
})
/** What became of the form when it was sent before. */
export type KnownAttempt = z.output<typeof knownSchema>

/** Longer than the provider is ever waited for. */
const leaseMs = 30_000

export async function findAttempt(
  { database }: LedgerParts,
  { campaign, keyHash }: Attempt,
): Promise<KnownAttempt | undefined> {
  return database.row(
    knownSchema,
    sql`select start.donation_id as "donationId", start.body_hash as "bodyHash", start.claimed_until as "claimedUntil",
          donation.state, donation.receipt, donation.checkout_url as url, donation.refusal
        from donation_start start
        join donation on donation.campaign_id = start.campaign_id and donation.id = start.donation_id
        where start.campaign_id = ${campaign.id} and start.key_hash = ${keyHash}`,
  )
}

/** Writes a new donation for the form, with a reference of its own. Undefined if somebody else was faster. */
export async function claimAttempt(
  parts: LedgerParts,
  attempt: Attempt,
  known: KnownAttempt | undefined,
): Promise<NewDonation | undefined> {
  const donation = { id: randomUUID(), reference: newReference(), receipt: newReceiptCode() }
  const at = parts.now()
  return parts.database.transaction(async (queries) => {
    const mine = known
      ? await takeOver(queries, attempt, { id: donation.id, at, instead: known.donationId })
      : await takeFirst(queries, attempt, { id: donation.id, at })
    if (mine === 0) return undefined
    await insertDonation(queries, parts, { attempt, donation, at })
    return donation
  })
}

function takeFirst(
  { run }: Queries,
  { campaign, keyHash, bodyHash }: Attempt,
  { id, at }: { id: string; at: Date },
) {
  return run(sql`
    insert into donation_start (campaign_id, key_hash, body_hash, donation_id, claimed_until, created_at)
    values (${campaign.id}, ${keyHash}, ${bodyHash}, ${id}, ${leaseFrom(at)}, ${at})
    on conflict do nothing`)
}

async function takeOver(
  queries: Queries,
  { campaign, keyHash, bodyHash }: Attempt,
  { id, at, instead }: { id: string; at: Date; instead: string },
) {
  const taken = await queries.run(sql`
    update donation_start set donation_id = ${id}, body_hash = ${bodyHash}, claimed_until = ${leaseFrom(at)}
    where campaign_id = ${campaign.id} and key_hash = ${keyHash} and donation_id = ${instead}`)
  if (taken > 0) await giveUpAttempt(queries, { campaignId: campaign.id, id: instead })
  return taken
}

async function insertDonation(
  { run }: Queries,
  { payments, sealing }: LedgerParts,
  { attempt, donation, at }: { attempt: Attempt; donation: NewDonation; at: Date },
) {
  const { campaign, donorUid, form } = attempt
  const { id, reference, receipt } = donation
  await run(sql`
    insert into donation (
      campaign_id, id, mode, reference, receipt, owner_uid, donor_uid, donor_email_sealed, donor_key, donor_name, message,
      anonymous, updates, amount_kobo, platform_kobo, quoted_fee_kobo, sub_account_code, campaign_title, campaign_slug, campaign_end,
      state, created_at, next_check_at)
    values (
      ${campaign.id}, ${id}, ${payments.mode}, ${reference}, ${receipt}, ${campaign.ownerUid}, ${donorUid},
      ${sealing.seal('donor-email', form.email)}, ${sealing.fingerprint('donor', form.email.toLowerCase())}, ${form.name},
      ${form.message}, ${form.anonymous}, ${form.updates}, ${form.amount}, ${platformCharge}, ${quoteFees(form.amount).fee},
      ${campaign.bankAccount.subAccountCode}, ${campaign.title}, ${campaign.slug},
      ${campaign.endDate}, 'created', ${at}, ${firstCheck(at)})`)
  await run(sql`insert into donation_reference values (${reference}, ${campaign.id}, ${id})`)
  await run(sql`insert into donation_receipt values (${receipt}, ${campaign.id}, ${id})`)
}

/** False if somebody took the form over in the meantime: this page must not be paid beside another. */
export async function finishAttempt({ run }: Queries, { campaignId, id }: Place, url: string) {
  const changed = await run(sql`
    update donation set state = 'initialized', checkout_url = ${url}
    where campaign_id = ${campaignId} and id = ${id} and state = 'created'`)
  return changed > 0
}

export async function refuseAttempt({ run }: Queries, { campaignId, id }: Place, message: string) {
  await run(sql`
    update donation set state = 'refused', refusal = ${message}, next_check_at = null
    where campaign_id = ${campaignId} and id = ${id} and state = 'created'`)
}

/** The provider was asked and nobody heard the answer: later checks will tell what came of it. */
export async function giveUpAttempt({ run }: Queries, { campaignId, id }: Place) {
  await run(sql`
    update donation set state = 'init_unknown'
    where campaign_id = ${campaignId} and id = ${id} and state = 'created'`)
}

function leaseFrom(at: Date) {
  return new Date(at.getTime() + leaseMs)
}
