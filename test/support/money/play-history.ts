import { randomUUID } from 'node:crypto'

import * as z from 'zod/mini'

import type { Database } from '#server/platform/database/database.ts'
import { sql, type Sql } from '#server/platform/database/sql.ts'
import type { PaymentSource } from '#server/money/ledger/provider-report.ts'
import type {
  ProviderDispute,
  ProviderPayment,
  ProviderRefund,
} from '#server/providers/payments/payments.ts'
import { kobo } from '#shared/money.ts'

import { mismatches, type History, type Step } from './ledger-history.ts'
import { modelTotals, type ModelDonation } from './ledger-model.ts'
import { campaignOfAda, testLedger } from './ledger.ts'

const { subAccountCode } = campaignOfAda.bankAccount

/** The provider's answer at one moment. */
type Snapshot = {
  payment: ProviderPayment
  refunds: ProviderRefund[]
  disputes: ProviderDispute[]
  askedAt: Date
  isMatch: boolean
}
type PlayedDonation = {
  reference: string
  model: ModelDonation
  snapshots: Snapshot[]
  /** The payment is a success that matches the donation. */
  isMatch: boolean
  refundId?: number
  disputeId?: number
}

/**
 * Plays a history at the fake provider, reports it to the ledger late, twice, concurrently, out of order or not at all, and reconciles
 * once. Answers the totals of the ledger and those of the model.
 */
export async function playHistory(database: Database, { donations, steps }: History) {
  const at = testLedger(database)
  const ownerUid = randomUUID()
  const campaigns = [0, 1].map(() => ({ ...campaignOfAda, id: randomUUID(), ownerUid }))
  const played: PlayedDonation[] = []
  for (const { email, amount, campaign } of donations) {
    const to = campaigns[campaign] ?? campaignOfAda
    const reference = await at.start(email, { campaign: to, form: { amount: kobo(amount) } })
    const model = newModel({ email, amount, campaign })
    played.push({ reference, model, snapshots: [], isMatch: false })
  }
  for (const step of steps) {
    const donation = played[step.donation % played.length]
    if (donation) await playStep(at, donation, step)
    at.pass(1)
  }
  await reconcile(at, played)

  const models = played.map(({ model }) => model)
  const expected = [
    modelTotals(models.filter(({ campaign }) => campaign === 0)),
    modelTotals(models.filter(({ campaign }) => campaign === 1)),
    modelTotals(models),
  ]
  const seen = [
    ...(await Promise.all(
      campaigns.map(({ id }) => sumTotals(database, sql`campaign_total where campaign_id = ${id}`)),
    )),
    await sumTotals(database, sql`owner_total where owner_uid = ${ownerUid}`),
  ]
  return { seen, expected }
}

type At = ReturnType<typeof testLedger>

function newModel({ email, amount, campaign }: History['donations'][number]): ModelDonation {
  const state = { isCounted: false, refunds: [], disputes: [], isReversed: false }
  return { campaign, donor: email, amount, charged: amount, ...state }
}

async function playStep(at: At, donation: PlayedDonation, step: Step) {
  const { model, reference } = donation
  const base = { currency: 'NGN', mode: 'sandbox', subAccountCode, fees: null } as const
  const matching = { ...base, requestedAmount: kobo(model.amount), amount: kobo(model.charged) }
  switch (step.action) {
    case 'pay':
      // A provider charges a payment once, so a payment that has succeeded never succeeds with another amount.
      if (model.isReversed || donation.snapshots.some(({ isMatch }) => isMatch)) {
        setStatus(at, donation, 'success')
        break
      }
      model.charged = model.amount + step.feesOnTop * 7_500
      at.provider.updatePayment(reference, {
        ...matching,
        amount: kobo(model.charged),
        status: 'success',
      })
      donation.isMatch = true
      break
    case 'set-status':
      setStatus(at, donation, step.status)
      break
    case 'pay-mismatched':
      if (donation.isMatch || donation.snapshots.some(({ isMatch }) => isMatch)) return
      at.provider.updatePayment(reference, {
        ...matching,
        status: 'success',
        ...mismatches[step.mismatch]?.(model.amount),
      })
      break
    case 'refund':
      refund(at, donation, step)
      break
    case 'dispute':
      dispute(at, donation, step)
      break
    case 'report':
      await report(at, donation, step)
      return
  }
  donation.snapshots.push(await takeSnapshot(at, donation))
}

