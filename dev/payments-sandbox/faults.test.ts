import { createHmac } from 'node:crypto'

import { describe, expect, it } from 'vitest'
import * as z from 'zod/mini'

import { standingSandbox } from '#test/standing-sandbox.ts'
import { sandboxKey } from '#test/fakes/payments-sandbox.ts'

import { deliverDue } from './deliveries.ts'
import type { FaultsGiven } from './faults.ts'

const { clock, database, pay, sandbox, start, verify } = await standingSandbox()

const account = {
  business_name: 'A well',
  settlement_bank: '057',
  account_number: '0000000000',
  percentage_charge: 30,
}

/** What a merchant hears when everything due is sent once. */
async function heard(answer = 200) {
  const received: { body: string; signature: string | null }[] = []
  const tried = await deliverDue({
    database,
    webhookUrl: 'http://127.0.0.1:9/webhooks/paystack',
    secretKey: sandboxKey,
    schedule: 'test',
    compression: 1,
    timeoutMs: 1_000,
    pollMs: 60_000,
    now: () => clock.now,
    deliver: async (input, init) => {
      const request = new Request(input, init)
      const signature = request.headers.get('x-paystack-signature')
      received.push({ body: await request.text(), signature })
      return new Response(null, { status: answer })
    },
    onError: () => {},
    faults: sandbox.faults.current,
  })
  return { tried, received }
}

const referenceIn = (body: string) =>
  z.parse(z.object({ data: z.object({ reference: z.string() }) }), JSON.parse(body)).data.reference

describe('a webhook', () => {
  it('can be dropped for good', async () => {
    sandbox.faults.set({ webhook: { isDropped: true } })
    await pay('ajo-1')
    expect(await heard()).toEqual({ tried: 1, received: [] })
    sandbox.faults.clear()
    clock.now = new Date(clock.now.getTime() + 3_600_000)
    expect(await heard()).toEqual({ tried: 0, received: [] })
  })

  it('can be sent many times at once', async () => {
    sandbox.faults.set({ webhook: { duplicates: 63 } })
    await pay('ajo-1')
    const { received } = await heard()
    expect(received).toHaveLength(64)
    expect(new Set(received.map(({ body }) => body)).size).toBe(1)
  })

  it('can come late', async () => {
    sandbox.faults.set({ webhook: { delayMs: 60_000 } })
    await pay('ajo-1')
    expect((await heard()).tried).toBe(0)
    clock.now = new Date(clock.now.getTime() + 60_000)
    expect((await heard()).tried).toBe(1)
  })

  it('can overtake an earlier one', async () => {
    for (const reference of ['ajo-1', 'ajo-2', 'ajo-3']) {
      clock.now = new Date(clock.now.getTime() + 1_000)
      await pay(reference)
    }
    sandbox.faults.set({ webhook: { isReordered: true } })
    const { received } = await heard()
    expect(received.map(({ body }) => referenceIn(body))).toEqual(['ajo-3', 'ajo-2', 'ajo-1'])
  })

  it('can be signed by somebody else', async () => {
    sandbox.faults.set({ webhook: { isForged: true } })
    await pay('ajo-1')
    const [forged] = (await heard(401)).received
    const signatureOf = (body = '') => createHmac('sha512', sandboxKey).update(body).digest('hex')
    expect(forged?.signature).toMatch(/^[0-9a-f]{128}$/)
    expect(forged?.signature).not.toBe(signatureOf(forged?.body))
    sandbox.faults.clear()
    clock.now = new Date(clock.now.getTime() + 3_600_000)
    const [real] = (await heard()).received
    expect(real?.signature).toBe(signatureOf(real?.body))
  })
})

