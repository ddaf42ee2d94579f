import { kobo } from '#shared/money.ts'

import { payByTestMeans } from './pay.ts'
import { readLists } from './read-lists.ts'
import { refundPayments } from './refund.ts'
import { toReferences, type Rehearsal } from './rehearsal.ts'

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
  const last = paid.at(-1)
  if (last) await rehearsal.settleAndDispute?.(last.reference)
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
