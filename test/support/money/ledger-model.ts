/** A model of the ledger's arithmetic without a database or an order of reports. The tests compare the ledger with it. */
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

const isLost = ({ status, resolution }: ModelDonation['disputes'][number]) =>
  status === 'resolved' && ['merchant-accepted', 'auto-accepted'].includes(resolution ?? '')
const sum = <Row>(rows: readonly Row[], toKobo: (row: Row) => number) =>
  rows.reduce((total, row) => total + toKobo(row), 0)

function getReversed(donation: ModelDonation): number {
  const { amount, isCounted, refunds, disputes, isReversed } = donation
  if (!isCounted) return 0
  const isOpen = disputes.some((dispute) => dispute.status !== 'resolved' || isLost(dispute))
  const isExplained = refunds.some(({ status }) => status !== 'failed') || isOpen
  return isReversed && !isExplained ? amount : Math.min(sumReversals(donation), amount)
}

const sumReversals = ({ refunds, disputes }: Pick<ModelDonation, 'refunds' | 'disputes'>) =>
  sum(refunds, ({ status, amount }) => (status === 'processed' ? amount : 0)) +
  sum(disputes.filter(isLost), ({ amount }) => amount)

export function modelTotals(donations: readonly ModelDonation[]) {
  const counted = donations.filter(({ isCounted }) => isCounted)
  const gross = sum(counted, ({ amount }) => amount)
  const reversed = sum(counted, getReversed)
  const remaining = counted.filter((donation) => getReversed(donation) < donation.amount)
  const donors = new Set(remaining.map(({ donor }) => donor.toLowerCase())).size
  return { raised: gross - reversed, gross, reversed, donors }
}

/** `ofSub`: the part that the provider takes from the sub-account; the rest is the main account's, of which `unpaid` is not taken yet. */
type Debited<Row> = Row & { ofSub: number; unpaid: number }

export type ModelPayment = Omit<ModelDonation, 'refunds' | 'disputes'> & {
  account: number
  platform: number
  fee: number
  main: number
  sub: number
  /** The part of `main` that pays what the owner owed. */
  recovered: number
  paidDay: number
  isMainSettled: boolean
  isSubSettled: boolean
  /** The provider paid out the share of a payment that does not count. */
  isReleased: boolean
  refunds: Debited<ModelDonation['refunds'][number]>[]
  disputes: Debited<ModelDonation['disputes'][number]>[]
}

export type Debtor = 'main' | 'subaccount' | 'proportional' | 'sub-until-settled'

/** What the provider takes from the sub-account for a refund or a lost dispute. */
export function modelDebit(by: Debtor, { main, sub, isSubSettled }: ModelPayment, kobo: number) {
  const part = sub > 0 ? sub / (Math.max(0, main) + sub) : 0
  const isOfSub = by === 'subaccount' || (by === 'sub-until-settled' && !isSubSettled)
  return by === 'proportional' ? Math.round(kobo * part) : isOfSub ? kobo : 0
}

/** What admins booked: organisers paid Ajo back, Ajo gave up claims, and Ajo paid in at the provider. */
export type ModelClaims = { repaid: number; givenUp: number; toppedUp: number }
export const noClaims: ModelClaims = { repaid: 0, givenUp: 0, toppedUp: 0 }

type Settled = { account: number | 'main'; gross: number; deducted: number }
/** A settlement of a sub-account by number, or of the main account. Nothing leaves before it is paid. */
export type ModelPayout = Settled & { isPaid: boolean; shares: readonly ModelPayment[] }

/** Refunds that have not failed and lost disputes are debited at once. */
const listDebited = ({ refunds, disputes }: ModelPayment) => [
  ...refunds.filter(({ status }) => status !== 'failed'),
  ...disputes.filter(isLost),
]
const getOfSub = (payment: ModelPayment) => sum(listDebited(payment), ({ ofSub }) => ofSub)
const getOfMain = (payment: ModelPayment) =>
  sum(listDebited(payment), ({ amount, ofSub, unpaid }) => amount - ofSub - unpaid)

/** The next settlement of an account: its unsettled shares from before a day, less its debits as far as the shares go. */
export function modelPayout(
  account: Settled['account'],
  payments: readonly ModelPayment[],
  {
    payouts,
    before,
    toppedUp = 0,
  }: { payouts: readonly ModelPayout[]; before: number; toppedUp?: number },
): Settled & Pick<ModelPayout, 'shares'> {
  const earlier = payouts.filter((payout) => payout.account === account)
  if (account === 'main') {
    const isLate = ({ isMainSettled, paidDay }: ModelPayment) => !isMainSettled && paidDay >= before
    const earned = sum(payments, (one) => (isLate(one) ? 0 : one.main) - getOfMain(one))
    const gross = Math.max(0, earned + toppedUp - sum(earlier, ({ gross: paid }) => paid))
    return { account, gross, deducted: 0, shares: [] }
  }
  const own = payments.filter((payment) => payment.account === account)
  const due = own.filter(({ isSubSettled, paidDay }) => !isSubSettled && paidDay < before)
  const gross = sum(due, ({ sub }) => sub)
  const owed = sum(own, getOfSub) - sum(earlier, ({ deducted }) => deducted)
  return { account, gross, deducted: Math.min(owed, gross), shares: due }
}

/** The balance of every account of the ledger. `owner` is what is due, held and receivable together. */
export function modelAccounts(
  payments: readonly ModelPayment[],
  settled: readonly ModelPayout[],
  { repaid, givenUp, toppedUp }: ModelClaims = noClaims,
) {
  const payouts = settled.filter(({ isPaid }) => isPaid)
  const open = payments.filter(({ isCounted, isReleased }) => !isCounted && !isReleased)
  const divided = payments.filter((payment) => !open.includes(payment))
  const getNet = ({ charged, fee }: ModelPayment) => charged - fee
  const shares = sum(divided, ({ sub }) => sub)
  const reversed = sum(payments, sumReversals)
  const borne = sum(divided, (payment) => Math.min(sumReversals(payment), payment.charged))
  const ofOpen = sum(open, (payment) => Math.min(sumReversals(payment), getNet(payment)))
  const ofMain = sum(payments, getOfMain)
  const platform = sum(payments, (payment) => (payment.isCounted ? payment.platform : 0))
  const recovered = sum(payments, (payment) => (payment.isCounted ? payment.recovered : 0))
  const deducted = sum(payouts, (one) => one.deducted)
  const toPlatform = sum(payouts, (one) => (one.account === 'main' ? one.gross : 0))
  const gross = sum(payouts, (one) => one.gross) - toPlatform
  return {
    providerBalance: sum(payments, getNet) - ofMain - gross - toPlatform + toppedUp,
    providerFees: shares + platform + recovered - sum(divided, getNet),
    platformRevenue: -platform,
    owner: borne - shares - recovered + gross - deducted - repaid - givenUp,
    platformLoss: reversed - borne - ofOpen + givenUp,
    platformBank: toPlatform + repaid - toppedUp,
    donorClearing: ofMain + deducted - reversed,
    unidentified: ofOpen - sum(open, getNet),
  }
}