describe('the API', () => {
  const given = { email: 'donor@example.com', amount: 500_000, reference: 'ajo-1' }
  const initialize = () => sandbox.api('/transaction/initialize', given)

  it.each([
    [429, { message: 'Too many requests', type: 'api_error' }],
    [500, { message: 'An error occurred' }],
  ] as const)(
    'can answer %i before anything has happened, as often as wanted',
    async (status, body) => {
      sandbox.faults.set({ api: [{ path: '/transaction/initialize', status, times: 2 }] })
      expect(await initialize()).toMatchObject({ status, body })
      expect(await initialize()).toMatchObject({ status, body })
      expect((await initialize()).status).toBe(200)
    },
  )

  it('can answer 500 when everything has happened', async () => {
    sandbox.faults.set({
      api: [{ path: '/transaction', method: 'POST', status: 500, isAfterEffect: true }],
    })
    expect((await initialize()).status).toBe(500)
    expect((await verify('ajo-1')).status).toBe('abandoned')
  })

  it.each([
    ['before', false, 404],
    ['after', true, 200],
  ])('can fall silent %s the effect', async (_when, isAfterEffect, status) => {
    sandbox.faults.set({ api: [{ method: 'POST', isSilent: true, isAfterEffect }] })
    await expect(
      sandbox.api('/transaction/initialize', given, { signal: AbortSignal.timeout(500) }),
    ).rejects.toThrow('timeout')
    await expect
      .poll(async () => (await sandbox.api('/transaction/verify/ajo-1')).status)
      .toBe(status)
  })

  it('can be slow', async () => {
    sandbox.faults.set({ api: [{ latencyMs: 50 }] })
    const begun = performance.now()
    await initialize()
    expect(performance.now() - begun).toBeGreaterThan(45)
  })
})

describe('answers', () => {
  async function shown(shapes: NonNullable<FaultsGiven['shapes']>) {
    const created = await sandbox.api('/subaccount', account)
    const { subaccount_code: subaccount } = z.parse(
      z.object({ subaccount_code: z.string() }),
      created.body.data,
    )
    await pay('ajo-1', undefined, { subaccount, metadata: { campaignId: 'c1' } })
    sandbox.faults.set({ shapes })
    return verify('ajo-1')
  }

  it.each(['', 0, null, 'a text'] as const)('can carry the metadata %j', async (metadata) => {
    expect(await shown({ metadata })).toMatchObject({ metadata })
  })

  it('can pass the fee on to the payer', async () => {
    expect(await shown({ isFeePassedOn: true })).toMatchObject({
      amount: 517_500,
      requested_amount: 500_000,
      fees: 17_500,
    })
  })

  it('can lose the sub-account', async () => {
    expect(await shown({ isSubAccountMissing: true })).toMatchObject({
      subaccount: {},
      fees_split: null,
    })
  })

  it('can be in another currency', async () => {
    expect(await shown({ currency: 'USD' })).toMatchObject({ currency: 'USD' })
  })

  it('can write perPage as text, and all amounts of refunds too', async () => {
    await pay('ajo-1')
    sandbox.faults.set({ shapes: { isPerPageText: true, isRefundAmountText: true } })
    const { body } = await sandbox.api('/transaction?perPage=7')
    expect(body.meta).toMatchObject({ perPage: '7', page: 1 })
  })

  it('can be of payments that all began at once', async () => {
    sandbox.faults.set({ shapes: { isCreatedAtEqual: true } })
    await start('ajo-1')
    clock.now = new Date(clock.now.getTime() + 1_000)
    await start('ajo-2')
    const [first, second] = [await verify('ajo-1'), await verify('ajo-2')]
    expect(first.created_at).toBe(second.created_at)
    expect(first.id).not.toBe(second.id)
  })

  it('can shift from page to page', async () => {
    for (const reference of ['ajo-1', 'ajo-2', 'ajo-3', 'ajo-4']) {
      clock.now = new Date(clock.now.getTime() + 1_000)
      await start(reference)
    }
    sandbox.faults.set({ shapes: { isPageShifting: true } })
    const references = async (page: number) => {
      clock.now = new Date(clock.now.getTime() + 1_000)
      const { body } = await sandbox.api(`/transaction?perPage=2&page=${page}`)
      const rows = z.parse(z.array(z.object({ reference: z.string() })), body.data)
      return rows.map(({ reference }) => reference)
    }
    expect(await references(1)).toEqual(['ajo-4', 'ajo-3'])
    expect(await references(2)).toEqual(['ajo-3', 'ajo-2'])
  })
})
