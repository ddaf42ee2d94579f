import * as z from 'zod/mini'

import { sql } from '#server/platform/database/sql.ts'
import { kobo } from '#shared/money.ts'
import { cards } from '#packages/paystack-sandbox/test/sandbox-payments.ts'
import { modelDebit, type ModelPayment } from './ledger-model.ts'
import type { CommonStep, MoneyStep } from './money-history.ts'
import { setBehaviour, type Owner, type Play, type Played } from './money-play.ts'
import { refundAtProvider } from '#test/support/money/refunds.ts'
import { decide, readOutcome, sendTransfer } from './play-transfers.ts'
import { calculateFee } from '#packages/paystack-sandbox/src/index.ts'

type Step<Action> = Extract<MoneyStep, { action: Action }>
type PaymentStep = Step<
  'pay' | 'refund' | 'dispute' | 'accept' | 'decline' | 'reopen' | 'correct-fee'
>

/** What donors, banks and the provider do with payments. */
export async function playPayment(play: Play, owner: Owner, step: PaymentStep) {
  const { played } = owner
  const donation = played[step.donation % played.length]
  if (!donation) return
  if (step.action === 'pay') return pay(play, owner, donation)
  if (!donation.isPaid) return
  const outcome = await readOutcome(play, donation)
  if (outcome === 'donation' || isOfProvider(donation, step))
    return playDonation(play, donation, step)
  if (outcome !== 'quarantined') return
  const resolution = toResolution(donation, step.action)
  if (resolution === undefined) return
  await decide(play, donation, resolution)
  return readUnpaid(play)
}

/** Banks and the provider's pages know nothing of Ajo, so that they act on a payment that it does not know yet as well. */
function isOfProvider({ payment }: Played, step: Exclude<PaymentStep, { action: 'pay' }>) {
  const isDisputed = payment.disputes.some(({ status }) => status === 'open')
  const isRefundOfPart = step.action === 'refund' && step.percent < 60
  const isAnswer = step.action === 'accept' || step.action === 'decline'
  return (
    isRefundOfPart ||
    (isAnswer && isDisputed) ||
    ['correct-fee', 'dispute', 'reopen'].includes(step.action)
  )
}

/** What an admin does with a payment that is no donation. Only one of a donation can be credited. */
function toResolution({ wrong }: Played, action: PaymentStep['action']) {
  if (action === 'refund') return 'refund'
  if (action === 'decline') return 'dismiss'
  return action === 'accept' && wrong === 'amount' ? 'credit' : undefined
}

function playDonation(play: Play, donation: Played, step: Exclude<PaymentStep, { action: 'pay' }>) {
  switch (step.action) {
    case 'refund':
      return refund(play, donation, step)
    case 'dispute':
      return dispute(play, donation, step)
    case 'correct-fee':
      return correctFee(play, donation, donation.payment.fee + step.by)
    case 'accept':
    case 'decline':
      return resolve(play, donation, step.action)
    case 'reopen':
      return reopen(play, donation, step)
  }
}

export async function pay(play: Play, owner: Owner, donation: Played) {
  const { payment, paidBy } = donation
  if (donation.isPaid) return
  if ('transfer' in paidBy) return sendTransfer(play, owner, donation, paidBy)
  await play.world.send(`${paidBy.checkoutUrl}/card`, {
    method: 'POST',
    body: new URLSearchParams(cards.pays),
  })
  const fee = calculateFee(payment.amount)
  const recovered = await readRecovered(play, donation)
  // If the main account bears the fee, it gets the fee of the amount that the form asked for, and a larger fee is the sub-account's.
  const isOfMain = play.history.feeBearer === 'account'
  const charge = 100 + recovered + (isOfMain ? calculateFee(donation.asked) : 0)
  const asked = isOfMain && charge >= fee ? charge - fee : charge
  const sub = Math.max(0, payment.amount - fee - asked)
  const shares = { platform: 100, fee, main: payment.amount - fee - sub, sub, recovered }
  Object.assign(payment, { ...shares, paidDay: play.day })
  donation.isPaid = true
}

async function readRecovered({ world }: Play, { reference }: Played): Promise<number> {
  const row = await world.database.row(
    z.object({ kobo: z.int() }),
    sql`select recovered_kobo as kobo from donation where reference = ${reference}`,
  )
  return row?.kobo ?? 0
}

const minRefund = 5_000
const toPart = ({ amount }: ModelPayment, percent: number) =>
  Math.max(minRefund, Math.floor((amount * percent) / 100))

async function refund(play: Play, donation: Played, { percent }: Step<'refund'>) {
  const { payment, reference, refundIds } = donation
  const { world, debtors } = play
  const amount = toPart(payment, percent)
  const answer = await refundAtProvider(world.payments, reference, amount)
  if (answer.kind === 'refused') return
  refundIds.push(answer.refund.refundId)
  const ofSub = modelDebit(debtors.refund, payment, amount)
  payment.refunds.push({ amount, status: 'pending', ofSub, unpaid: 0 })
  await readUnpaid(play)
}

