import { describe, expect, it } from 'vitest'
import * as z from 'zod/mini'

import { splitPayments } from '../../test/split-payments.ts'
import { standingSandbox } from '../../test/standing-sandbox.ts'
import type { FaultSettings } from '../faults/faults.ts'

const { clock, pass, sandbox, verify } = await standingSandbox()
const { addSubAccount, paySplit } = splitPayments(sandbox)

const hourMs = 3_600_000
const behave = (behaviour: NonNullable<FaultSettings['behaviour']>) =>
  sandbox.faults.set({ behaviour })
const at = (time: string) => {
  clock.now = new Date(time)
  return sandbox.processDue()
}

const settlementSchema = z.looseObject({ id: z.number(), status: z.string() })
const settlements = async (query = '') =>
  z.parse(z.array(settlementSchema), (await sandbox.api(`/settlement${query}`)).body.data)
const statuses = async (query = '') => (await settlements(query)).map(({ status }) => status)

async function payOnFriday() {
  // A Friday, half an hour before midnight in Lagos.
  clock.now = new Date('2026-11-20T22:30:00Z')
  const account = await addSubAccount()
  await paySplit('ajo-1', account.code)
  return account
}

describe('settlements', () => {
  it('start on the next business day in Lagos and pass pending, processing and success', async () => {
    const { id } = await payOnFriday()
    for (const weekend of ['2026-11-20T22:59:00Z', '2026-11-21T12:00:00Z', '2026-11-22T22:59:00Z'])
      await at(weekend)
    expect(await settlements()).toEqual([])
    await at('2026-11-22T23:00:00Z')
    expect(await statuses(`?subaccount=${id}`)).toEqual(['pending'])
    expect(await statuses('?subaccount=none')).toEqual(['pending'])
    expect((await sandbox.getHoldings()).main).toBe(100)
    await pass(2 * hourMs)
    expect(await statuses()).toEqual(['processing', 'processing'])
    await pass(2 * hourMs)
    expect(await statuses()).toEqual(['success', 'success'])
    expect(await sandbox.getHoldings()).toEqual({ main: 0, subAccounts: 0 })
    expect(await statuses('?status=pending')).toEqual([])
  })

  it('fail first and succeed a day later under fails-first', async () => {
    behave({ settlementOutcome: 'fails-first' })
    await payOnFriday()
    await at('2026-11-23T06:00:00Z')
    await pass(2 * hourMs)
    await pass(2 * hourMs)
    expect(await statuses()).toEqual(['failed', 'failed'])
    expect((await sandbox.getHoldings()).subAccounts).toBe(482_400)
    await pass(24 * hourMs)
    expect(await statuses()).toEqual(['success', 'success'])
    expect((await sandbox.getHoldings()).subAccounts).toBe(0)
  })

  it.each([
    ['day-later', 0, 1],
    ['never', 0, 0],
  ] as const)('of the main account come %s', async (mainSettles, first, second) => {
    behave({ mainSettles })
    await payOnFriday()
    clock.now = new Date('2026-11-23T10:00:00Z')
    await paySplit('ajo-2', (await addSubAccount()).code)
    await at('2026-11-24T06:00:00Z')
    expect(await statuses('?subaccount=none')).toHaveLength(first + second)
    await at('2026-11-25T06:00:00Z')
    expect(await statuses('?subaccount=none')).toHaveLength(2 * second)
  })

  it('of held sub-accounts wait until they are released', async () => {
    const { code, id } = await payOnFriday()
    const put = (body: unknown) => sandbox.api(`/subaccount/${code}`, body, { method: 'PUT' })
    for (const hold of [{ active: false }, { active: true, settlement_schedule: 'manual' }]) {
      await put(hold)
      await at('2026-11-23T06:00:00Z')
      expect(await settlements(`?subaccount=${id}`)).toEqual([])
    }
    expect((await put({ settlement_schedule: 'auto' })).body).toMatchObject({
      data: { active: true, settlement_schedule: 'AUTO' },
    })
    await at('2026-11-23T07:00:00Z')
    expect(await statuses(`?subaccount=${id}`)).toEqual(['pending'])
  })
})

