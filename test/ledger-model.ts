/** What ought to be: the whole of the ledger's arithmetic without a database, an order of events, or a second word on anything. */
export type ModelGift = {
  campaign: number
  donor: string
  amount: number
  /** What the donor was charged: a fee on top is no gift. */
  charged: number
  /** The provider took the money, and all about it is as we asked. */
  isCounted: boolean
  refunds: { amount: number; status: string }[]
  disputes: { amount: number; status: string; resolution: string | null }[]
  /** The provider calls the payment reversed, for more than a day. */
  isReversed: boolean
}

export type ModelTotals = { raised: number; gross: number; returned: number; donors: number }

const lost = ['merchant-accepted', 'auto-accepted']

function returnedOf({ amount, isCounted, refunds, disputes, isReversed }: ModelGift): number {
  if (!isCounted) return 0
  const refunded = refunds.filter(({ status }) => status === 'processed')
  const lostDisputes = disputes.filter(
    ({ status, resolution }) => status === 'resolved' && lost.includes(resolution ?? ''),
  )
  const asked = [...refunded, ...lostDisputes].reduce((sum, back) => sum + back.amount, 0)
  const isExplained =
    refunds.some(({ status }) => status !== 'failed') ||
    disputes.some(({ status }) => status !== 'resolved') ||
    lostDisputes.length > 0
  return isReversed && !isExplained ? amount : Math.min(asked, amount)
}

export function modelTotals(gifts: readonly ModelGift[]): ModelTotals {
  const counted = gifts.filter(({ isCounted }) => isCounted)
  const gross = counted.reduce((sum, { amount }) => sum + amount, 0)
  const returned = counted.reduce((sum, gift) => sum + returnedOf(gift), 0)
  const standing = counted.filter((gift) => returnedOf(gift) < gift.amount)
  const donors = new Set(standing.map(({ donor }) => donor.toLowerCase())).size
  return { raised: gross - returned, gross, returned, donors }
}
