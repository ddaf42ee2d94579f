import { describe, expect, it } from 'vitest'
import * as z from 'zod/mini'

import { sql } from '../storage/database.ts'
import { standingSandbox } from '../../test/standing-sandbox.ts'
import { openSandbox } from '../../test/open-sandbox.ts'
import { cards, sandboxPayments } from '../../test/sandbox-payments.ts'
import { publishedPeriods } from '../lifecycle/periods.ts'

const { database, pass, sandbox, start, verify } = await standingSandbox()

const paid = 'http://127.0.0.1:9/donations/abc?trxref=ajo-1&reference=ajo-1'
const readPage = async (url: string) => (await fetch(url)).text()
const webhooks = async () =>
  (
    await database.rows(z.object({ event: z.string() }), sql`select event from sandbox.delivery`)
  ).map(({ event }) => event)

describe('a bank transfer', () => {
  it('is offered next to the card, with an account number of its own per payment', async () => {
    const url = await start('ajo-1')
    expect(await readPage(url)).toContain('?with=transfer')
    const page = await readPage(`${url}?with=transfer`)
    const number = /<dd>(\d{10})<\/dd>/.exec(page)?.[1]
    expect(number).toMatch(/^99\d{8}$/)
    expect(page).toContain('I’ve sent the money')
    expect(page).toContain('₦5,000.00')
    expect(await readPage(`${url}?with=transfer`)).toContain(String(number))
    const other = await readPage(`${await start('ajo-2')}?with=transfer`)
    expect(other).not.toContain(String(number))
    expect((await verify('ajo-1')).status).toBe('abandoned')
  })

  it('stays pending until it arrives, then is paid and sends a webhook', async () => {
    const url = await start('ajo-1')
    const answer = await sandbox.submit(url, 'transfer', {})
    expect(answer.headers.get('location')).toBe(new URL(url).pathname)
    expect(await verify('ajo-1')).toMatchObject({ status: 'pending', paid_at: null })
    expect(await readPage(url)).toContain('Waiting for your transfer')
    expect(await readPage(`${url}/waiting`)).toContain('Check again')
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

  it('returns the payer to the merchant directly when it arrives within seconds', async () => {
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

  it('expires with its account number after 30 minutes', async () => {
    const url = await start('ajo-1')
    await pass(30 * 60_000)
    expect(await readPage(`${url}?with=transfer`)).toContain('The account number has expired.')
    await sandbox.submit(url, 'transfer', {})
    expect((await verify('ajo-1')).status).toBe('abandoned')
  })

  it('can be replaced by a USSD code, which is paid later', async () => {
    const url = await start('ajo-1')
    expect(await readPage(`${url}?with=ussd`)).toMatch(/\*737\*000\*\d{4}#/)
    await sandbox.submit(url, 'ussd', {})
    expect((await verify('ajo-1')).status).toBe('pending')
    await pass(publishedPeriods.transferMs)
    expect(await verify('ajo-1')).toMatchObject({
      status: 'success',
      channel: 'ussd',
      fees: 17_500,
    })
  })

  it('can be replaced by a bank account, whose bank declines a wrong code', async () => {
    const url = await start('ajo-1')
    await sandbox.submit(url, 'account', { account: '0000000000', code: '000000' })
    expect(await verify('ajo-1')).toMatchObject({ status: 'failed', channel: 'bank' })
    await sandbox.submit(url, 'account', { account: '0000000000', code: '123456' })
    expect(await verify('ajo-1')).toMatchObject({ status: 'success', channel: 'bank' })
  })

  it('refuses a card while the transfer is pending', async () => {
    const url = await start('ajo-1')
    await sandbox.submit(url, 'transfer', {})
    await sandbox.submit(url, 'card', cards.pays)
    expect((await verify('ajo-1')).status).toBe('pending')
    await pass(publishedPeriods.transferMs)
    expect(await webhooks()).toEqual(['charge.success'])
  })

  it('is not offered below ₦100', async () => {
    const url = await start('ajo-1', { amount: 9_999 })
    expect(await readPage(`${url}?with=transfer`)).toContain('The minimum for transfers is ₦100.')
    await sandbox.submit(url, 'transfer', {})
    expect((await verify('ajo-1')).status).toBe('abandoned')
  })

  it('follows the channels that the merchant offers', async () => {
    const cardOnly = await start('ajo-1', { channels: ['card'] })
    expect(await readPage(cardOnly)).not.toContain('?with=transfer')
    await sandbox.submit(cardOnly, 'transfer', {})
    expect((await verify('ajo-1')).status).toBe('abandoned')
    const transferOnly = await start('ajo-2', { channels: ['bank_transfer'] })
    expect(await readPage(transferOnly)).toContain('I’ve sent the money')
    await sandbox.submit(transferOnly, 'card', cards.pays)
    expect((await verify('ajo-2')).status).toBe('abandoned')
  })
})
