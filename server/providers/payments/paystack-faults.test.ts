import { afterAll, beforeEach, describe, expect, it } from 'vitest'

import { kobo } from '#shared/money.ts'
import { freshDatabase } from '#test/support/people/fresh-database.ts'
import { paystackAt } from '#test/support/providers/paystack.ts'

import { PaymentsUnavailable } from './payments.ts'
import { openSandbox } from '#packages/paystack-sandbox/test/open-sandbox.ts'
import { sandboxPayments } from '#packages/paystack-sandbox/test/sandbox-payments.ts'

const { database } = await freshDatabase()
const sandbox = await openSandbox(database)
afterAll(sandbox.close)
beforeEach(() => {
  sandbox.faults.clear()
})

const { pay, start } = sandboxPayments(sandbox)
const withTimeout = (timeoutMs: number) => paystackAt(sandbox, { timeoutMs })
const payments = withTimeout(10_000)

async function payInto(subAccount = 'A well') {
  const account = await payments.createSubAccount({
    businessName: subAccount,
    bankCode: '057',
    accountNumber: '0000000000',
    ownerUid: 'u1',
  })
  if (account.kind === 'refused') throw new Error(account.message)
  await pay('ajo-1', undefined, { subaccount: account.code, metadata: { campaignId: 'c1' } })
  return account.code
}

describe('a payment in an unusual shape', () => {
  it('has no sub-account or another currency if the response says so', async () => {
    const code = await payInto()
    expect(await payments.verify('ajo-1')).toMatchObject({ subAccountCode: code, currency: 'NGN' })
    sandbox.faults.set({ shapes: { isSubAccountMissing: true, currency: 'USD' } })
    expect(await payments.verify('ajo-1')).toMatchObject({ subAccountCode: null, currency: 'USD' })
  })
})

describe('a list', () => {
  it('misses no payment while pages shift and creation times are equal', async () => {
    sandbox.faults.set({ shapes: { isCreatedAtEqual: true } })
    const references = Array.from({ length: 120 }, (_, number) => `ajo-${number}`)
    await Promise.all(references.map((reference) => start(reference)))
    sandbox.faults.set({ shapes: { isPageShifting: true, isPerPageText: true } })
    const seen = new Set<string>()
    for await (const { reference } of payments.listSince(new Date(0))) seen.add(reference)
    expect(references.filter((reference) => !seen.has(reference))).toEqual([])
  })
})

describe('starting a payment at a failing provider', () => {
  const started = (of = payments) =>
    of.initialize({
      reference: 'ajo-1',
      email: 'donor@example.com',
      amount: kobo(500_000),
      subAccountCode: '',
      terms: of.getSplitTerms(kobo(500_000)),
      callbackUrl: 'http://127.0.0.1:9/donations/abc',
      cancelUrl: 'http://127.0.0.1:9/c/well/donate',
      metadata: {},
    })

  it.each([
    ['429', { status: 429 }, false],
    ['500', { status: 500 }, false],
    ['no response', { isSilent: true }, false],
    ['500 after the effect', { status: 500, isAfterEffect: true }, true],
    ['no response after the effect', { isSilent: true, isAfterEffect: true }, true],
  ] as const)('has an unknown outcome: %s', async (_name, fault, isKnown) => {
    sandbox.faults.set({ api: [{ path: '/transaction/initialize', times: 1, ...fault }] })
    const timeoutMs = 'isSilent' in fault ? 500 : 10_000
    await expect(started(withTimeout(timeoutMs))).rejects.toThrow(PaymentsUnavailable)
    // The aborted call may still take effect.
    await expect
      .poll(async () => (await payments.verify('ajo-1'))?.status)
      .toBe(isKnown ? 'abandoned' : undefined)
    expect((await started()).kind).toBe(isKnown ? 'refused' : 'started')
  })

  it('waits for a slow response', async () => {
    sandbox.faults.set({ api: [{ latencyMs: 60 }] })
    expect((await started()).kind).toBe('started')
  })
})
