import * as z from 'zod/mini'

import {
  otherPaymentsSchema,
  type Quarantine,
  type QuarantinedPayment,
  type Resolution,
} from '#shared/admin.ts'
import { koboSchema } from '#shared/kobo-schema.ts'
import { kobo, type Kobo } from '#shared/money.ts'
import type { StaffListQuery } from '#shared/staff-list.ts'

import type { Donations } from '../../money/donations/donations.ts'
import { lockPosition, platformCampaign } from '../../money/ledger/book-entry.ts'
import type { PaymentDeps } from '../../money/ledger/provider-report.ts'
import { applyRefund } from '../../money/ledger/apply-reversals.ts'
import { acceptAmount, releaseUnidentified } from '../../money/ledger/quarantine.ts'
import type { exposures } from '../../money/payouts/exposure.ts'
import { mayAct } from '../../money/payouts/payout-stops.ts'
import { donorSchema, notifyDonor } from '../../money/refunds/refund-notices.ts'
import { holdOverCapsTask, lockRefundCaps } from '../../money/refunds/refund-rows.ts'
import { type ListQuery, readListPage } from '../../platform/lists/list-page.ts'
import type { Transaction } from '../../platform/database/database.ts'
import { asUuid, sql } from '../../platform/database/sql.ts'
import { Refused } from '../../platform/http/context.ts'
import { enqueueJob } from '../../platform/queue/queue.ts'
import type { Outbox } from '../../platform/mail/mail.ts'
import { donorLanguage } from '../../platform/mail/reader-language.ts'
import { refuseUnavailable, type ProviderRefund } from '../../providers/payments/payments.ts'
import { recordAction } from './audit-log.ts'

/** Fields are optional because quarantined refunds and disputes carry fewer facts than payments. */
const factsSchema = z.object({
  amount: z._default(z.nullable(koboSchema), null),
  currency: z._default(z.nullable(z.string()), null),
  mode: z._default(z.nullable(z.string()), null),
  subAccountCode: z._default(z.nullable(z.string()), null),
})
const seenSchema = z.extend(factsSchema, { status: z.nullish(z.string()) })

const rowSchema = z.object({
  id: z.string(),
  mode: z.string(),
  state: z.enum(['open', 'refunding']),
  reason: z.string(),
  reference: z.string(),
  transactionId: z.int(),
  campaignId: z.nullable(z.string()),
  donationId: z.nullable(z.string()),
  at: z.date(),
  campaign: z.nullable(z.string()),
  expected: z.nullable(factsSchema),
  seen: seenSchema,
  /** The campaign whose books have the payment. Null: it added nothing to our balance. */
  bookedIn: z.nullable(z.string()),
  /** The part that the organiser has or gets with the next settlement. */
  share: z.int(),
  isReleased: z.boolean(),
  /** A bank decides about the payment. */
  isDisputed: z.boolean(),
  /** Kobo that lost disputes returned; null if the provider names no amount. */
  lost: z.nullable(z.int()),
})
/** A quarantined payment that no admin has resolved. */
export type QuarantinedRow = z.output<typeof rowSchema>

const quarantineList: ListQuery = {
  items: [
    sql`select quarantined.id::text, 0 as rank, quarantined.created_at as at, regexp_replace(quarantined.reason, ' [0-9]+$', '') as kind,
          quarantined.reference || ' ' || quarantined.transaction_id as words, quarantined.mode, quarantined.state, quarantined.reason,
          quarantined.reference, quarantined.transaction_id as "transactionId", quarantined.campaign_id as "campaignId",
          quarantined.donation_id as "donationId", quarantined.expected, quarantined.seen, quarantined.booked_in as "bookedIn",
          quarantined.share_kobo as share, quarantined.released_at is not null as "isReleased"
        from quarantined_payment quarantined where quarantined.resolved_at is null`,
  ],
  adds: sql`, donation.campaign_title as campaign, disputes."isDisputed", disputes.lost`,
  joins: sql`
  left join donation on donation.campaign_id = item."campaignId" and donation.id = item."donationId"
  cross join lateral (
    select coalesce(bool_or(status not in ('resolved', 'archived')), false) or exists (
        select from quarantined_payment dispute
        where dispute.mode = item.mode and dispute.transaction_id = item."transactionId"
          and dispute.reason like 'dispute %' and dispute.state = 'open') as "isDisputed",
      case when not coalesce(bool_or(is_lost and refund_kobo is null), false)
        then coalesce(sum(refund_kobo) filter (where is_lost), 0)::bigint end as lost
    from (
      select *, status in ('resolved', 'archived') and resolution in ('merchant-accepted', 'auto-accepted') as is_lost
      from provider_dispute dispute
      where dispute.mode = item.mode and (dispute.transaction_id = item."transactionId"
        or (dispute.transaction_id is null and dispute.campaign_id = item."campaignId"
          and dispute.donation_id = item."donationId"))) dispute) disputes`,
}

