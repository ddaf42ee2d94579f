import * as z from 'zod/mini'

import { newReference } from '#server/money/ledger/provider-report.ts'
import { sql } from '#server/platform/database/sql.ts'
import { kobo } from '#shared/money.ts'

import {
  modelPayout,
  noClaims,
  type Debtor,
  type ModelClaims,
  type ModelPayment,
  type ModelPayout,
} from './ledger-model.ts'
import { donationBy } from './ledger.ts'
import type { CommonStep, MoneyHistories, MoneyStep, OwnHistory } from './money-history.ts'
import { setBehaviour, type OwnCampaign, type Owner, type Play, type Played } from './money-play.ts'
import { addCampaigns, type MoneyWorld } from './money-world.ts'
import { reportAll, reportEverything, reportParts } from '#test/support/money/report-money.ts'
import { advance, pay, playPayment } from './play-payments.ts'
import { isStopped, listWronglyHeld, playStop } from './play-stops.ts'
import { playClaim, readGivenUp } from './play-claims.ts'
import { openNumber, readQuarantined } from './play-transfers.ts'

type Money = { payments: ModelPayment[]; payouts: ModelPayout[]; claims: ModelClaims }
/** What the provider has done so far, and of it what belongs to each owner. `isReported`: the ledger knows all of it. */
export type PlayedHistories = Money & {
  owners: (Money & Pick<Owner, 'ownerUid' | 'campaigns'>)[]
  isReported: boolean
}
type AfterStep = (played: PlayedHistories) => Promise<void>

/** Plays histories at the sandbox and in the model, and reports parts of them to the ledger. `afterStep` checks what always holds. */
export async function playMoneyHistories(
  world: MoneyWorld,
  history: MoneyHistories,
  { refundDebits, afterStep }: { refundDebits: Debtor; afterStep: AfterStep },
) {
  const debtors = { refund: refundDebits, dispute: history.disputeDebits }
  const start = { owners: [], payouts: [], numbers: new Map(), day: 0 }
  const play: Play = { world, history, debtors, ...start }
  setBehaviour(play, 'by-card')
  for (const own of history.owners) await startDonations(play, own)
  for (const [round, commonStep] of history.commonSteps.entries()) {
    for (const [index, owner] of play.owners.entries()) {
      const step = history.owners[index]?.steps[round]
      if (!step) continue
      tick(world)
      await playStep(play, owner, step)
      await afterStep(await getPlayed(play, false))
    }
    tick(world)
    await playCommonStep(play, commonStep)
    if (history.isReportedAtOnce) await reportEverything(world)
    await afterStep(await getPlayed(play, history.isReportedAtOnce))
  }
  await reportAll(play)
  const wronglyHeld = await listWronglyHeld(play)
  if (wronglyHeld.length > 0) throw new Error(`held or released: ${wronglyHeld.join(', ')}`)
  const played = await getPlayed(play, true)
  await afterStep(played)
  return played
}

const tick = ({ clock }: MoneyWorld) => void (clock.now = new Date(clock.now.getTime() + 1))

async function getPlayed(play: Play, isReported: boolean): Promise<PlayedHistories> {
  const { owners, payouts } = play
  if (isReported) {
    await readQuarantined(play)
    await readGivenUp(play)
  }
  for (const { shares } of payouts.filter(({ isPaid }) => isPaid))
    for (const payment of shares) payment.isReleased ||= payment.sub > 0
  const own = owners.map(({ ownerUid, campaigns, accounts, played, claims }) => ({
    ownerUid,
    campaigns,
    claims,
    payments: getPaid(played),
    payouts: payouts.filter(({ account }) => accounts.some(({ number }) => number === account)),
  }))
  const payments = own.flatMap((owner) => owner.payments)
  return { owners: own, payments, payouts, claims: sumClaims(play), isReported }
}

const sumClaims = ({ owners }: Play): ModelClaims =>
  owners.reduce(
    (sum, { claims }) => ({
      repaid: sum.repaid + claims.repaid,
      givenUp: sum.givenUp + claims.givenUp,
      toppedUp: sum.toppedUp + claims.toppedUp,
    }),
    noClaims,
  )

const getPaid = (played: readonly Played[]) =>
  played.filter(({ isPaid }) => isPaid).map(({ payment }) => payment)

async function startDonations(play: Play, { donations }: OwnHistory) {
  const campaigns = await addCampaigns(play.world, play.owners.length)
  const owner: Owner = { ...campaigns, played: [], claims: { ...noClaims } }
  play.owners.push(owner)
  for (const donation of donations) {
    const started = await startDonation(play, owner, donation)
    owner.played.push(started)
    if (donation.isPaid) await pay(play, owner, started)
  }
}

async function startDonation(
  play: Play,
  { campaigns }: Owner,
  { email, amount, campaign: index, way, ...drawn }: OwnHistory['donations'][number],
): Promise<Played> {
  const to = campaigns[index]
  if (to === undefined) throw new Error('no campaign')
  const { campaign, account } = to
  const isForm = way === 'form' || !play.history.hasTransfers
  const wrong = isForm ? toWrong(play, drawn.wrong) : null
  const started = { session: '', refundIds: [], disputes: [], isPaid: false, asked: amount, wrong }
  const payment = toPayment({ campaign: index, account: account.number, donor: email, amount })
  if (wrong === 'reference')
    return { ...started, payment, ...(await payElsewhere(play, campaign, payment)) }
  if (isForm) {
    const filled = await fillForm(play, campaign, payment)
    if (wrong === 'amount') await changeAmount(play, filled, payment, drawn.paidPercent)
    return { ...started, payment, ...filled }
  }
  await openNumber(play, campaign)
  return { ...started, payment, reference: '', paidBy: { transfer: way, campaign } }
}

