import * as z from 'zod/mini'

import { kobo, type Kobo } from '#shared/money.ts'
import type { Resolution } from '#shared/admin.ts'

import { sql } from '../../platform/database/sql.ts'
import { Refused } from '../../platform/http/context.ts'
import type { PaymentDeps } from '../../money/ledger/entries/ledger-deps.ts'
import { isOfOtherPayment, saveRefund } from '../../money/ledger/reversals/provider-reversals.ts'
import type { Donations } from '../../money/donations/donations.ts'
import type { Outbox } from '../../platform/mail/mail.ts'
import { donorLanguage, languageSchema } from '../../platform/mail/reader-language.ts'
import { PaymentsUnavailable } from '../../providers/payments/payments.ts'
import type { ProviderRefund } from '../../providers/payments/refunds.ts'
import { notifyDonor } from '../../money/refunds/notify-donor.ts'
import { recordAction } from './audit-log.ts'
import { canCredit, getRefundableAmount, type QuarantinedRow } from './quarantine-list.ts'

export type ResolveDeps = PaymentDeps & {
  donations: Pick<Donations, 'verifyPayment'>
  outbox: Outbox
}
type Decision = { uid: string; reason: string }
type Resolve = (payment: QuarantinedRow, decision: Decision) => Promise<void>

/** Longer than the timeout of a request to the provider. */
const leaseMs = 30_000

/** Ways to resolve a quarantined payment. Each succeeds once, even when several admins act at the same time. */
export function quarantineResolutions(deps: ResolveDeps): Record<Resolution, Resolve> {
  return {
    credit: (payment, decision) => credit(deps, payment, decision),
    refund: (payment, decision) => refund(deps, payment, decision),
    dismiss: (payment, decision) => close(deps, payment, { ...decision, action: 'dismiss' }),
  }
}

/** Asks the provider again. The payment is booked like any other if it matches its donation now. */
async function credit(
  deps: ResolveDeps,
  payment: QuarantinedRow,
  decision: Decision,
): Promise<void> {
  if (!canCredit(payment, deps.payments.mode)) throw new Refused('quarantined-payment-mismatch')
  await refuseIfUnavailable(() => deps.donations.verifyPayment(payment.reference, 'check'))
  if (!(await isBooked(deps, payment))) throw new Refused('quarantined-payment-mismatch')
  await close(deps, payment, { ...decision, action: 'credit' })
}

async function refund(
  deps: ResolveDeps,
  payment: QuarantinedRow,
  decision: Decision,
): Promise<void> {
  const amount = getRefundableAmount(payment, deps.payments.mode)
  if (amount === undefined) throw new Refused('quarantined-payment-mismatch')
  await claim(deps, payment)
  // A payment that has been booked since must be refunded through the ledger, so that totals follow.
  if (await isBooked(deps, payment)) return release(deps, payment, new Refused('already-resolved'))
  const response = await refuseIfUnavailable(() =>
    requestRefund(deps, payment, { amount, reason: decision.reason }),
  )
  if (response.kind === 'refused') {
    const details = response.message ? { message: response.message } : {}
    return release(deps, payment, new Refused('refund-refused', details))
  }
  await saveRefunded(deps, payment, { ...decision, refund: response.refund })
}

async function claim({ database, now }: ResolveDeps, { id }: QuarantinedRow): Promise<void> {
  const at = now()
  const claimed = await database.run(sql`
    update quarantined_payment set state = 'refunding', claimed_until = ${new Date(at.getTime() + leaseMs)}
    where id = ${id} and (state = 'open' or (state = 'refunding' and claimed_until <= ${at}))`)
  if (claimed === 0) throw new Refused('already-resolved')
}

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

const donationSchema = z.object({
  emailSealed: z.instanceof(Buffer),
  title: z.string(),
  accessCode: z.string(),
  language: languageSchema,
})

async function saveRefunded(
  deps: ResolveDeps,
  payment: QuarantinedRow,
  { uid, reason, refund }: Decision & { refund: ProviderRefund },
): Promise<void> {
  const { database, now } = deps
  const { id, campaignId, donationId } = payment
  const { amount } = refund
  // The sweep that asks for refunds books a processed one.
  const status = refund.status === 'processed' ? 'pending' : refund.status
  await database.transaction(async (queries) => {
    // The provider made the refund, also if another admin dismissed it after the lease had ended.
    await queries.run(sql`
      update quarantined_payment set state = 'refunded', refund_id = ${refund.refundId}, refund_status = ${status},
        claimed_until = null, resolved_at = ${now()}
      where id = ${id} and state <> 'refunded'`)
    const subject = toSubject(payment)
    await recordAction(queries, { uid, reason, action: 'refund', subject, at: now() })
    if (campaignId === null || donationId === null) return
    const key = { campaignId, id: donationId }
    if (!(await isOfOtherPayment(queries, key, refund)))
      await saveRefund(queries, key, { refund, askedAt: now() })
    const donation = await queries.row(
      donationSchema,
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
  const found = await database.row(
    z.object({ isBooked: z.boolean() }),
    sql`select exists (
          select from donation_reference place
          join ledger_entry entry on entry.campaign_id = place.campaign_id
            and entry.effect_key = ${`charge:${mode}:${transactionId}`}
          where place.reference = ${reference}) as "isBooked"`,
  )
  return found?.isBooked ?? false
}

async function close(
  { database, now }: ResolveDeps,
  payment: QuarantinedRow,
  { uid, reason, action }: Decision & { action: 'credit' | 'dismiss' },
): Promise<void> {
  const at = now()
  await database.transaction(async (queries) => {
    const closed = await queries.run(sql`
      update quarantined_payment set state = ${action === 'credit' ? 'accepted' : 'dismissed'}, resolved_at = ${at}, claimed_until = null
      where id = ${payment.id} and (state = 'open'
        or (${action === 'dismiss'}::boolean and state = 'refunding' and claimed_until <= ${at}))`)
    if (closed === 0) throw new Refused('already-resolved')
    await recordAction(queries, { uid, action, subject: toSubject(payment), reason, at })
  })
}

/** How the audit log names the payment. */
const toSubject = ({ reference, transactionId }: QuarantinedRow) => `${reference} ${transactionId}`

async function refuseIfUnavailable<Result>(work: () => Promise<Result>): Promise<Result> {
  try {
    return await work()
  } catch (error) {
    if (error instanceof PaymentsUnavailable) throw new Refused('payment-unavailable')
    throw error
  }
}