export function findQuarantined({ database }: Pick<PaymentDeps, 'database'>, id: string) {
  return database.row(
    rowSchema,
    sql`select item.* ${quarantineList.adds} from (
          ${quarantineList.items[0]} and quarantined.id = ${asUuid(id)}::uuid) item ${quarantineList.joins}`,
  )
}

const otherDays = 30

/** Unresolved payments, and how many payments of other shops on the same key there were on each of the last days. */
export async function listQuarantined(
  { database, payments }: Pick<PaymentDeps, 'database' | 'payments'>,
  query: StaffListQuery = {},
): Promise<Quarantine> {
  const { rows, page } = await readListPage(database, rowSchema, quarantineList, query)
  const others = await database.rows(
    otherPaymentsSchema,
    sql`select lagos_day(paid_at)::text as day, count(*)::integer as payments,
          sum(amount_kobo)::bigint as amount
        from other_payment
        where mode = ${payments.mode} group by 1 order by 1 desc limit ${otherDays}`,
  )
  return { ...page, quarantine: toPayments(rows, payments.mode), others }
}

function toPayments(rows: readonly QuarantinedRow[], mode: string): QuarantinedPayment[] {
  return rows.map((row) => {
    const { id, state, reason, reference, campaign, expected } = row
    const { status: _status, ...seen } = row.seen
    return {
      id,
      state,
      reason,
      reference,
      at: row.at.toISOString(),
      campaign,
      expected,
      seen,
      canCredit: canCredit(row, mode),
      canRefund: getRefundableAmount(row, mode) !== undefined,
    }
  })
}

/** Only a payment that belongs to a donation can be credited. */
function canCredit({ donationId, mode, state }: QuarantinedRow, ownMode: string): boolean {
  return donationId !== null && mode === ownMode && state === 'open'
}

/** What was not returned by a lost dispute. Undefined while a bank disputes the payment, and for one that the ledger does not have here. */
function getRefundableAmount(
  { seen, mode, bookedIn, isDisputed, lost }: QuarantinedRow,
  ownMode: string,
): Kobo | undefined {
  const left = lost === null ? 0 : (seen.amount ?? 0) - lost
  const isOwn = mode === ownMode && bookedIn !== null
  return isOwn && !isDisputed && seen.status === 'success' && left > 0 ? kobo(left) : undefined
}

export type ResolveDeps = PaymentDeps & {
  donations: Pick<Donations, 'verifyPayment'>
  outbox: Outbox
  exposures: Pick<ReturnType<typeof exposures>, 'isWithinExposure'>
}
type Decision = { uid: string; reason: string }

/** Longer than the timeout of a request to the provider. */
const leaseMs = 30_000

/** Resolves a quarantined payment. Each way succeeds once, even when several admins act at the same time. False if it waits for a second admin. */
export async function resolvePayment(
  deps: ResolveDeps & { secondPersonAbove: Kobo },
  payment: QuarantinedRow,
  { resolution, ...decision }: Decision & { resolution: Resolution },
): Promise<boolean> {
  const act = {
    name: resolution,
    campaignId: payment.campaignId,
    subject: payment.id,
    amount: kobo(payment.seen.amount ?? 0),
    ...decision,
    at: deps.now(),
  }
  const isAgreed = await deps.database.transaction((queries) =>
    mayAct(queries, act, deps.secondPersonAbove),
  )
  if (isAgreed) await resolutions[resolution](deps, payment, decision)
  return isAgreed
}

