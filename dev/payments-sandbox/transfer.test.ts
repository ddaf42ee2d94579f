import { describe, expect, it } from 'vitest'
import * as z from 'zod/mini'

import { sql } from '#server/database/sql.ts'
import { standingSandbox } from '#test/standing-sandbox.ts'
import { openSandbox } from '#test/fakes/payments-sandbox.ts'
import { cards, sandboxPayments } from '#test/fakes/sandbox-payments.ts'

import { publishedPeriods } from './periods.ts'

const { database, pass, sandbox, start, verify } = await standingSandbox()

const paid = 'http://127.0.0.1:9/donations/abc?trxref=ajo-1&reference=ajo-1'
const textOf = async (url: string) => (await fetch(url)).text()
const webhooks = async () =>
  (
    await database.rows(z.object({ event: z.string() }), sql`select event from sandbox.delivery`)
  ).map(({ event }) => event)

describe('a bank transfer', () => {
  it('is offered beside the card, with an account that is the payment’s own', async () => {
    const url = await start('ajo-1')
    expect(await textOf(url)).toContain('?with=transfer')
    const page = await textOf(`${url}?with=transfer`)
    const number = /<dd class="number">(\d{10})<\/dd>/.exec(page)?.[1]
    expect(number).toMatch(/^99\d{8}$/)
    expect(page).toContain('I have sent the money')
    expect(page).toContain('₦5,000.00')
    expect(await textOf(`${url}?with=transfer`)).toContain(String(number))
    const other = await textOf(`${await start('ajo-2')}?with=transfer`)
    expect(other).not.toContain(String(number))
    expect((await verify('ajo-1')).status).toBe('abandoned')
  })

  it('is pending until the bank has moved the money, then paid, and told by a webhook', async () => {
    const url = await start('ajo-1')
    const answer = await sandbox.submit(url, 'transfer', {})
    expect(answer.headers.get('location')).toBe(new URL(url).pathname)
    expect(await verify('ajo-1')).toMatchObject({ status: 'pending', paid_at: null })
    expect(await textOf(url)).toContain('Waiting for your transfer')
    expect(await textOf(`${url}/waiting`)).toContain('Look again')
    expect(await webhooks()).toEqual([])

    expect(await pass(publishedPeriods.transferMs - 1)).toBe(0)
    expect(await pass(1)).toBe(1)
    expect(await verify('ajo-1')).toMatchObject({
      status: 'success',
      channel: 'bank_transfer',
      fees: 17_500,
      authorization: { channel: 'bank_transfer', reusable: false },
    })
    expect(await webhooks()).toEqual(['charge.success'])
    const waiting = await fetch(`${url}/waiting`, { redirect: 'manual' })
    expect(waiting.headers.get('location')).toBe(paid)
    expect(await pass(publishedPeriods.transferMs)).toBe(0)
  })

  it('that is expected at once leads straight back to the merchant', async () => {
    const soon = await openSandbox(database, { periods: { transferMs: 20 }, pollMs: 10 })
    soon.deliveries.start()
    try {
      const url = await sandboxPayments(soon).start('ajo-1')
      const answer = await soon.submit(url, 'transfer', {})
      expect(answer.headers.get('location')).toBe(paid)
    } finally {
      await soon.close()
    }
  })

  it('keeps the card away while it is on its way', async () => {
    const url = await start('ajo-1')
    await sandbox.submit(url, 'transfer', {})
    await sandbox.submit(url, 'card', cards.pays)
    expect((await verify('ajo-1')).status).toBe('pending')
    await pass(publishedPeriods.transferMs)
    expect(await webhooks()).toEqual(['charge.success'])
  })

  it('is not offered below ₦100', async () => {
    const url = await start('ajo-1', { amount: 9_999 })
    expect(await textOf(`${url}?with=transfer`)).toContain('Transfers are taken from ₦100 on.')
    await sandbox.submit(url, 'transfer', {})
    expect((await verify('ajo-1')).status).toBe('abandoned')
  })

  it('is not offered, or is the only way, where the merchant says so', async () => {
    const cardOnly = await start('ajo-1', { channels: ['card'] })
    expect(await textOf(cardOnly)).not.toContain('?with=transfer')
    await sandbox.submit(cardOnly, 'transfer', {})
    expect((await verify('ajo-1')).status).toBe('abandoned')
    const transferOnly = await start('ajo-2', { channels: ['bank_transfer'] })
    expect(await textOf(transferOnly)).toContain('I have sent the money')
    await sandbox.submit(transferOnly, 'card', cards.pays)
    expect((await verify('ajo-2')).status).toBe('abandoned')
  })
})

describe('the time to pay', () => {
  const limit = (timeout: unknown) =>
    sandbox.api('/integration/payment_session_timeout', { timeout }, { method: 'PUT' })

  it('has no end until the merchant sets one', async () => {
    const url = await start('ajo-1')
    await pass(30 * 24 * 3_600_000)
    await sandbox.submit(url, 'card', cards.pays)
    expect((await verify('ajo-1')).status).toBe('success')
  })

  it('is over when it is over', async () => {
    expect((await limit(30)).body).toMatchObject({ data: { payment_session_timeout: 30 } })
    const read = await sandbox.api('/integration/payment_session_timeout')
    expect(read.body.data).toEqual({ payment_session_timeout: 30 })
    const url = await start('ajo-1', { metadata: { cancel_action: 'http://127.0.0.1:9/c/well' } })
    await pass(29_999)
    expect((await fetch(url)).status).toBe(200)
    await pass(1)
    const late = await fetch(url)
    expect(late.status).toBe(410)
    const page = await late.text()
    expect(page).toContain('Transaction cannot be completed. Session timeout exceeded.')
    expect(page).toContain('http://127.0.0.1:9/c/well')
    expect(page).not.toContain('<form')
    await sandbox.submit(url, 'card', cards.pays)
    expect((await verify('ajo-1')).status).toBe('abandoned')
    await limit(0)
    await sandbox.submit(url, 'card', cards.pays)
    expect((await verify('ajo-1')).status).toBe('success')
  })

  it.each(['soon', -1, null])('is not %j', async (timeout) => {
    expect((await limit(timeout)).status).toBe(400)
  })
})
