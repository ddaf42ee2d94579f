import { randomUUID } from 'node:crypto'

import * as z from 'zod/mini'

import { daysLeft } from '#shared/day.ts'
import type { DonationForm } from '#shared/donation.ts'
import { platformCharge, quoteFees } from '#shared/fees.ts'
import { kobo, type Kobo } from '#shared/money.ts'
import type { Language } from '#shared/language.ts'
import { policyVersions } from '#shared/policy-versions.ts'

import { hashRequest, replayOrClaim, type RequestHashes } from '../../platform/http/idempotency.ts'
import {
  type DonationKey,
  donationStates,
  type LedgerDeps,
  newAccessCode,
  newReference,
  type PaymentDeps,
} from '../ledger/provider-report.ts'
import { lockPosition } from '../ledger/book-entry.ts'
import { isPayeeApproved } from '../payouts/approved-payees.ts'
import { isFrozen } from '../ledger/frozen-campaign.ts'
import { joinRunningCall } from '../../platform/runtime/single-flight.ts'
import type { Queries, Transaction } from '../../platform/database/database.ts'
import { sql, type Sql } from '../../platform/database/sql.ts'
import type { StoredCampaign } from '../../providers/content/content.ts'
import {
  type SplitTerms,
  type InitializeResult,
  PaymentsUnavailable,
} from '../../providers/payments/payments.ts'

/** Longer than the lease of an attempt, so that the claim of a process that crashed can be taken over. */
const waitMs = 35_000

export function donationStart(deps: PaymentDeps) {
  const once = joinRunningCall<StartOutcome>()

  return {
    /** Stores the donation before the provider is asked, so that the provider never knows a payment that we do not know. */
    startDonation(request: DonationRequest): Promise<StartOutcome> {
      const { campaign, donorUid, idempotencyKey, form } = request
      const scope = donorUid ?? ''
      const hashes = hashRequest(deps.sealing, 'donation', { scope, key: idempotencyKey, form })
      const [keyText, bodyText] = [hashes.keyHash.toString('hex'), hashes.bodyHash.toString('hex')]
      return once(`${campaign.id} ${keyText} ${bodyText}`, () =>
        start(deps, { ...request, ...hashes }),
      )
    },
  }
}

async function start(deps: PaymentDeps, attempt: Attempt): Promise<StartOutcome> {
  const outcome = await replayOrClaim<EarlierAttempt, StartOutcome>(attempt, waitMs, {
    find: () => findAttempt(deps, attempt),
    replay: toOutcome,
    isInProgress: ({ state, claimedUntil }) => state === 'created' && claimedUntil > deps.now(),
    // The provider holds nothing for a refused form, so that the donor may correct and resend it.
    isReplaceable: ({ state }) => state === 'refused',
    claimAndRun: async (earlier, hasWaited) => {
      if (hasWaited && earlier?.state === 'init_unknown') return { kind: 'unavailable' }
      if (!(await isOpen(deps, attempt))) return { kind: 'closed' }
      const donation = await claimAttempt(deps, attempt, earlier)
      return donation && openCheckout(deps, attempt, donation)
    },
  })
  return outcome ?? { kind: 'unavailable' }
}

function toOutcome({ state, refusal, url, accessCode }: EarlierAttempt): StartOutcome | undefined {
  if (state === 'refused') return { kind: 'refused', message: refusal ?? '' }
  return url === null ? undefined : { kind: 'started', url, accessCode }
}

export async function isOpen(
  { database, now }: { database: Queries; now: () => Date },
  { campaign }: Pick<DonationRequest, 'campaign'>,
): Promise<boolean> {
  const hasTime = (daysLeft(campaign.endDate, now()) ?? 1) > 0
  return (
    hasTime &&
    !(await isFrozen(database, campaign.id)) &&
    (await isPayeeApproved(database, campaign))
  )
}

export type DonationRequest = {
  campaign: Pick<StoredCampaign, 'id' | 'slug' | 'title' | 'ownerUid' | 'endDate' | 'bankAccount'>
  donorUid: string | null
  form: DonationForm
  language: Language
  /** The link under which the donor came. */
  source?: string | null
  idempotencyKey: string
  /** Of a donation that the donor gives every month: the server starts this one and pays it with the donor's card. */
  ofMonth?: { id: string; month: string; reference: string; termsVersion: string | null }
}

