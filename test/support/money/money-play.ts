import type { AccountNumber } from '#server/providers/payments/payments.ts'

import type { Debtor, ModelClaims, ModelPayment, ModelPayout } from './ledger-model.ts'
import type { MoneyHistories } from './money-history.ts'
import type { addCampaigns, MoneyWorld } from './money-world.ts'

export type Played = {
  /** Of a transfer, empty until the provider has received it. */
  reference: string
  /** Number of a transfer at the banks, or empty. */
  session: string
  paidBy: { checkoutUrl: string } | SentBy
  /** Kobo that the donor typed into the form. */
  asked: number
  /** Why the payment is no donation at first. */
  wrong: 'amount' | 'reference' | null
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
  /** The account numbers of the campaigns that receive transfers, by their ids. */
  numbers: Map<string, AccountNumber>
  /** Days since the start of the history. */
  day: number
}
/** `doubled`: the provider reports the session twice. `tiny`: after another one below the minimum. */
export type SentBy = { transfer: 'transfer' | 'late' | 'doubled' | 'tiny'; campaign: OwnCampaign }
export type OwnCampaign = Owner['campaigns'][number]['campaign']
export type Owner = Awaited<ReturnType<typeof addCampaigns>> & {
  played: Played[]
  claims: ModelClaims
}

export function setBehaviour(
  { world, history, debtors }: Play,
  refundEnd: 'by-card' | 'failed' | 'failed-after-processed' | 'needs-attention',
) {
  const { settlementList, isDisputeRefunded, isReportedAtOnce } = history
  const areFeesLate = history.behaviour.areFeesLate && !isReportedAtOnce
  const { feesSplit } = history.behaviour
  // The sub-account bears the fee of each transfer to an account number.
  const isBearer = history.feeBearer === 'subaccount' || history.hasTransfers
  const isSplitNeeded = isBearer && feesSplit === 'null'
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
