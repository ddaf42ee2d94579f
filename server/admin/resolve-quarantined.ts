import * as z from 'zod/mini'

import type { Kobo } from '#shared/money.ts'
import type { Resolution } from '#shared/admin.ts'

import type { Queries } from '../database/database.ts'
import { sql } from '../database/sql.ts'
import { Refused } from '../http/context.ts'
import type { LedgerParts } from '../ledger/ledger-deps.ts'
import { keepRefund } from '../ledger/returns/known-returns.ts'
import type { Ledger } from '../ledger/ledger.ts'
import type { Outbox } from '../mail/mail.ts'
import { refundMail } from '../refunds/refund-mail.ts'
import { PaymentsUnavailable } from '../providers/payments/payments.ts'
import type { ProviderRefund } from '../providers/payments/refunds.ts'
import { recordAct } from './audit-log.ts'
import { canCredit, refundable, type HeldMoney } from './quarantine-list.ts'

export type ResolveParts = LedgerParts & { ledger: Pick<Ledger, 'verifyPayment'>; outbox: Outbox }
type Decided = { uid: string; reason: string }

/** Longer than the provider is ever waited for. */
const leaseMs = 30_000

/** What an operator may do with money that was kept aside. Each is done once, whoever else presses at the same moment. */
export function resolveHeld(parts: ResolveParts): Record<Resolution, Resolve> {
  return {
    credit: (held, by) => credit(parts, held, by),
    refund: (held, by) => refund(parts, held, by),
    dismiss: (held, by) => close(parts, held, { ...by, act: 'dismiss' }),
  }
}

type Resolve = (held: HeldMoney, by: Decided) => Promise<void>

/** By the one way into the books: the provider is asked again, and if it fits now it is booked like any other gift. */
async function credit(parts: ResolveParts, held: HeldMoney, by: Decided): Promise<void> {
  if (!canCredit(held, parts.payments.mode)) throw new Refused('held-differs')
  await asking(() => parts.ledger.verifyPayment(held.reference, 'check'))
  if (!(await isBooked(parts, held))) throw new Refused('held-differs')
  await close(parts, held, { ...by, act: 'credit' })
}

async function refund(parts: ResolveParts, held: HeldMoney, by: Decided): Promise<void> {
  const amount = refundable(held, parts.payments.mode)
  if (amount === undefined) throw new Refused('held-differs')
  await claim(parts, held)
  // What was counted in the meantime goes back from Transactions, through the books.
  if (await isBooked(parts, held)) return release(parts, held, new Refused('already-resolved'))
  const answer = await asking(() => askForRefund(parts, held, { amount, reason: by.reason }))
  if (answer.kind === 'refused') {
    const details = answer.message ? { message: answer.message } : {}
    return release(parts, held, new Refused('refund-refused', details))
  }
  await finishRefund(parts, held, { ...by, amount, refund: answer.refund })
}

async function claim({ database, now }: ResolveParts, { id }: HeldMoney): Promise<void> {
  const at = now()
  const claimed = await database.run(sql`
    update quarantine set state = 'refunding', claimed_until = ${new Date(at.getTime() + leaseMs)}
    where id = ${id} and (state = 'open' or (state = 'refunding' and claimed_until <= ${at}))`)
  if (claimed === 0) throw new Refused('already-resolved')
}

async function release({ database }: ResolveParts, { id }: HeldMoney, refused: Refused) {
  await database.run(sql`
    update quarantine set state = 'open', claimed_until = null where id = ${id} and state = 'refunding'`)
  throw refused
}

/** Whoever asked before may have been heard without hearing the answer: what exists is not asked for again. */
async function askForRefund(
  { payments }: ResolveParts,
  { id, reference, transactionId }: HeldMoney,
  { amount, reason }: { amount: Kobo; reason: string },
) {
  const made = await payments.refunds.listOf(transactionId)
  const known = made.find(({ status }) => status !== 'failed')
  if (known) return { kind: 'queued' as const, refund: known }
  const notes = { customerNote: reason, merchantNote: `Ajo ${id}` }
  return payments.refunds.create({ reference, amount, ...notes })
}

const donorSchema = z.object({
  emailSealed: z.instanceof(Buffer),
  title: z.string(),
  receipt: z.string(),
})

async function finishRefund(
  parts: ResolveParts,
  held: HeldMoney,
  done: Decided & { amount: Kobo; refund: ProviderRefund },
): Promise<void> {
  const { database, now } = parts
  await database.transaction(async (queries) => {
    await queries.run(sql`
      update quarantine set state = 'refunded', refund_id = ${done.refund.refundId}, claimed_until = null,
        resolved_at = ${now()}
      where id = ${held.id} and state = 'refunding'`)
    const subject = `${held.reference} ${held.transactionId}`
    await recordAct(queries, { ...done, act: 'refund', subject, at: now() })
    if (held.campaignId === null || held.donationId === null) return
    const place = { campaignId: held.campaignId, id: held.donationId }
    await keepRefund(queries, place, { refund: done.refund, askedAt: now() })
    await tellDonor(parts, queries, { ...done, place, heldId: held.id })
  })
}

type Told = {
  place: { campaignId: string; id: string }
  amount: Kobo
  reason: string
  heldId: string
}

async function tellDonor(
  { sealing, outbox, publicUrl }: ResolveParts,
  queries: Queries,
  { place, amount, reason, heldId }: Told,
): Promise<void> {
  const donor = await queries.row(
    donorSchema,
    sql`select donor_email_sealed as "emailSealed", campaign_title as title, receipt from donation
        where campaign_id = ${place.campaignId} and id = ${place.id}`,
  )
  if (!donor) return
  const url = new URL(`/donations/${donor.receipt}`, publicUrl).href
  const news = { amount, reason, title: donor.title, url }
  const to = sealing.open('donor-email', donor.emailSealed)
  await outbox.enqueue(queries, refundMail(to, news), `held ${heldId}`)
}

/** True if this very payment is in the books. */
async function isBooked(
  { database }: ResolveParts,
  { mode, reference, transactionId }: HeldMoney,
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
  { database, now }: ResolveParts,
  { id, reference, transactionId }: HeldMoney,
  { uid, reason, act }: Decided & { act: 'credit' | 'dismiss' },
): Promise<void> {
  await database.transaction(async (queries) => {
    const closed = await queries.run(sql`
      update quarantine set state = ${act === 'credit' ? 'accepted' : 'dismissed'}, resolved_at = ${now()}
      where id = ${id} and state = 'open'`)
    if (closed === 0) throw new Refused('already-resolved')
    const subject = `${reference} ${transactionId}`
    await recordAct(queries, { uid, act, subject, reason, at: now() })
  })
}

/** Out of reach is an answer as well: the money stays where it is, and nothing is claimed of it. */
async function asking<Answer>(work: () => Promise<Answer>): Promise<Answer> {
  try {
    return await work()
  } catch (error) {
    if (error instanceof PaymentsUnavailable) throw new Refused('payment-unavailable')
    throw error
  }
}