const isMonthly = ({ form, campaign }: Pick<DonationRequest, 'form' | 'campaign'>) =>
  form.monthly === true && campaign.endDate === null

type NewRequest = Omit<DonationRequest, 'idempotencyKey'>
type Attempt = DonationRequest & RequestHashes
type NewDonation = {
  id: string
  reference: string
  accessCode: string
  terms: SplitTerms
  recovered: Kobo
}

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
type EarlierAttempt = z.output<typeof attemptSchema>

/** Longer than the timeout of a request to the provider. */
const leaseMs = 30_000

async function findAttempt(
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
async function claimAttempt(
  deps: PaymentDeps,
  attempt: Attempt,
  earlier: EarlierAttempt | undefined,
): Promise<NewDonation | undefined> {
  const at = deps.now()
  return deps.database.transaction(async (queries) => {
    const donation = await newDonation(deps, queries, attempt)
    const claimed = earlier
      ? await replaceAttempt(queries, attempt, { id: donation.id, at, earlier: earlier.donationId })
      : await insertAttempt(queries, attempt, { id: donation.id, at })
    if (claimed === 0) return undefined
    await insertDonation(queries, deps, { attempt, donation, at })
    return donation
  })
}

/** Stores the donation of a month, which `chargeAuthorization` pays. */
export async function insertCharge(queries: Transaction, deps: PaymentDeps, request: NewRequest) {
  const donation = await newDonation(deps, queries, request)
  await insertDonation(queries, deps, { attempt: request, donation, at: deps.now() })
}

const newDonation = async (deps: PaymentDeps, queries: Transaction, request: NewRequest) => ({
  id: randomUUID(),
  reference: request.ofMonth?.reference ?? newReference(),
  accessCode: newAccessCode(),
  ...(await toTerms(deps, queries, request)),
})

/**
 * Half of what the organiser would get, as long as they owe Ajo what the provider took from our account. It may still deduct the rest from
 * a payout. The donor pays the same. Checkouts of an organiser who owes start one after the other, so that they do not take a sum twice.
 */
async function toTerms(deps: PaymentDeps, queries: Transaction, { campaign, form }: NewRequest) {
  const { payments } = deps
  const terms = payments.getSplitTerms(form.amount)
  let debt = await readDebt(deps, queries, campaign)
  if (debt > 0) {
    await lockPosition(queries, { campaignId: campaign.id, mode: payments.mode })
    debt = await readDebt(deps, queries, campaign)
  }
  const fee = terms.feeBearer === 'subaccount' ? quoteFees(form.amount).fee : 0
  const half = Math.floor((form.amount - terms.transactionCharge - fee) / 2)
  const recovered = kobo(Math.max(0, Math.min(debt, half)))
  const transactionCharge = kobo(terms.transactionCharge + recovered)
  return { terms: { ...terms, transactionCharge }, recovered }
}

async function readDebt(
  { payments: { mode }, now }: PaymentDeps,
  { value }: Transaction,
  { id }: Attempt['campaign'],
) {
  const dayAgo = new Date(now().getTime() - checkoutMs)
  const debt = await value(
    z.int(),
    sql`select ((
          select coalesce(sum(owner_receivable_kobo + donor_clearing_kobo), 0) from campaign_total
          where campaign_id = ${id} and mode = ${mode}) - (
          select coalesce(sum(recovered_kobo), 0) from donation
          where campaign_id = ${id} and mode = ${mode} and recovered_kobo > 0
            and state in ('created', 'initialized', 'init_unknown') and created_at > ${dayAgo}))::bigint as kobo`,
  )
  return debt ?? 0
}
/** Longer than a checkout page is open. */
const checkoutMs = 86_400_000

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
  if (replaced > 0) await endAttempt(queries, { campaignId: campaign.id, id: earlier }, abandoned)
  return replaced
}