it.each([
  ['refused', 400, 200],
  ['ignored', 200, 200],
  ['accepted', 200, 400],
] as const)('answers a request to hold payouts as %s', async (payoutHolds, hold, initialize) => {
  behave({ payoutHolds })
  const { code } = await addSubAccount()
  const body = { active: false }
  expect((await sandbox.api(`/subaccount/${code}`, body, { method: 'PUT' })).status).toBe(hold)
  const payment = { email: 'donor@example.com', amount: 500_000, subaccount: code }
  expect((await sandbox.api('/transaction/initialize', payment)).status).toBe(initialize)
})

it('starts payments to inactive sub-accounts if the provider accepts them', async () => {
  behave({ inactiveSubAccount: 'accepted' })
  const { code } = await addSubAccount()
  await sandbox.api(`/subaccount/${code}`, { active: false }, { method: 'PUT' })
  await paySplit('ajo-1', code)
  expect((await verify('ajo-1')).status).toBe('success')
})

describe('a list of settlements', () => {
  it('ignores the filter, or lacks sub-accounts, if the provider does so', async () => {
    const { id } = await payOnFriday()
    await sandbox.settle()
    expect(await settlements()).toHaveLength(2)
    behave({ isSettlementFilterIgnored: true })
    expect(await settlements(`?subaccount=${id}`)).toHaveLength(2)
    behave({ isSettlementListOfMain: true })
    expect(await settlements()).toEqual(await settlements('?subaccount=none'))
    expect(await settlements(`?subaccount=${id}`)).toHaveLength(1)
  })
})

describe('a payment’s fee and split', () => {
  it.each([
    ['refused', 500_000, 400],
    ['refused-if-short', 5_000, 400],
    ['refused-if-short', 500_000, 200],
    ['accepted', 5_000, 200],
  ] as const)('bearer sub-account is %s for %s kobo', async (subAccountBearer, amount, status) => {
    behave({ subAccountBearer })
    const { code } = await addSubAccount()
    const split = { subaccount: code, bearer: 'subaccount', transaction_charge: amount - 50 }
    const payment = { email: 'donor@example.com', amount, ...split }
    if (amount > 5_000) payment.transaction_charge = 100
    expect((await sandbox.api('/transaction/initialize', payment)).status).toBe(status)
  })

  const shares = { paystack: 17_500, integration: 100, subaccount: 482_400 }
  it.each([
    ['object', expect.objectContaining(shares)],
    ['text', expect.stringContaining('"paystack":17500,"integration":100,"subaccount":482400')],
    ['null', null],
  ] as const)('is shown as %s', async (feesSplit, expected) => {
    behave({ feesSplit })
    await payOnFriday()
    expect((await verify('ajo-1')).fees_split).toEqual(expected)
  })

  it('is null for an hour if fees are late', async () => {
    behave({ areFeesLate: true })
    await payOnFriday()
    expect(await verify('ajo-1')).toMatchObject({ fees: null, fees_split: null })
    await pass(hourMs)
    expect(await verify('ajo-1')).toMatchObject({ fees: 17_500 })
  })
})

describe('a rate limit', () => {
  it.each([true, false])('refuses calls above it, headers: %s', async (hasHeaders) => {
    sandbox.faults.set({ rateLimit: { perSecond: 0, hasHeaders, isHtml: !hasHeaders } })
    const url = `${sandbox.apiUrl}/bank`
    const response = await fetch(url)
    expect(response.status).toBe(429)
    expect(response.headers.has('retry-after')).toBe(hasHeaders)
    expect(response.headers.get('content-type')).toContain(hasHeaders ? 'json' : 'html')
  })

  it('can refuse a write that had its effect', async () => {
    sandbox.faults.set({ rateLimit: { perSecond: 0, methods: ['POST'], isAfterEffect: true } })
    const body = { email: 'donor@example.com', amount: 500_000, reference: 'ajo-1' }
    expect((await sandbox.api('/transaction/initialize', body)).status).toBe(429)
    expect((await sandbox.api('/transaction/verify/ajo-1')).status).toBe(200)
  })
})
