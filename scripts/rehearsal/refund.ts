import { kobo } from '#shared/money.ts'

import { toVerdict, type Paid, type Rehearsal } from './rehearsal.ts'

type Note = (finding: string) => void

const whole = 500_000

/** By the name of the card. Cards that are not named here are not refunded. */
const planned: Record<string, { amounts: number[]; end: string }> = {
  success: { amounts: [100_000, 400_000], end: 'processed' },
  pin: { amounts: [whole], end: 'processed' },
  'refund-fails': { amounts: [whole], end: 'failed' },
  'refund-needs-attention': { amounts: [whole], end: 'needs-attention' },
}

export async function refundPayments(rehearsal: Rehearsal, paid: Paid[], note: Note) {
  for (const payment of paid) {
    const plan = planned[payment.means]
    for (const amount of plan?.amounts ?? []) note(await requestRefund(rehearsal, payment, amount))
  }
  for (const payment of paid) {
    const plan = planned[payment.means]
    if (plan) note(await followRefunds(rehearsal, payment, plan.end))
  }
}

async function requestRefund(
  { payments }: Rehearsal,
  { transactionId, means }: Paid,
  amount: number,
) {
  const result = await payments.refunds.create({
    transactionId,
    amount: kobo(amount),
    customerNote: 'Rehearsal',
    merchantNote: 'Rehearsal',
  })
  const outcome = result.kind === 'queued' ? result.refund.status : `refused: ${result.reason}`
  return `refund ${amount} of ${means}: ${outcome}`
}

const maxTries = 6

const isOpen = (status: string) => status === 'pending' || status === 'processing'

/** The provider names the refunds of a payment newest first or oldest first, so they are sorted. */
async function followRefunds(rehearsal: Rehearsal, payment: Paid, end: string): Promise<string> {
  const { payments, pause } = rehearsal
  for (let attempt = 1; ; attempt++) {
    const refunds = await payments.refunds.listForTransaction(payment.transactionId)
    if (attempt < maxTries && refunds.some(({ status }) => isOpen(status))) {
      await pause(attempt)
      continue
    }
    const rows = refunds.map(({ amount, status }) => `${amount} ${status}`).toSorted()
    const other = refunds.find(({ status }) => status !== end)
    const verdict = toVerdict(other?.status ?? end, end)
    const status = (await payments.verify(payment.reference))?.status ?? 'unknown'
    return `refunds of ${payment.means}: ${rows.join(', ')}; payment ${status}${verdict}`
  }
}