async function insertDonation(
  { run }: Transaction,
  { payments, sealing }: PaymentDeps,
  { attempt, donation, at }: { attempt: NewRequest; donation: NewDonation; at: Date },
) {
  const { campaign, donorUid, form, language } = attempt
  const shown = toShown(form)
  const series = attempt.ofMonth ?? toSeries(attempt, donation)
  const { id, reference, accessCode, terms } = donation
  await run(sql`
    insert into donation (
      campaign_id, id, mode, reference, access_code, owner_uid, donor_uid, donor_email_sealed, donor_key, donor_name, message,
      anonymous, wants_updates, shares_email, amount_kobo, platform_kobo, quoted_fee_kobo, fee_bearer, transaction_charge_kobo,
      recovered_kobo, sub_account_code, campaign_title, campaign_slug, campaign_end, source, shows_name, hides_amount, shows_message, language, terms_version,
      monthly_id, monthly_month, state, created_at, next_check_at)
    values (
      ${campaign.id}, ${id}, ${payments.mode}, ${reference}, ${accessCode}, ${campaign.ownerUid}, ${donorUid},
      ${sealing.seal('donor-email', form.email)}, ${sealing.fingerprint('donor', form.email.toLowerCase())}, ${form.name},
      ${form.message}, ${form.anonymous}, ${form.updates}, ${form.shareEmail && !form.anonymous}, ${form.amount}, ${platformCharge}, ${quoteFees(form.amount).fee},
      ${terms.feeBearer}, ${terms.transactionCharge}, ${donation.recovered}, ${campaign.bankAccount.subAccountCode}, ${campaign.title}, ${campaign.slug},
      ${campaign.endDate}, ${attempt.source ?? null}, ${shown.name},
      ${shown.amount}, ${shown.message},
      ${language}, ${series.termsVersion}, ${series.id}, ${series.month}, 'created', ${at}, ${getFirstCheck(at)})`)
  await run(sql`insert into donation_reference values (${reference}, ${campaign.id}, ${id})`)
  await run(sql`insert into donation_access_code values (${accessCode}, ${campaign.id}, ${id})`)
}

/** What the public list of supporters shows. Nulls: the donor was not asked. */
function toShown({ showName, anonymous, hideAmount = false, showMessage = false }: DonationForm) {
  if (showName === undefined) return { name: null, amount: null, message: null }
  return { name: showName && !anonymous, amount: hideAmount, message: showMessage }
}

/** The first of the donations that a donor gives every month. */
const toSeries = (attempt: NewRequest, { id }: NewDonation) => ({
  id: isMonthly(attempt) ? id : null,
  month: null,
  termsVersion: policyVersions.terms.version,
})

/** False if another request took the form over, so that two checkout pages are never open for one form. */
const endAttempt = async ({ run }: Queries, { campaignId, id }: DonationKey, change: Sql) =>
  (await run(sql`
    update donation set ${change} where campaign_id = ${campaignId} and id = ${id} and state = 'created'`)) >
  0

/** The provider's answer is missing, so later checks find out whether the page exists and was paid. */
const abandoned = sql`state = 'init_unknown'`

const toLeaseEnd = (at: Date) => new Date(at.getTime() + leaseMs)

export type StartOutcome =
  | { kind: 'started'; url: string; accessCode: string }
  | { kind: 'refused'; message: string }
  | { kind: 'closed' | 'unavailable' }

/** Asks the provider for a checkout page, once. Without an answer the attempt is abandoned, and the next one uses a new reference. */
async function openCheckout(
  deps: PaymentDeps,
  attempt: Attempt,
  donation: NewDonation,
): Promise<StartOutcome> {
  const { database, payments } = deps
  const key = { campaignId: attempt.campaign.id, id: donation.id }
  const answer = await initialize(deps, attempt, donation).catch(async (error: unknown) => {
    await endAttempt(database, key, abandoned)
    if (error instanceof PaymentsUnavailable) return undefined
    throw error
  })
  if (answer === undefined) return { kind: 'unavailable' }
  if (answer.kind === 'refused') {
    const refused = sql`state = 'refused', refusal = ${answer.message}, next_check_at = null`
    await endAttempt(database, key, refused)
    return answer
  }
  // The donor's browser is only ever sent to the provider's checkout.
  if (new URL(answer.url).origin !== payments.checkoutOrigin) {
    await endAttempt(database, key, abandoned)
    return { kind: 'unavailable' }
  }
  const opened = sql`state = 'initialized', checkout_url = ${answer.url}`
  if (!(await endAttempt(database, key, opened))) return { kind: 'unavailable' }
  return { kind: 'started', url: answer.url, accessCode: donation.accessCode }
}

