import { kobo } from '#shared/money.ts'
import { testCards } from '#packages/paystack-sandbox/src/index.ts'

import type { Payments } from '#server/providers/payments/payments.ts'

import type { TestMeans } from './charge.ts'

type Rehearsal = {
  payments: Payments
  /** Pays by a test card or the test bank and returns the provider's last status. */
  charge: (payment: Record<string, unknown>, means: TestMeans) => Promise<string>
  startedAt: Date
  /** Called between two readings of refunds that have not ended. */
  pause: (attempt: number) => Promise<void>
  report: (finding: string) => void
}

/** Start of every reference of a rehearsal. */
const toReferences = (startedAt: Date) => `rehearsal-${startedAt.getTime().toString(36)}-`

type Paid = { reference: string; means: string; transactionId: number }

/** Says where an outcome is not what the provider publishes. */
const toVerdict = (found: string, expected: string) =>
  found === expected ? '' : ` (differs: ${expected} was expected)`

const whole = 500_000

/** By the name of the card. Cards that are not named here are not refunded. */
const planned: Record<string, { amounts: number[]; end: string }> = {
  success: { amounts: [100_000, 400_000], end: 'processed' },
  pin: { amounts: [whole], end: 'processed' },
  'refund-fails': { amounts: [whole], end: 'failed' },
  'refund-needs-attention': { amounts: [whole], end: 'needs-attention' },
}

async function refundPayments(rehearsal: Rehearsal, paid: Paid[], note: Note) {
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
async function payByTestMeans(
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

/** Steps of a rehearsal, as it prints them without a key. */
export const steps = [
  'Create a sub-account at Zenith Bank’s test account 0000000000.',
  'Start a payment and verify it as abandoned.',
  'Pay ₦5,000 by each of the provider’s test cards that needs no bank page, and from its test bank.',
  'Refund a payment in part and then its rest, another one at once, and those of the two cards whose refunds do not succeed.',
  'Read payments, totals, balance, settlements and disputes since the start.',
  'Assign an account number at the test bank and take it back, or note that the business gets none.',
]

const testAccount = { bankCode: '057', accountNumber: '0000000000' }

/** Returns what was found, one sentence each. The same calls in the same order give the same sentences. */
export async function rehearse(rehearsal: Rehearsal): Promise<string[]> {
  const findings: string[] = []
  const note = (finding: string) => {
    findings.push(finding)
    rehearsal.report(finding)
  }
  const { payments } = rehearsal
  const account = await payments.createSubAccount({
    businessName: 'Ajo rehearsal',
    ...testAccount,
    ownerUid: 'rehearsal',
  })
  if (account.kind === 'refused') throw new Error(`sub-account: ${account.message}`)
  note('sub-account: created')
  note(await startPayment(rehearsal, account.code))
  const paid = await payByTestMeans(rehearsal, account.code, note)
  await refundPayments(rehearsal, paid, note)
  await readLists(rehearsal, account.code, note)
  note(await assignNumber(rehearsal, account.code))
  return findings
}

async function startPayment({ payments, startedAt }: Rehearsal, subAccountCode: string) {
  const reference = `${toReferences(startedAt)}start`
  const amount = kobo(500_000)
  const started = await payments.initialize({
    reference,
    email: 'rehearsal@example.com',
    amount,
    subAccountCode,
    terms: payments.getSplitTerms(amount),
    callbackUrl: 'https://ajo.example/donations/rehearsal',
    cancelUrl: 'https://ajo.example/c/rehearsal',
    metadata: { campaignId: 'rehearsal' },
  })
  if (started.kind === 'refused') return `start: refused: ${started.message}`
  return `start: ${(await payments.verify(reference))?.status ?? 'unknown'}`
}

async function assignNumber({ payments, startedAt }: Rehearsal, subAccountCode: string) {
  const { accountNumbers } = payments
  const assigned = await accountNumbers.assign({
    email: `${toReferences(startedAt)}campaign@example.com`,
    names: ['Ajo', 'Rehearsal'],
    phone: '+2348100000000',
    subAccountCode,
  })
  if (assigned.kind === 'refused')
    return `account number: ${assigned.isUnavailable ? 'not offered to this business' : assigned.message}`
  await accountNumbers.unassign(assigned.account.providerId)
  return 'account number: assigned and taken back'
}

type Note = (finding: string) => void
type List = { rehearsal: Rehearsal; since: Date; note: Note }

/** Reads every list of the provider that the product reconciles with. */
async function readLists(rehearsal: Rehearsal, subAccountCode: string, note: Note) {
  // The provider's clock can be behind ours.
  const since = new Date(rehearsal.startedAt.getTime() - 60_000)
  const list = { rehearsal, since, note }
  await readPayments(list)
  await readBalance(list)
  await readSettlements(list, subAccountCode)
  await readSettlements(list, null)
  await readDisputes(list)
}

async function readPayments({ rehearsal, since, note }: List) {
  const { payments, startedAt } = rehearsal
  const own = []
  for await (const payment of payments.listSince(since))
    if (payment.reference.startsWith(toReferences(startedAt))) own.push(payment.status)
  note(`payments listed: ${countByName(own)}`)
  const { count } = await payments.totals({ from: since, to: startedAt })
  note(`totals before the start: ${count >= 0 ? 'read' : 'unreadable'}`)
}

async function readBalance({ rehearsal: { payments, startedAt }, note }: List) {
  note(`balance: ${Number.isSafeInteger(await payments.balance.current()) ? 'read' : 'unreadable'}`)
  const causes = []
  for await (const change of payments.balance.listSince(startedAt)) causes.push(change.cause)
  note(`balance changes: ${countByName(causes)}`)
}

async function readSettlements({ rehearsal, since, note }: List, party: string | null) {
  const { settlements } = rehearsal.payments
  const states = []
  for await (const { settlementId, status } of settlements.listSince(since, party)) {
    let contained = 0
    for await (const _payment of settlements.listPayments(settlementId)) contained++
    states.push(`${status} with ${contained} payments`)
  }
  const owner = party === null ? 'our account' : 'the campaign'
  note(`settlements of ${owner}: ${countByName(states)}`)
}

async function readDisputes({ rehearsal: { payments }, since, note }: List) {
  const states = []
  for await (const { disputeId } of payments.disputes.listSince(since)) {
    const dispute = await payments.disputes.find(disputeId)
    states.push(dispute?.status ?? 'unknown')
  }
  note(`disputes: ${countByName(states)}`)
}

function countByName(names: string[]): string {
  const counts = Map.groupBy(names, (name) => name)
  const parts = [...counts].map(([name, rows]) => `${rows.length} ${name}`).toSorted()
  return parts.length === 0 ? 'none' : parts.join(', ')
}
