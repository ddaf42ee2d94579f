import type { Debtor, ModelPayment, ModelPayout } from './ledger-model.ts'
import type { MoneyHistories } from './money-history.ts'
import type { addCampaigns, MoneyWorld } from './money-world.ts'

export type Played = {
  reference: string
  checkoutUrl: string
  payment: ModelPayment
  isPaid: boolean
  /** Ids at the provider, in the order of the model's refunds and disputes. */
  refundIds: number[]
  disputes: { id: number; category: string }[]
}
export type Play = {
  world: MoneyWorld
  history: MoneyHistories
  debtors: { refund: Debtor; dispute: Debtor }
  owners: Owner[]
  /** With the provider's ids of the settlements. */
  payouts: (ModelPayout & { id: number })[]
  /** Days since the start of the history. */
  day: number
}
export type Owner = Awaited<ReturnType<typeof addCampaigns>> & { played: Played[] }

export function setBehaviour(
  { world, history, debtors }: Play,
  refundEnd: 'by-card' | 'failed' | 'failed-after-processed' | 'needs-attention',
) {
  const { settlementList, isDisputeRefunded, isReportedAtOnce } = history
  const areFeesLate = history.behaviour.areFeesLate && !isReportedAtOnce
  const { feesSplit } = history.behaviour
  const isSplitNeeded = history.feeBearer === 'subaccount' && feesSplit === 'null'
  const behaviour = {
    ...history.behaviour,
    areFeesLate,
    feesSplit: isSplitNeeded ? 'object' : feesSplit,
  }
  const debits = { refundDebits: debtors.refund, disputeDebits: debtors.dispute, refundEnd }
  world.sandbox.faults.set({
    behaviour: { ...behaviour, ...settlementList, ...debits },
    shapes: { isDisputeRefunded },
  })
}
