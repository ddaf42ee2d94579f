import { createHmac } from 'node:crypto'

import { describe, expect, it } from 'vitest'
import * as z from 'zod/mini'

import { standingSandbox } from '../../test/standing-sandbox.ts'
import { sandboxKey } from '../../test/open-sandbox.ts'
import { deliverDue } from '../webhooks/deliveries.ts'
import type { FaultSettings } from './faults.ts'

const { clock, database, pay, sandbox, start, verify } = await standingSandbox()

const account = {
  business_name: 'A well',
  settlement_bank: '057',
  account_number: '0000000000',
  percentage_charge: 30,
}

/** Webhooks that the merchant receives when everything due is sent once. */
async function receive(status = 200) {
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
      return new Response(null, { status })
    },
    onError: () => {},
    faults: sandbox.faults.current,
  })
  return { tried, received }
}

const referenceIn = (body: string) =>
  z.parse(z.object({ data: z.object({ reference: z.string() }) }), JSON.parse(body)).data.reference

describe('a webhook', () => {
  it('is never sent under isDropped', async () => {
    sandbox.faults.set({ webhook: { isDropped: true } })
    await pay('ajo-1')
    expect(await receive()).toEqual({ tried: 1, received: [] })
    sandbox.faults.clear()
    clock.now = new Date(clock.now.getTime() + 3_600_000)
    expect(await receive()).toEqual({ tried: 0, received: [] })
  })

  it('is sent 64 times under 63 duplicates', async () => {
    sandbox.faults.set({ webhook: { duplicates: 63 } })
    await pay('ajo-1')
    const { received } = await receive()
    expect(received).toHaveLength(64)
    expect(new Set(received.map(({ body }) => body)).size).toBe(1)
  })

  it('is delayed under delayMs', async () => {
    sandbox.faults.set({ webhook: { delayMs: 60_000 } })
    await pay('ajo-1')
    expect((await receive()).tried).toBe(0)
    clock.now = new Date(clock.now.getTime() + 60_000)
    expect((await receive()).tried).toBe(1)
  })

  it('is sent newest first under isReordered', async () => {
    for (const reference of ['ajo-1', 'ajo-2', 'ajo-3']) {
      clock.now = new Date(clock.now.getTime() + 1_000)
      await pay(reference)
    }
    sandbox.faults.set({ webhook: { isReordered: true } })
    const { received } = await receive()
    expect(received.map(({ body }) => referenceIn(body))).toEqual(['ajo-3', 'ajo-2', 'ajo-1'])
  })

  it('has a wrong signature under isForged', async () => {
    sandbox.faults.set({ webhook: { isForged: true } })
    await pay('ajo-1')
    const [forged] = (await receive(401)).received
    const sign = (body = '') => createHmac('sha512', sandboxKey).update(body).digest('hex')
    expect(forged?.signature).toMatch(/^[0-9a-f]{128}$/)
    expect(forged?.signature).not.toBe(sign(forged?.body))
    sandbox.faults.clear()
    clock.now = new Date(clock.now.getTime() + 3_600_000)
    const [real] = (await receive()).received
    expect(real?.signature).toBe(sign(real?.body))
  })
})

describe('the API', () => {
  const given = { email: 'donor@example.com', amount: 500_000, reference: 'ajo-1' }
  const initialize = () => sandbox.api('/transaction/initialize', given)

  it('waits for latencyMs', async () => {
    sandbox.faults.set({ api: [{ latencyMs: 50 }] })
    const startedAt = performance.now()
    await initialize()
    expect(performance.now() - startedAt).toBeGreaterThan(45)
  })
})

describe('responses', () => {
  async function verifyWith(shapes: NonNullable<FaultSettings['shapes']>) {
    const created = await sandbox.api('/subaccount', account)
    const { subaccount_code: subaccount } = z.parse(
      z.object({ subaccount_code: z.string() }),
      created.body.data,
    )
    await pay('ajo-1', undefined, { subaccount, metadata: { campaignId: 'c1' } })
    sandbox.faults.set({ shapes })
    return verify('ajo-1')
  }

  it.each(['', 0, null, 'a text'] as const)('have the metadata %j', async (metadata) => {
    expect(await verifyWith({ metadata })).toMatchObject({ metadata })
  })

  it('include the fee in the amount under isFeePassedOn', async () => {
    expect(await verifyWith({ isFeePassedOn: true })).toMatchObject({
      amount: 517_500,
      requested_amount: 500_000,
      fees: 17_500,
    })
  })

  it('have no sub-account under isSubAccountMissing', async () => {
    expect(await verifyWith({ isSubAccountMissing: true })).toMatchObject({
      subaccount: {},
      fees_split: null,
    })
  })

  it('have the currency of the fault', async () => {
    expect(await verifyWith({ currency: 'USD' })).toMatchObject({ currency: 'USD' })
  })

  it('have perPage as text under isPerPageText', async () => {
    await pay('ajo-1')
    sandbox.faults.set({ shapes: { isPerPageText: true } })
    const { body } = await sandbox.api('/transaction?perPage=7')
    expect(body.meta).toMatchObject({ perPage: '7', page: 1 })
  })

  it('have equal creation times under isCreatedAtEqual', async () => {
    sandbox.faults.set({ shapes: { isCreatedAtEqual: true } })
    await start('ajo-1')
    clock.now = new Date(clock.now.getTime() + 1_000)
    await start('ajo-2')
    const [first, second] = [await verify('ajo-1'), await verify('ajo-2')]
    expect(first.created_at).toBe(second.created_at)
    expect(first.id).not.toBe(second.id)
  })

  it('shift between pages under isPageShifting', async () => {
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

it('refuses invalid faults', () => {
  expect(() => sandbox.faults.set({ webhook: { duplicates: -1 } })).toThrow('duplicates')
})
