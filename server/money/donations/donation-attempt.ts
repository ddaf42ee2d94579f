import { randomUUID } from 'node:crypto'

import * as z from 'zod/mini'

import type { DonationForm } from '#shared/donation.ts'
import { platformCharge, quoteFees } from '#shared/fees.ts'
import type { Language } from '#shared/language.ts'
import { policyVersions } from '#shared/policy-versions.ts'

import type { Queries, Transaction } from '../../platform/database/database.ts'
import { sql } from '../../platform/database/sql.ts'
import type { RequestHashes } from '../../platform/http/idempotency.ts'
import {
  donationStates,
  newAccessCode,
  newReference,
  type DonationKey,
} from '../ledger/entries/donation-row.ts'
import type { PaymentDeps } from '../ledger/entries/ledger-deps.ts'
import type { StoredCampaign } from '../../providers/content/content.ts'
import type { SplitTerms } from '../../providers/payments/split-terms.ts'
import { getFirstCheck } from './due-checks.ts'

export type DonationRequest = {
  campaign: Pick<StoredCampaign, 'id' | 'slug' | 'title' | 'ownerUid' | 'endDate' | 'bankAccount'>
  donorUid: string | null
  form: DonationForm
  language: Language
  /** The link under which the donor came. */
  source?: string | null
  idempotencyKey: string
}

export type Attempt = DonationRequest & RequestHashes
export type NewDonation = { id: string; reference: string; accessCode: string; terms: SplitTerms }

const attemptSchema = z.object({
  donationId: z.string(),
  bodyHash: z.instanceof(Buffer),
  claimedUntil: z.date(),
  state: z.enum(donationStates),
  accessCode: z.string(),
  url: z.nullable(z.string()),
  refusal: z.nullable(z.string()),
})
/** The last attempt under the same idempotency key. */
export type EarlierAttempt = z.output<typeof attemptSchema>

/** Longer than the timeout of a request to the provider. */
const leaseMs = 30_000

export async function findAttempt(
  { database }: PaymentDeps,
  { campaign, keyHash }: Attempt,
): Promise<EarlierAttempt | undefined> {
  return database.row(
    attemptSchema,
    sql`select start.donation_id as "donationId", start.body_hash as "bodyHash", start.claimed_until as "claimedUntil",
          donation.state, donation.access_code as "accessCode", donation.checkout_url as url, donation.refusal
        from donation_start start
        join donation on donation.campaign_id = start.campaign_id and donation.id = start.donation_id
        where start.campaign_id = ${campaign.id} and start.key_hash = ${keyHash}`,
  )
}

/** Stores a new donation with its own reference. Undefined if another request claimed the key first. */
export async function claimAttempt(
  deps: PaymentDeps,
  attempt: Attempt,
  earlier: EarlierAttempt | undefined,
): Promise<NewDonation | undefined> {
  const donation = {
    id: randomUUID(),
    reference: newReference(),
    accessCode: newAccessCode(),
    terms: deps.payments.getSplitTerms(attempt.form.amount),
  }
  const at = deps.now()
  return deps.database.transaction(async (queries) => {
    const claimed = earlier
      ? await replaceAttempt(queries, attempt, { id: donation.id, at, earlier: earlier.donationId })
      : await insertAttempt(queries, attempt, { id: donation.id, at })
    if (claimed === 0) return undefined
    await insertDonation(queries, deps, { attempt, donation, at })
    return donation
  })
}

function insertAttempt(
  { run }: Transaction,
  { campaign, keyHash, bodyHash }: Attempt,
  { id, at }: { id: string; at: Date },
) {
  return run(sql`
    insert into donation_start (campaign_id, key_hash, body_hash, donation_id, claimed_until, created_at)
    values (${campaign.id}, ${keyHash}, ${bodyHash}, ${id}, ${toLeaseEnd(at)}, ${at})
    on conflict do nothing`)
}

async function replaceAttempt(
  queries: Transaction,
  { campaign, keyHash, bodyHash }: Attempt,
  { id, at, earlier }: { id: string; at: Date; earlier: string },
) {
  const replaced = await queries.run(sql`
    update donation_start set donation_id = ${id}, body_hash = ${bodyHash}, claimed_until = ${toLeaseEnd(at)}
    where campaign_id = ${campaign.id} and key_hash = ${keyHash} and donation_id = ${earlier}`)
  if (replaced > 0) await abandonAttempt(queries, { campaignId: campaign.id, id: earlier })
  return replaced
}

async function insertDonation(
  { run }: Transaction,
  { payments, sealing }: PaymentDeps,
  { attempt, donation, at }: { attempt: Attempt; donation: NewDonation; at: Date },
) {
  const { campaign, donorUid, form, language } = attempt
  const { id, reference, accessCode, terms } = donation
  await run(sql`
    insert into donation (
      campaign_id, id, mode, reference, access_code, owner_uid, donor_uid, donor_email_sealed, donor_key, donor_name, message,
      anonymous, wants_updates, shares_email, amount_kobo, platform_kobo, quoted_fee_kobo, fee_bearer, transaction_charge_kobo,
      sub_account_code, campaign_title, campaign_slug, campaign_end, source, shows_name, hides_amount, shows_message, language, terms_version, state, created_at, next_check_at)
    values (
      ${campaign.id}, ${id}, ${payments.mode}, ${reference}, ${accessCode}, ${campaign.ownerUid}, ${donorUid},
      ${sealing.seal('donor-email', form.email)}, ${sealing.fingerprint('donor', form.email.toLowerCase())}, ${form.name},
      ${form.message}, ${form.anonymous}, ${form.updates}, ${form.shareEmail && !form.anonymous}, ${form.amount}, ${platformCharge}, ${quoteFees(form.amount).fee},
      ${terms.feeBearer}, ${terms.transactionCharge}, ${campaign.bankAccount.subAccountCode}, ${campaign.title}, ${campaign.slug},
      ${campaign.endDate}, ${attempt.source ?? null}, ${form.showName === undefined ? null : form.showName && !form.anonymous},
      ${form.showName === undefined ? null : (form.hideAmount ?? false)}, ${form.showName === undefined ? null : (form.showMessage ?? false)},
      ${language}, ${policyVersions.terms.version}, 'created', ${at}, ${getFirstCheck(at)})`)
  await run(sql`insert into donation_reference values (${reference}, ${campaign.id}, ${id})`)
  await run(sql`insert into donation_access_code values (${accessCode}, ${campaign.id}, ${id})`)
}

/** False if another request took the form over, so that two checkout pages are never open for one form. */
export async function finishAttempt(
  { run }: Queries,
  { campaignId, id }: DonationKey,
  url: string,
) {
  const changed = await run(sql`
    update donation set state = 'initialized', checkout_url = ${url}
    where campaign_id = ${campaignId} and id = ${id} and state = 'created'`)
  return changed > 0
}

export async function refuseAttempt(
  { run }: Queries,
  { campaignId, id }: DonationKey,
  message: string,
) {
  await run(sql`
    update donation set state = 'refused', refusal = ${message}, next_check_at = null
    where campaign_id = ${campaignId} and id = ${id} and state = 'created'`)
}

/** The provider's answer is missing, so later checks find out whether the page exists and was paid. */
export async function abandonAttempt({ run }: Queries, { campaignId, id }: DonationKey) {
  await run(sql`
    update donation set state = 'init_unknown'
    where campaign_id = ${campaignId} and id = ${id} and state = 'created'`)
}

function toLeaseEnd(at: Date) {
  return new Date(at.getTime() + leaseMs)
}
