import type { Debtor, ModelPayment, ModelPayout } from './ledger-model.ts'
import type { MoneyHistory } from './money-history.ts'
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
  history: MoneyHistory
  debtors: { refund: Debtor; dispute: Debtor }
  played: Played[]
  payouts: ModelPayout[]
  campaigns: Awaited<ReturnType<typeof addCampaigns>>
}

export function setBehaviour(
  { world, history, debtors }: Play,
  refundEnd: 'by-card' | 'failed' | 'failed-after-processed' | 'needs-attention',
) {
  const { behaviour, settlementList, isDisputeRefunded } = history
  const debits = { refundDebits: debtors.refund, disputeDebits: debtors.dispute, refundEnd }
  world.sandbox.faults.set({
    behaviour: { ...behaviour, ...settlementList, ...debits },
    shapes: { isDisputeRefunded },
  })
}
