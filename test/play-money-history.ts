import { kobo } from '#shared/money.ts'

import { modelPayout, type Debtor, type ModelPayment, type ModelPayout } from './ledger-model.ts'
import { donationBy } from './ledger.ts'
import type { MoneyHistory, MoneyStep } from './money-history.ts'
import { setBehaviour, type Play, type Played } from './money-play.ts'
import { addCampaigns, type MoneyWorld } from './money-world.ts'
import { freezeOrLift, reportAll, reportParts } from './report-money.ts'
import { pay, playPayment } from './play-payments.ts'

/** Plays a history at the sandbox and in the model, and reports parts of it to the ledger. `afterStep` checks what always holds. */
export async function playMoneyHistory(
  world: MoneyWorld,
  history: MoneyHistory,
  { refundDebits, afterStep }: { refundDebits: Debtor; afterStep: () => Promise<void> },
) {
  const campaigns = await addCampaigns(world)
  const debtors = { refund: refundDebits, dispute: history.disputeDebits }
  const state = { played: [], payouts: [] }
  const play: Play = { world, history, debtors, campaigns, ...state }
  setBehaviour(play, 'by-card')
  for (const donation of history.donations) {
    const started = await startDonation(play, donation)
    play.played.push(started)
    if (donation.isPaid) await pay(play, started)
  }
  for (const step of history.steps) {
    world.clock.now = new Date(world.clock.now.getTime() + 1)
    await playStep(play, step)
    await afterStep()
  }
  await reportAll(play)
  await afterStep()
  const paid = play.played.filter(({ isPaid }) => isPaid)
  const payments = paid.map(({ payment }) => ({ ...payment, isCounted: true }))
  return { payments, payouts: play.payouts, campaigns }
}

async function startDonation(
  { world, campaigns }: Play,
  { email, amount, campaign }: MoneyHistory['donations'][number],
): Promise<Played> {
  const to = campaigns.campaigns[campaign]
  if (to === undefined) throw new Error('no campaign')
  const form = { amount: kobo(amount) }
  const started = await world.donations.startDonation(donationBy(email, { campaign: to, form }))
  const reference = world.references.at(-1)
  if (started.kind !== 'started' || reference === undefined) throw new Error(started.kind)
  const payment: ModelPayment = {
    campaign,
    account: campaign === 2 ? 1 : 0,
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

async function playStep(play: Play, step: MoneyStep) {
  if (step.action === 'report') return reportParts(play.world, step.what)
  if (step.action === 'advance' || 'donation' in step) return playPayment(play, step)
  if (step.action === 'settle') return settle(play, step.account)
  return freezeOrLift(play, step.campaign, step.action)
}

async function settle(
  { world, played, payouts, campaigns }: Play,
  account: ModelPayout['account'],
) {
  const paid = played.filter(({ isPaid }) => isPaid).map(({ payment }) => payment)
  const unsettled = paid.filter(({ isMainSettled, isSubSettled, account: own }) =>
    account === 'main' ? !isMainSettled : own === account && !isSubSettled,
  )
  const code = account === 'main' ? null : (campaigns.accounts[account] ?? '')
  if (code !== null && (await world.payments.subAccounts.find(code))?.isHeld) return
  await world.sandbox.settle([code])
  if (unsettled.length === 0) return
  payouts.push(modelPayout(account, paid, payouts))
  for (const payment of unsettled) {
    if (account === 'main') payment.isMainSettled = true
    else payment.isSubSettled = true
  }
}
