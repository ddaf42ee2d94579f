import { randomUUID } from 'node:crypto'

import * as z from 'zod/mini'

import type { Database } from '#server/database/database.ts'
import { sql } from '#server/database/sql.ts'
import type { PaymentSource } from '#server/ledger/payment-answer.ts'
import type { ProviderDispute } from '#server/providers/payments/disputes.ts'
import type { ProviderPayment } from '#server/providers/payments/payments.ts'
import type { ProviderRefund } from '#server/providers/payments/refunds.ts'
import { kobo } from '#shared/money.ts'

import { wrongs, type History, type Step } from './ledger-history.ts'
import { modelTotals, type ModelGift } from './ledger-model.ts'
import { campaignOfAda, donationBy, testLedger } from './ledger.ts'

const { subAccountCode } = campaignOfAda.bankAccount

/** What the provider would have answered at some moment. */
type Answer = {
  payment: ProviderPayment
  refunds: ProviderRefund[]
  disputes: ProviderDispute[]
  askedAt: Date
  isRight: boolean
}
type Given = { reference: string; model: ModelGift; answers: Answer[]; isRight: boolean }

/**
 * Plays a history at the provider and tells the ledger of it late, twice, at once, in the wrong order or not at all. Then the provider
 * is gone through once. Answers what the books say beside what ought to be.
 */
export async function playHistory(database: Database, { gifts, steps }: History) {
  const at = testLedger(database)
  const ownerUid = randomUUID()
  const campaigns = [0, 1].map(() => ({ ...campaignOfAda, id: randomUUID(), ownerUid }))
  const given: Given[] = []
  for (const { email, amount, campaign } of gifts) {
    const to = campaigns[campaign] ?? campaignOfAda
    await at.ledger.startDonation(
      donationBy(email, { campaign: to, form: { amount: kobo(amount) } }),
    )
    const reference = at.provider.lastReference()
    given.push({
      reference,
      model: modelOf({ email, amount, campaign }),
      answers: [],
      isRight: false,
    })
  }
  for (const taken of steps) {
    const one = given[taken.gift % given.length]
    if (one) await take(at, one, taken)
    at.pass(1)
  }
  await reconcile(at, given)

  const models = given.map(({ model }) => model)
  const expected = [
    modelTotals(models.filter(({ campaign }) => campaign === 0)),
    modelTotals(models.filter(({ campaign }) => campaign === 1)),
    modelTotals(models),
  ]
  const seen = [
    ...(await Promise.all(
      campaigns.map(({ id }) => totalsOf(database, sql`campaign_total where campaign_id = ${id}`)),
    )),
    await totalsOf(database, sql`owner_total where owner_uid = ${ownerUid}`),
  ]
  return { seen, expected }
}

type At = ReturnType<typeof testLedger>

function modelOf({ email, amount, campaign }: History['gifts'][number]): ModelGift {
  const course = { isCounted: false, refunds: [], disputes: [], isReversed: false }
  return { campaign, donor: email, amount, charged: amount, ...course }
}

async function take(at: At, one: Given, taken: Step) {
  const { model, reference } = one
  const base = { currency: 'NGN', mode: 'sandbox', subAccountCode, fees: null } as const
  const asked = { ...base, requestedAmount: kobo(model.amount), amount: kobo(model.charged) }
  switch (taken.does) {
    case 'pay':
      if (one.isRight || model.isReversed) return turn(at, one, 'success')
      model.charged = model.amount + taken.onTop * 7_500
      at.provider.becomes(reference, { ...asked, amount: kobo(model.charged), status: 'success' })
      one.isRight = true
      break
    case 'turn':
      turn(at, one, taken.status)
      break
    case 'cheat':
      if (one.isRight || one.answers.some(({ isRight }) => isRight)) return
      at.provider.becomes(reference, {
        ...asked,
        status: 'success',
        ...wrongs[taken.how]?.(model.amount),
      })
      break
    case 'refund':
      refund(at, one, taken)
      break
    case 'dispute':
      dispute(at, one, taken)
      break
    case 'tell':
      await tell(at, one, taken)
      return
  }
  one.answers.push(await answerOf(at, one))
}