function setStatus(at: At, donation: PlayedDonation, status: string) {
  const payment = at.provider.updatePayment(donation.reference, { status })
  // A mismatched success becomes harmless when it fails, and the other way round.
  const { amount, requestedAmount, currency, mode, subAccountCode: account } = payment
  const isAsRequested =
    requestedAmount <= amount &&
    currency === 'NGN' &&
    mode === 'sandbox' &&
    account === subAccountCode
  donation.isMatch = status === 'success' && isAsRequested
  donation.model.isReversed = status === 'reversed'
}

const toPart = (amount: number, percent: number) =>
  kobo(Math.max(1, Math.floor((amount * percent) / 100)))

function refund(at: At, donation: PlayedDonation, step: Extract<Step, { action: 'refund' }>) {
  const { model, reference, refundId } = donation
  const last = model.refunds.at(-1)
  if (refundId !== undefined && last && !step.isNew) {
    last.status = step.status
    at.provider.updateRefund(refundId, { status: step.status })
    return
  }
  const amount = toPart(model.charged, step.percent)
  const added = at.provider.addRefund(reference, { amount, mode: 'sandbox', status: step.status })
  model.refunds.push({ amount, status: step.status })
  donation.refundId = added.refundId
}

function dispute(at: At, donation: PlayedDonation, step: Extract<Step, { action: 'dispute' }>) {
  const { model, reference, disputeId } = donation
  const status = step.resolution === null ? 'awaiting-merchant-feedback' : 'resolved'
  const change = { status, resolution: step.resolution }
  const last = model.disputes.at(-1)
  if (disputeId !== undefined && last && !step.isNew) {
    Object.assign(last, change)
    at.provider.updateDispute(disputeId, change)
    return
  }
  const refundAmount = toPart(model.charged, step.percent)
  const added = at.provider.addDispute(reference, { refundAmount, mode: 'sandbox', ...change })
  model.disputes.push({ amount: refundAmount, ...change })
  donation.disputeId = added.disputeId
}

async function takeSnapshot(at: At, { reference, isMatch }: PlayedDonation): Promise<Snapshot> {
  const payment = at.provider.updatePayment(reference, {})
  const refunds = await at.payments.refunds.listForTransaction(payment.transactionId)
  const disputes: ProviderDispute[] = []
  for await (const each of at.payments.disputes.listSince(new Date(0)))
    if (each.reference === reference) disputes.push(each)
  return { payment, refunds, disputes, askedAt: at.clock.now, isMatch }
}

/** Reports one snapshot from several sources concurrently. */
async function report(
  at: At,
  donation: PlayedDonation,
  { reportedBy, age }: Extract<Step, { action: 'report' }>,
) {
  const snapshot = donation.snapshots.at(-1 - age)
  if (snapshot === undefined) return
  await Promise.all(reportedBy.map((source) => applySnapshot(at, snapshot, source)))
  donation.model.isCounted ||= snapshot.isMatch
}

async function applySnapshot(at: At, snapshot: Snapshot, source: PaymentSource) {
  const { payment, refunds, disputes, askedAt } = snapshot
  await Promise.all([
    ...refunds.map((each) => at.ledger.applyRefund({ refund: each, source, askedAt })),
    at.ledger.applyPayment({ payment, source, askedAt }),
    ...disputes.map((each) => at.ledger.applyDispute({ dispute: each, source, askedAt })),
  ])
}

/** Reconciles once, and once more after the day that bank reversals wait for an explanation. */
async function reconcile(at: At, played: PlayedDonation[]) {
  for (const ms of [1, 24 * 3_600_000]) {
    at.pass(ms)
    await at.donations.reconcilePayments()
    await at.ledger.reconcileReversals()
  }
  for (const { model, isMatch } of played) model.isCounted ||= isMatch
}

const totalsSchema = z.object({
  raised: z.int(),
  gross: z.int(),
  reversed: z.int(),
  donors: z.int(),
})

async function sumTotals(database: Database, where: Sql) {
  return database.row(
    totalsSchema,
    sql`select coalesce(sum(raised_kobo), 0)::bigint as raised, coalesce(sum(gross_kobo), 0)::bigint as gross,
          coalesce(sum(reversed_kobo), 0)::bigint as reversed, coalesce(sum(donor_count), 0)::integer as donors
        from ${where}`,
  )
}