const resolutions = { credit, refund, dismiss }

/** Asks the provider again. The payment is booked like any other if it matches its donation now, or if only its amount is another one. */
async function credit(
  deps: ResolveDeps,
  payment: QuarantinedRow,
  decision: Decision,
): Promise<void> {
  if (!canCredit(payment, deps.payments.mode)) throw new Refused('quarantined-payment-mismatch')
  const subject = toSubject(payment)
  const record = (queries: Transaction) =>
    recordAction(queries, { ...decision, action: 'credit', subject, at: deps.now() })
  const isOtherAmount = payment.reason === 'amount'
  if (isOtherAmount)
    await deps.database.transaction(async (queries) => {
      if ((await acceptAmount(queries, payment.id)) > 0) await record(queries)
    })
  await deps.donations.verifyPayment(payment.reference, 'check').catch(refuseUnavailable)
  if (!(await isBooked(deps, payment))) throw new Refused('quarantined-payment-mismatch')
  await deps.database.transaction(async (queries) => {
    // A later report of a payment that counts has no entry that could end the case.
    await queries.run(sql`
      update quarantined_payment set state = 'accepted', resolved_at = ${deps.now()}
      where id = ${payment.id} and state = 'open' and booked_in is null`)
    if (!isOtherAmount) await record(queries)
  })
}

async function refund(
  deps: ResolveDeps,
  payment: QuarantinedRow,
  decision: Decision,
): Promise<void> {
  const amount = getRefundableAmount(payment, deps.payments.mode)
  if (amount === undefined) throw new Refused('quarantined-payment-mismatch')
  await claim(deps, payment, amount)
  // A payment that has been booked since must be refunded through the ledger, so that totals follow.
  if (await isBooked(deps, payment)) return release(deps, payment, new Refused('already-resolved'))
  const response = await requestRefund(deps, payment, {
    amount,
    reason: decision.reason,
  }).catch(refuseUnavailable)
  if (response.kind === 'refused') {
    const details = response.message ? { message: response.message } : {}
    return release(deps, payment, new Refused('refund-refused', details))
  }
  const { refund } = response
  await saveRefunded(deps, payment, { ...decision, refund })
  const { database, now } = deps
  const report = { refund, source: 'check', askedAt: now() } as const
  await applyRefund({ database, now, mode: deps.payments.mode }, report)
}

/** Claimed without an end while it waits for a stop of the payouts, which covers it. */
async function claim(deps: ResolveDeps, payment: QuarantinedRow, amount: Kobo): Promise<void> {
  const { database, now, payments } = deps
  const { id, bookedIn, share, isReleased } = payment
  const at = now()
  const isWithin = await database.transaction(async (queries) => {
    await lockRefundCaps(queries, payments.mode)
    // An earlier claim of its own does not count against it.
    const claimed = await queries.run(sql`
      update quarantined_payment set state = 'open', claimed_until = null where id = ${id} and ${isClaimable(at)}`)
    if (claimed === 0) throw new Refused('already-resolved')
    const isRisk = bookedIn !== null && bookedIn !== platformCampaign
    const added = {
      campaignId: bookedIn ?? '',
      amount: isReleased ? amount : Math.min(amount, share),
      isHeldBack: !isReleased,
      isSent: true,
    }
    const isAllowed = !isRisk || (await deps.exposures.isWithinExposure(queries, added))
    const until = isAllowed ? new Date(at.getTime() + leaseMs) : null
    await queries.run(sql`
      update quarantined_payment set state = 'refunding', claimed_until = ${until} where id = ${id}`)
    if (!isAllowed) await enqueueJob(queries, { task: holdOverCapsTask, key: holdOverCapsTask })
    return isAllowed
  })
  if (!isWithin) throw new Refused('refund-over-cap')
}