function turn(at: At, one: Given, status: string) {
  at.provider.becomes(one.reference, { status })
  // What was wrong in its success is wrong no more once it failed, and the other way round.
  const {
    amount,
    requestedAmount,
    currency,
    mode,
    subAccountCode: to,
  } = at.provider.becomes(one.reference, {})
  const isAsAsked =
    requestedAmount <= amount && currency === 'NGN' && mode === 'sandbox' && to === subAccountCode
  one.isRight = status === 'success' && isAsAsked
  one.model.isReversed = status === 'reversed'
}

const partOf = (amount: number, percent: number) =>
  kobo(Math.max(1, Math.floor((amount * percent) / 100)))
const refundIds = new WeakMap<Given, number>()
const disputeIds = new WeakMap<Given, number>()

function refund(at: At, one: Given, taken: Extract<Step, { does: 'refund' }>) {
  const { model, reference } = one
  const known = refundIds.get(one)
  const last = model.refunds.at(-1)
  if (known !== undefined && last && !taken.isNew) {
    last.status = taken.status
    at.provider.refundBecomes(known, { status: taken.status })
    return
  }
  const amount = partOf(model.charged, taken.share)
  const made = at.provider.refundMade(reference, { amount, mode: 'sandbox', status: taken.status })
  model.refunds.push({ amount, status: taken.status })
  refundIds.set(one, made.refundId)
}

function dispute(at: At, one: Given, taken: Extract<Step, { does: 'dispute' }>) {
  const { model, reference } = one
  const status = taken.resolution === null ? 'awaiting-merchant-feedback' : 'resolved'
  const change = { status, resolution: taken.resolution }
  const known = disputeIds.get(one)
  const last = model.disputes.at(-1)
  if (known !== undefined && last && !taken.isNew) {
    Object.assign(last, change)
    at.provider.disputeBecomes(known, change)
    return
  }
  const refundAmount = partOf(model.charged, taken.share)
  const raised = at.provider.disputeRaised(reference, { refundAmount, mode: 'sandbox', ...change })
  model.disputes.push({ amount: refundAmount, ...change })
  disputeIds.set(one, raised.disputeId)
}

async function answerOf(at: At, { reference, isRight }: Given): Promise<Answer> {
  const payment = at.provider.becomes(reference, {})
  const refunds = await at.payments.refunds.listOf(payment.transactionId)
  const disputes: ProviderDispute[] = []
  for await (const one of at.payments.disputes.listSince(new Date(0)))
    if (one.reference === reference) disputes.push(one)
  return { payment, refunds, disputes, askedAt: at.clock.now, isRight }
}

/** Many at once, each with all there is to say. */
async function tell(at: At, one: Given, { broughtBy: by, ago }: Extract<Step, { does: 'tell' }>) {
  const answer = one.answers.at(-1 - ago)
  if (answer === undefined) return
  await Promise.all(by.map((source) => bring(at, answer, source)))
  one.model.isCounted ||= answer.isRight
}

async function bring(
  at: At,
  { payment, refunds, disputes, askedAt }: Answer,
  source: PaymentSource,
) {
  await Promise.all([
    ...refunds.map((made) => at.ledger.applyRefund({ refund: made, source, askedAt })),
    at.ledger.applyPayment({ payment, source, askedAt }),
    ...disputes.map((raised) => at.ledger.applyDispute({ dispute: raised, source, askedAt })),
  ])
}

/** Once through everything, and once more after the day that an unexplained reversal is given. */
async function reconcile(at: At, given: Given[]) {
  for (const ms of [1, 24 * 3_600_000]) {
    at.pass(ms)
    await at.ledger.sweepPayments()
    await at.ledger.sweepReturns()
  }
  for (const one of given) one.model.isCounted ||= one.isRight
}

const totalsSchema = z.object({
  raised: z.int(),
  gross: z.int(),
  returned: z.int(),
  donors: z.int(),
})

async function totalsOf(database: Database, where: ReturnType<typeof sql>) {
  return database.row(
    totalsSchema,
    sql`select coalesce(sum(raised_kobo), 0)::bigint as raised, coalesce(sum(gross_kobo), 0)::bigint as gross,
          coalesce(sum(returned_kobo), 0)::bigint as returned, coalesce(sum(donor_count), 0)::integer as donors
        from ${where}`,
  )
}