/** Every refund and settlement that moves gets its next status, and the model takes it from the provider. */
export async function advance(
  play: Play,
  { refundEnd }: Extract<CommonStep, { action: 'advance' }>,
) {
  const { world, owners } = play
  setBehaviour(play, refundEnd)
  await world.sandbox.processDue()
  setBehaviour(play, 'by-card')
  const statuses = new Map<number, string>()
  for await (const { refundId, status } of world.payments.refunds.listSince(new Date(0)))
    statuses.set(refundId, status)
  for (const { payment, refundIds } of owners.flatMap(({ played }) => played))
    for (const [index, { status }] of payment.refunds.entries())
      Object.assign(payment.refunds[index] ?? {}, {
        status: statuses.get(refundIds[index] ?? 0) ?? status,
      })
  await readUnpaid(play)
}

const debitedSchema = z.object({ id: z.int(), unpaid: z.int() })

/** If the main balance is short, the provider decides when it takes a refund from it, so the model takes that from the provider. */
async function readUnpaid({ world, owners, history }: Play) {
  const { shortBalance } = history.behaviour
  if (shortBalance !== 'pending' && shortBalance !== 'needs-attention') return
  const debits = await world.database.rows(
    debitedSchema,
    sql`select cause_id as id, coalesce(sum(amount - collected) filter (where sub_account_code is null), 0)::bigint as unpaid
        from sandbox.debit where cause = 'Refund' group by cause_id`,
  )
  const debitById = new Map(debits.map((debit) => [debit.id, debit]))
  for (const { payment, refundIds } of owners.flatMap(({ played }) => played))
    for (const [index, refund] of payment.refunds.entries()) {
      const debit = debitById.get(refundIds[index] ?? 0)
      if (debit) refund.unpaid = debit.unpaid
      else Object.assign(refund, { ofSub: 0, unpaid: refund.amount })
    }
}

async function dispute(
  { world }: Play,
  { payment, reference, disputes }: Played,
  { percent, category }: Step<'dispute'>,
) {
  const amount = Math.min(payment.amount, toPart(payment, percent))
  const raised = await world.sandbox.raiseDispute({ reference, amount, category })
  if (!raised) throw new Error('no dispute')
  disputes.push({ id: raised.id, category })
  payment.disputes.push({ amount, status: 'open', resolution: null, ofSub: 0, unpaid: 0 })
}

async function resolve(play: Play, donation: Played, action: 'accept' | 'decline') {
  const { world, debtors, history } = play
  const { payment, disputes } = donation
  const last = payment.disputes.at(-1)
  const known = disputes.at(-1)
  if (!last || !known || last.status === 'resolved') return
  const message = 'From a history'
  if (action === 'decline') {
    await world.payments.disputes.decline(known.id, { message, uploadedFilename: 'receipt.pdf' })
    Object.assign(last, { status: 'resolved', resolution: 'declined' })
    return
  }
  const refundAmount = kobo(last.amount)
  await world.payments.disputes.accept(known.id, { message, refundAmount })
  const ofSub = modelDebit(debtors.dispute, payment, last.amount)
  Object.assign(last, { status: 'resolved', resolution: 'merchant-accepted', ofSub })
  if (known.category === 'fraud' && history.behaviour.isFraudFeeCredited)
    changeFee(play, donation, 0)
}

async function reopen(
  { world }: Play,
  { payment, disputes }: Played,
  { percent }: Step<'accept' | 'decline' | 'reopen'>,
) {
  const last = payment.disputes.at(-1)
  const known = disputes.at(-1)
  if (!last || !known || last.status !== 'resolved') return
  const amount = Math.min(payment.amount, toPart(payment, percent))
  await world.sandbox.reopenDispute(known.id, amount)
  Object.assign(last, { amount, status: 'open', resolution: null, ofSub: 0, unpaid: 0 })
}

async function correctFee(play: Play, donation: Played, wanted: number) {
  const { payment, reference } = donation
  const fee = Math.min(Math.max(0, wanted), Math.floor(payment.amount / 2))
  await play.world.sandbox.correctFee(reference, fee)
  changeFee(play, donation, fee)
}

/** If the sub-account bears the fee, as of each transfer, it does so until it is settled, and then the main account does. */
function changeFee({ history }: Play, { payment, paidBy }: Played, fee: number) {
  const difference = payment.fee - fee
  payment.fee = fee
  const isOfMain = history.feeBearer === 'account' && 'checkoutUrl' in paidBy
  if (payment.isSubSettled || isOfMain) payment.main += difference
  else payment.sub += difference
}
