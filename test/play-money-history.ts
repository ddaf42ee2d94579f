import { kobo } from '#shared/money.ts'

import { modelPayout, type Debtor, type ModelPayment, type ModelPayout } from './ledger-model.ts'
import { donationBy } from './ledger.ts'
import type { CommonStep, MoneyHistories, MoneyStep, OwnHistory } from './money-history.ts'
import { setBehaviour, type Owner, type Play, type Played } from './money-play.ts'
import { addCampaigns, type MoneyWorld } from './money-world.ts'
import { freezeOrLift, reportAll, reportEverything, reportParts } from './report-money.ts'
import { advance, pay, playPayment } from './play-payments.ts'

type Money = { payments: ModelPayment[]; payouts: ModelPayout[] }
/** What the provider has done so far, and of it what belongs to each owner. `isReported`: the ledger knows all of it. */
export type PlayedHistories = Money & {
  owners: (Money & { ownerUid: string })[]
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
  const play: Play = { world, history, debtors, owners: [], payouts: [] }
  setBehaviour(play, 'by-card')
  for (const own of history.owners) await startDonations(play, own)
  for (const [round, commonStep] of history.commonSteps.entries()) {
    for (const [index, owner] of play.owners.entries()) {
      const step = history.owners[index]?.steps[round]
      if (!step) continue
      tick(world)
      await playStep(play, owner, step)
      await afterStep(getPlayed(play, false))
    }
    tick(world)
    await playCommonStep(play, commonStep)
    if (history.isReportedAtOnce) await reportEverything(world)
    await afterStep(getPlayed(play, history.isReportedAtOnce))
  }
  await reportAll(play)
  const played = getPlayed(play, true)
  await afterStep(played)
  return played
}

const tick = ({ clock }: MoneyWorld) => void (clock.now = new Date(clock.now.getTime() + 1))

function getPlayed({ owners, payouts }: Play, isReported: boolean): PlayedHistories {
  const own = owners.map(({ ownerUid, accounts, played }) => ({
    ownerUid,
    payments: getPaid(played).map((payment) => ({ ...payment, isCounted: true })),
    payouts: payouts.filter(({ account }) => accounts.some(({ number }) => number === account)),
  }))
  return { owners: own, payments: own.flatMap(({ payments }) => payments), payouts, isReported }
}

const getPaid = (played: readonly Played[]) =>
  played.filter(({ isPaid }) => isPaid).map(({ payment }) => payment)

async function startDonations(play: Play, { donations }: OwnHistory) {
  const campaigns = await addCampaigns(play.world, play.owners.length)
  const owner: Owner = { ...campaigns, played: [] }
  play.owners.push(owner)
  for (const donation of donations) {
    const started = await startDonation(play, owner, donation)
    owner.played.push(started)
    if (donation.isPaid) await pay(play, started)
  }
}

async function startDonation(
  { world }: Play,
  { campaigns }: Owner,
  { email, amount, campaign: index }: OwnHistory['donations'][number],
): Promise<Played> {
  const to = campaigns[index]
  if (to === undefined) throw new Error('no campaign')
  const { campaign, account } = to
  const form = { amount: kobo(amount) }
  const started = await world.donations.startDonation(donationBy(email, { campaign, form }))
  const reference = world.references.at(-1)
  if (started.kind !== 'started' || reference === undefined) throw new Error(started.kind)
  const payment: ModelPayment = {
    campaign: index,
    account: account.number,
    donor: email,
    amount,
    charged: amount,
    isCounted: false,
    isReversed: false,
    fee: 0,
    main: 0,
    sub: 0,
    isMainSettled: false,
    isSubSettled: false,
    refunds: [],
    disputes: [],
  }
  const { url: checkoutUrl } = started
  return { reference, checkoutUrl, payment, isPaid: false, refundIds: [], disputes: [] }
}

async function playStep(play: Play, owner: Owner, step: MoneyStep) {
  if ('donation' in step) return playPayment(play, owner, step)
  if (step.action === 'settle') return settleOwner(play, owner, step.account)
  return freezeOrLift(play, owner, step.campaign, step.action)
}

async function playCommonStep(play: Play, step: CommonStep) {
  switch (step.action) {
    case 'nothing':
      return
    case 'report':
      return reportParts(play.world, step.what)
    case 'advance':
      return advance(play, step)
    case 'settle-main':
      return settleMain(play)
  }
}

async function settleOwner({ world, payouts }: Play, { accounts, played }: Owner, index: number) {
  const { number, code } = accounts[index === 0 ? 0 : 1]
  if ((await world.payments.subAccounts.find(code))?.isHeld) return
  await world.sandbox.settle([code])
  const own = getPaid(played).filter(({ account }) => account === number)
  if (own.every(({ isSubSettled }) => isSubSettled)) return
  payouts.push(modelPayout(number, own, payouts))
  for (const payment of own) payment.isSubSettled = true
}

async function settleMain({ world, history, payouts, owners }: Play) {
  await world.sandbox.settle([null])
  const paid = owners.flatMap(({ played }) => getPaid(played))
  const isNever = history.behaviour.mainSettles === 'never'
  if (isNever || paid.every(({ isMainSettled }) => isMainSettled)) return
  payouts.push(modelPayout('main', paid, payouts))
  for (const payment of paid) payment.isMainSettled = true
}
