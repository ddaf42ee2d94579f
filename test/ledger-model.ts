/** A model of the ledger's arithmetic without a database or an order of events. The tests compare the ledger with it. */
export type ModelDonation = {
  campaign: number
  donor: string
  amount: number
  /** What the donor was charged, which may include the card fee on top of the amount. */
  charged: number
  /** A matching success of the payment was reported. */
  isCounted: boolean
  refunds: { amount: number; status: string }[]
  disputes: { amount: number; status: string; resolution: string | null }[]
  /** The provider has reported the payment as reversed for more than a day. */
  isReversed: boolean
}

export type ModelTotals = { raised: number; gross: number; reversed: number; donors: number }

const lostResolutions = ['merchant-accepted', 'auto-accepted']

function getReversed(donation: ModelDonation): number {
  const { amount, isCounted, refunds, disputes, isReversed } = donation
  if (!isCounted) return 0
  const processed = refunds.filter(({ status }) => status === 'processed')
  const lost = disputes.filter(
    ({ status, resolution }) => status === 'resolved' && lostResolutions.includes(resolution ?? ''),
  )
  const claimed = [...processed, ...lost].reduce((sum, reversal) => sum + reversal.amount, 0)
  const isExplained =
    refunds.some(({ status }) => status !== 'failed') ||
    disputes.some(({ status }) => status !== 'resolved') ||
    lost.length > 0
  return isReversed && !isExplained ? amount : Math.min(claimed, amount)
}

export function modelTotals(donations: readonly ModelDonation[]): ModelTotals {
  const counted = donations.filter(({ isCounted }) => isCounted)
  const gross = counted.reduce((sum, { amount }) => sum + amount, 0)
  const reversed = counted.reduce((sum, donation) => sum + getReversed(donation), 0)
  const remaining = counted.filter((donation) => getReversed(donation) < donation.amount)
  const donors = new Set(remaining.map(({ donor }) => donor.toLowerCase())).size
  return { raised: gross - reversed, gross, reversed, donors }
}