async function fillForm({ world }: Play, campaign: OwnCampaign, { donor, amount }: ModelPayment) {
  const form = { amount: kobo(amount) }
  const started = await world.donations.startDonation(donationBy(donor, { campaign, form }))
  const reference = world.references.at(-1)
  if (started.kind !== 'started' || reference === undefined) throw new Error(started.kind)
  return { reference, paidBy: { checkoutUrl: started.url } }
}

/** Only the provider's split tells the terms of a payment without a row, and who bears the fee of another amount. */
const toWrong = ({ history }: Play, wrong: Played['wrong']) =>
  history.behaviour.feesSplit === 'null' ? null : wrong

/** Another amount is paid than the form asked for. */
async function changeAmount(
  { world }: Play,
  { reference }: { reference: string },
  payment: ModelPayment,
  percent: number,
) {
  const amount = Math.max(20_000, Math.floor((payment.amount * percent) / 100)) + 1
  Object.assign(payment, { amount, charged: amount })
  await world.database.run(
    sql`update sandbox.transaction set amount = ${amount} where reference = ${reference}`,
  )
}

/** A payment that was started with our reference, of which no row is left. */
async function payElsewhere(play: Play, campaign: OwnCampaign, payment: ModelPayment) {
  // The campaign has had another checkout, so that Ajo knows its sub-account.
  await fillForm(play, campaign, payment)
  const reference = newReference()
  const { payments } = play.world
  const started = await payments.initialize({
    reference,
    email: payment.donor,
    amount: kobo(payment.amount),
    subAccountCode: campaign.bankAccount.subAccountCode,
    terms: payments.getSplitTerms(kobo(payment.amount)),
    callbackUrl: 'https://ajo.example/',
    cancelUrl: 'https://ajo.example/',
    metadata: {},
  })
  if (started.kind !== 'started') throw new Error(started.kind)
  return { reference, paidBy: { checkoutUrl: started.url } }
}

const toPayment = (
  started: Pick<ModelPayment, 'campaign' | 'account' | 'donor' | 'amount'>,
): ModelPayment => ({
  ...started,
  charged: started.amount,
  isCounted: true,
  isReversed: false,
  platform: 0,
  fee: 0,
  paidDay: 0,
  main: 0,
  sub: 0,
  recovered: 0,
  isMainSettled: false,
  isSubSettled: false,
  isReleased: false,
  refunds: [],
  disputes: [],
})

async function playStep(play: Play, owner: Owner, step: MoneyStep) {
  if ('donation' in step) return playPayment(play, owner, step)
  if (step.action === 'settle') return settleOwner(play, owner, step.account)
  if (step.action === 'claim') return playClaim(play, owner, step)
  return playStop(play, owner, step)
}

async function playCommonStep(play: Play, step: CommonStep) {
  switch (step.action) {
    case 'nothing':
      return
    case 'report':
      return reportParts(play.world, step.what)
    case 'advance':
      await advance(play, step)
      return readPayouts(play, { subAccounts: play.day, main: getMainDay(play) })
    case 'next-day':
      play.day += 1
      play.world.clock.now = new Date(play.world.clock.now.getTime() + dayMs)
      return
    case 'settle-main':
      await play.world.sandbox.settle([null])
      return readPayouts(play, settledNow(play))
  }
}

const dayMs = 86_400_000

/** The provider settles the main account on the same day or a day later. */
const getMainDay = ({ day, history }: Play) =>
  history.behaviour.mainSettles === 'day-later' ? day - 1 : day

/** A settlement by hand has the payments of today as well, but for those of a main account that is settled later. */
const settledNow = ({ day, history }: Play) => ({
  subAccounts: day + 1,
  main: history.behaviour.mainSettles === 'day-later' ? day : day + 1,
})

async function settleOwner(play: Play, owner: Owner, index: number) {
  const { code } = owner.accounts[index === 0 ? 0 : 1]
  const wasStopped = await isStopped(play, owner, code)
  const settled = await play.world.sandbox.settle([code])
  if (wasStopped && settled.length > 0) throw new Error(`paid out although it was stopped: ${code}`)
  return readPayouts(play, settledNow(play))
}

const settlementSchema = z.object({
  id: z.int(),
  code: z.nullable(z.string()),
  isPaid: z.boolean(),
})

/** Which settlements there are and which were paid is the provider's decision; the model says what is in them. */
async function readPayouts(play: Play, before: { subAccounts: number; main: number }) {
  const { world, payouts, owners } = play
  const settled = await world.database.rows(
    settlementSchema,
    sql`select id, sub_account_code as code, status = 'success' as "isPaid" from sandbox.settlement`,
  )
  const paid = owners.flatMap(({ played }) => getPaid(played))
  const accounts = owners.flatMap((owner) => [...owner.accounts])
  for (const { id, code, isPaid } of settled) {
    const known = payouts.find((payout) => payout.id === id)
    if (known) known.isPaid = isPaid
    else if (code === null) {
      const payout = modelPayout('main', paid, {
        payouts,
        before: before.main,
        toppedUp: sumClaims(play).toppedUp,
      })
      payouts.push({ ...payout, id, isPaid })
      for (const payment of paid) if (payment.paidDay < before.main) payment.isMainSettled = true
    } else {
      const number = accounts.find((account) => account.code === code)?.number
      if (number === undefined) throw new Error(`no account ${code}`)
      const payout = modelPayout(number, paid, { payouts, before: before.subAccounts })
      payouts.push({ ...payout, id, isPaid })
      for (const payment of paid)
        if (payment.account === number && payment.paidDay < before.subAccounts)
          payment.isSubSettled = true
    }
  }
}
