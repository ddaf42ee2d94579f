import { kobo } from '#shared/money.ts'

import { toReferences, toVerdict, type Paid, type Rehearsal } from './rehearsal.ts'
import { testCards } from '#packages/paystack-sandbox/src/index.ts'

const amount = kobo(500_000)

/** The bank's own page needs a person, so its card is left out. */
const cards = testCards.filter(({ steps }) => !steps.includes('bank'))

const means = [
  ...cards.map((card) => ({
    name: card.key,
    details: { card },
    expected: card.decline === null ? 'success' : 'failed',
  })),
  {
    name: 'test-bank',
    details: { bank: { code: '057', account_number: '0000000000' } },
    expected: 'success',
  },
]

/** Pays by each test card and by the test bank. Returns the payments that succeeded. */
export async function payByTestMeans(
  rehearsal: Rehearsal,
  subAccountCode: string,
  note: (finding: string) => void,
): Promise<Paid[]> {
  const { payments, startedAt, charge } = rehearsal
  const { feeBearer: bearer, transactionCharge } = payments.getSplitTerms(amount)
  const paid: Paid[] = []
  for (const { name, details, expected } of means) {
    const reference = `${toReferences(startedAt)}${name}`
    const payment = {
      reference,
      email: 'rehearsal@example.com',
      amount,
      subaccount: subAccountCode,
      transaction_charge: transactionCharge,
      bearer,
    }
    const last = await charge(payment, details)
    const found = await payments.verify(reference)
    const status = found?.status ?? 'unknown'
    note(`pay by ${name}: ${describe(found) ?? last}${toVerdict(status, expected)}`)
    if (found?.status === 'success')
      paid.push({ reference, means: name, transactionId: found.transactionId })
  }
  return paid
}

type Found = Awaited<ReturnType<Rehearsal['payments']['verify']>>

function describe(payment: Found): string | undefined {
  if (!payment) return undefined
  const { status, channel, fees, split } = payment
  if (status !== 'success') return status
  const shares = split ? `${split.main} ours, ${split.subAccount} the campaign’s` : 'no split shown'
  return `${status}, ${channel ?? 'no channel'}, fee ${fees ?? 'not shown'}, ${shares}`
}