/** Only the amount and the address come from the donor's form. */
export const toPayment = (
  { campaign, form }: Pick<DonationRequest, 'campaign' | 'form'>,
  { id, reference, terms }: Pick<NewDonation, 'id' | 'reference' | 'terms'>,
) => ({
  reference,
  email: form.email,
  amount: form.amount,
  subAccountCode: campaign.bankAccount.subAccountCode,
  terms,
  metadata: { userId: campaign.ownerUid, campaignId: campaign.id, donationId: id },
})

function initialize(
  { payments, publicUrl }: PaymentDeps,
  attempt: Attempt,
  donation: NewDonation,
): Promise<InitializeResult> {
  const { campaign, donorUid } = attempt
  const paths =
    donorUid === null
      ? { callback: `/donations/${donation.accessCode}`, cancel: `/c/${campaign.slug}/donate` }
      : { callback: '/dashboard/transactions', cancel: `/dashboard/campaign/${campaign.id}/donate` }
  return payments.initialize({
    ...toPayment(attempt, donation),
    // Other ways to pay cannot be charged again.
    ...(isMonthly(attempt) && { isCardOnly: true }),
    // No query: the provider appends its own and may corrupt an existing one.
    callbackUrl: `${publicUrl}${paths.callback}`,
    cancelUrl: `${publicUrl}${paths.cancel}`,
  })
}

const minute = 60_000
const hour = 60 * minute

/** The delays after which an open donation is verified: soon, then rarely, then daily until the seventh day. */
export const checkAfterMs = [
  20_000,
  minute,
  3 * minute,
  10 * minute,
  30 * minute,
  ...[2, 6, 12, 24, 48, 72, 96, 120, 144, 168].map((hours) => hours * hour),
]

export const getFirstCheck = (createdAt: Date) =>
  new Date(createdAt.getTime() + (checkAfterMs[0] ?? 0))

const checkSchema = z.object({
  campaignId: z.string(),
  id: z.string(),
  reference: z.string(),
  createdAt: z.date(),
  checks: z.int(),
})
export type DueCheck = z.output<typeof checkSchema>

export function dueChecks({ database, mode, now }: LedgerDeps) {
  return {
    /** Claims open donations whose check is due for one minute, so that a crash delays a check and never loses it. */
    async claimDueChecks(limit: number): Promise<DueCheck[]> {
      const at = now()
      return database.rows(
        checkSchema,
        sql`
        update donation set next_check_at = ${new Date(at.getTime() + minute)}
        where (campaign_id, id) in (
          select campaign_id, id from donation
          where next_check_at <= ${at} and mode = ${mode}
          order by next_check_at limit ${limit} for update skip locked)
        returning campaign_id as "campaignId", id, reference, created_at as "createdAt", checks`,
      )
    },

    /** Schedules the next check. After the last one the donation is closed as unpaid; a later success still counts. */
    async finishCheck({ campaignId, id, createdAt, checks }: DueCheck) {
      const next = getNextCheck(createdAt, now())
      await database.run(sql`
        update donation set checks = ${checks + 1}, next_check_at = ${next},
          state = case when ${next}::timestamptz is null then 'closed_unpaid' else state end
        where campaign_id = ${campaignId} and id = ${id} and state in ('created', 'initialized', 'init_unknown')`)
    },
  }
}

function getNextCheck(createdAt: Date, at: Date): Date | null {
  const next = checkAfterMs.map((ms) => createdAt.getTime() + ms).find((ms) => ms > at.getTime())
  return next === undefined ? null : new Date(next)
}
