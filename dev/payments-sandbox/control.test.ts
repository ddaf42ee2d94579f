import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import * as z from 'zod/mini'

import { testDatabase } from '#test/database.ts'
import { openSandbox, sandboxKey } from '#test/fakes/payments-sandbox.ts'
import { sandboxPayments } from '#test/fakes/sandbox-payments.ts'

const { database, empty } = await testDatabase()
const clock = { now: new Date('2026-11-20T10:00:00Z') }
const closed = await openSandbox(database, { now: () => clock.now })
const open = await openSandbox(database, {
  now: () => clock.now,
  isControllable: true,
  hasOperator: true,
})
const { pay } = sandboxPayments(open)
afterAll(async () => {
  await closed.close()
  await open.close()
})
beforeEach(async () => {
  await empty()
  open.faults.clear()
})

async function control(method: string, path: string, body?: unknown, key = sandboxKey) {
  const response = await fetch(`${open.origin}/sandbox/control${path}`, {
    method,
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  })
  const answer = z.parse(z.looseObject({ data: z.optional(z.unknown()) }), await response.json())
  return { status: response.status, data: answer.data }
}

describe('the knobs', () => {
  it('are there only where they were asked for', async () => {
    for (const path of ['control/faults', 'operator']) {
      const response = await fetch(`${closed.origin}/sandbox/${path}`, {
        headers: { authorization: `Bearer ${sandboxKey}` },
      })
      expect(response.status).toBe(404)
    }
  })

  it('are turned by the merchant only', async () => {
    expect((await control('GET', '/faults', undefined, 'sk_test_wrong')).status).toBe(401)
    expect((await control('GET', '/faults')).status).toBe(200)
  })

  it('set faults, show them and take them back', async () => {
    const set = await control('PUT', '/faults', { webhook: { duplicates: 3 } })
    expect(set.data).toMatchObject({ webhook: { duplicates: 3, isDropped: false }, api: [] })
    expect(open.faults.current().webhook.duplicates).toBe(3)
    expect((await control('PUT', '/faults', { webhook: { duplicates: -1 } })).status).toBe(400)
    await control('DELETE', '/faults')
    expect(open.faults.current().webhook.duplicates).toBe(0)
  })

  it('raise a dispute, and let time do its work', async () => {
    const { id } = await pay('ajo-1')
    expect((await control('POST', '/disputes', { reference: 'nobody' })).status).toBe(400)
    const raised = await control('POST', '/disputes', { reference: 'ajo-1', amount: 5_000 })
    expect(raised.status).toBe(201)
    const { body } = await open.api(`/dispute/transaction/${id}`)
    expect(body.data).toMatchObject({ refund_amount: 5_000 })
    expect((await control('POST', '/time')).data).toEqual({ moved: 0 })
    clock.now = new Date(clock.now.getTime() + 16 * 3_600_000)
    expect((await control('POST', '/time')).data).toEqual({ moved: 1 })
  })
})

describe('settlements', () => {
  it('are none until somebody settles, then one for each account, with what it is made of', async () => {
    const created = await open.api('/subaccount', {
      business_name: 'A well',
      settlement_bank: '057',
      account_number: '0000000000',
      percentage_charge: 30,
    })
    const { subaccount_code: subaccount } = z.parse(
      z.object({ subaccount_code: z.string() }),
      created.body.data,
    )
    const split = { subaccount, transaction_charge: 100, bearer: 'subaccount' }
    await pay('ajo-1', undefined, split)
    await pay('ajo-2', undefined, split)
    await pay('ajo-3')
    expect((await open.api('/settlement')).body.data).toEqual([])
    expect((await open.api('/balance')).body.data).toEqual([
      { currency: 'NGN', balance: 100 + 100 + 482_500 },
    ])

    await control('POST', '/settlements')
    const { body } = await open.api(`/settlement?subaccount=${subaccount}`)
    expect(body.data).toMatchObject([
      {
        status: 'success',
        total_amount: 1_000_000,
        effective_amount: 964_800,
        total_fees: 35_000,
        deductions: 200,
      },
    ])
    const [settlement] = z.parse(z.array(z.object({ id: z.number() })), body.data)
    const paid = await open.api(`/settlement/${settlement?.id}/transactions`)
    const references = z.parse(z.array(z.object({ reference: z.string() })), paid.body.data)
    expect(references.map(({ reference }) => reference).toSorted()).toEqual(['ajo-1', 'ajo-2'])
    expect((await open.api('/settlement?subaccount=none')).body.data).toMatchObject([
      { effective_amount: 482_500, deductions: null },
    ])
    expect((await open.api('/balance')).body.data).toEqual([{ currency: 'NGN', balance: 0 }])
    expect((await control('POST', '/settlements')).data).toEqual([])
  })
})

describe('totals and timelines', () => {
  it('add up what came in and is still there', async () => {
    await pay('ajo-1')
    await pay('ajo-2', undefined, { amount: 5_000 })
    await pay('ajo-3')
    await open.api('/refund', { transaction: 'ajo-3' })
    const { body } = await open.api('/transaction/totals')
    expect(body).toMatchObject({
      message: 'Transaction totals',
      data: {
        total_transactions: 2,
        total_volume: 505_000,
        total_volume_by_currency: [{ currency: 'NGN', amount: 505_000 }],
      },
    })
    const later = new Date(clock.now.getTime() + 1).toISOString()
    const none = await open.api(`/transaction/totals?from=${later}`)
    expect(none.body.data).toMatchObject({ total_transactions: 0, total_volume: 0 })
  })

  it('tell what happened on the page, by reference and by number', async () => {
    const { id } = await pay('ajo-1')
    const byReference = await open.api('/transaction/timeline/ajo-1')
    expect(byReference.body).toMatchObject({
      message: 'Timeline retrieved',
      data: { success: true, attempts: 1 },
    })
    expect((await open.api(`/transaction/timeline/${id}`)).body).toEqual(byReference.body)
    expect((await open.api('/transaction/timeline/nobody')).status).toBe(404)
  })
})

describe('the banks’ side', () => {
  const page = async () => (await fetch(`${open.origin}/sandbox/operator`)).text()
  const ask = (origin: string | undefined, path = 'disputes') =>
    fetch(`${open.origin}/sandbox/operator/${path}`, {
      method: 'POST',
      headers: origin === undefined ? {} : { origin },
      body: new URLSearchParams({ reference: 'ajo-1' }),
      redirect: 'manual',
    })

  it('shows what was paid, asks for it back and settles', async () => {
    expect(await page()).toContain('Nobody has paid anything yet.')
    await pay('ajo-1', undefined, { email: 'd<b>@example.com' })
    expect(await page()).toContain('Ask for it back')
    expect(await page()).toContain('d&lt;b&gt;@example.com')
    expect((await ask(open.origin)).status).toBe(303)
    expect(await page()).toContain('disputes: awaiting-merchant-feedback')
    expect(await page()).not.toContain('Ask for it back')
    await ask(open.origin, 'settlements')
    expect(await page()).toContain('settled')
    expect(await page()).not.toMatch(/<script|<style|style=|onclick/)
  })

  it.each(['https://evil.example', 'null', undefined])('takes no form from %s', async (origin) => {
    await pay('ajo-1')
    expect((await ask(origin)).status).toBe(403)
    expect((await ask(origin, 'settlements')).status).toBe(403)
    expect((await open.api('/dispute')).body.data).toEqual([])
    expect((await open.api('/settlement')).body.data).toEqual([])
  })
})