const isClaimable = (at: Date) =>
  sql`(state = 'open' or (state = 'refunding' and coalesce(claimed_until, '-infinity') <= ${at}))`

async function release({ database }: ResolveDeps, { id }: QuarantinedRow, refused: Refused) {
  await database.run(sql`
    update quarantined_payment set state = 'open', claimed_until = null where id = ${id} and state = 'refunding'`)
  throw refused
}

/**
 * An earlier request may have succeeded although its response was lost, so an existing refund is reused. Where only a part was refunded
 * on the provider's pages, the rest is.
 */
async function requestRefund(
  { payments }: ResolveDeps,
  { id, transactionId }: QuarantinedRow,
  { amount, reason }: { amount: Kobo; reason: string },
) {
  const refunds = await payments.refunds.listForTransaction(transactionId)
  const living = refunds.filter(
    ({ status, disputeId }) => status !== 'failed' && disputeId === null,
  )
  const merchantNote = `Ajo ${id}`
  const own = living.find((refund) => refund.merchantNote?.trim() === merchantNote)
  const left = amount - living.reduce((sum, refund) => sum + refund.amount, 0)
  const existing = own ?? (left <= 0 ? living[0] : undefined)
  if (existing) return { kind: 'queued' as const, refund: existing }
  const rest = { transactionId, amount: kobo(left), customerNote: reason, merchantNote }
  return payments.refunds.create(rest)
}

async function saveRefunded(
  deps: ResolveDeps,
  payment: QuarantinedRow,
  { uid, reason, refund }: Decision & { refund: ProviderRefund },
): Promise<void> {
  const { database, now } = deps
  const { id, campaignId, donationId } = payment
  const { amount } = refund
  await database.transaction(async (queries) => {
    // The provider made the refund, also if another admin dismissed it after the lease had ended.
    await queries.run(sql`
      update quarantined_payment set state = 'refunded', refund_id = ${refund.refundId}, resolved_at = ${now()}
      where id = ${id} and state <> 'refunded'`)
    const subject = toSubject(payment)
    await recordAction(queries, { uid, reason, action: 'refund', subject, at: now() })
    if (donationId === null) return
    const donation = await queries.row(
      donorSchema,
      sql`select donor_email_sealed as "emailSealed", campaign_title as title, access_code as "accessCode",
            ${donorLanguage} as language
          from donation where campaign_id = ${campaignId} and id = ${donationId}`,
    )
    const mailKey = `quarantined ${id}`
    if (donation) await notifyDonor(deps, queries, { donation, amount, reason, mailKey })
  })
}

async function isBooked(
  { database }: ResolveDeps,
  { mode, reference, transactionId }: QuarantinedRow,
): Promise<boolean> {
  return database.exists(sql`
    select from donation_reference place
        join ledger_entry entry on entry.campaign_id = place.campaign_id
          and entry.effect_key = ${`charge:${mode}:${transactionId}`}
        where place.reference = ${reference}`)
}

/** The payment stays where the provider put it: with the organiser, as far as the campaign's sub-account has it. */
async function dismiss(
  { payments, ...deps }: ResolveDeps,
  payment: QuarantinedRow,
  decision: Decision,
): Promise<void> {
  const { database, now } = deps
  const { mode } = payments
  const { id, bookedIn: campaignId } = payment
  const at = now()
  await database.transaction(async (queries) => {
    if (campaignId !== null) await lockPosition(queries, { campaignId, mode })
    const dismissed = await queries.run(sql`
      update quarantined_payment set state = 'dismissed', resolved_at = ${at}, claimed_until = null
      where id = ${id} and ${isClaimable(at)}`)
    if (dismissed === 0) throw new Refused('already-resolved')
    await releaseUnidentified({ ...deps, mode }, queries, sql`id = ${id}`)
    const subject = toSubject(payment)
    await recordAction(queries, { ...decision, action: 'dismiss', subject, at })
  })
}

/** How the audit log names the payment. */
const toSubject = ({ reference, transactionId }: QuarantinedRow) => `${reference} ${transactionId}`
