import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import * as z from 'zod/mini'

import { memoryDatabase } from '../../test/standing-sandbox.ts'
import { openSandbox, sandboxKey } from '../../test/open-sandbox.ts'
import { sandboxPayments } from '../../test/sandbox-payments.ts'
import { splitPayments } from '../../test/split-payments.ts'

const { database, empty } = await memoryDatabase()
const closed = await openSandbox(database)
const open = await openSandbox(database, { opensConsole: () => true })
const { pay } = sandboxPayments(open)
afterAll(async () => {
  await closed.close()
  await open.close()
})
beforeEach(empty)

const readPage = async () => (await fetch(`${open.origin}/sandbox/console`)).text()
const postForm = (
  origin: string | undefined,
  path = 'disputes',
  fields: Record<string, string> = { reference: 'ajo-1' },
) =>
  fetch(`${open.origin}/sandbox/console/${path}`, {
    method: 'POST',
    headers: origin === undefined ? {} : { origin },
    body: new URLSearchParams(fields),
    redirect: 'manual',
  })

/** An account number of a customer whose payments go to a sub-account. */
async function assign(): Promise<string> {
  const { code: subaccount } = await splitPayments(open).addSubAccount()
  const { body: customer } = await open.api('/customer', {
    email: 'campaign-1@accounts.example',
    first_name: 'Ajo',
    last_name: 'A well',
    phone: '08012345678',
  })
  const { customer_code } = z.parse(z.object({ customer_code: z.string() }), customer.data)
  const { body: assigned } = await open.api('/dedicated_account', {
    customer: customer_code,
    subaccount,
  })
  return z.parse(z.object({ account_number: z.string() }), assigned.data).account_number
}

const postTransfer = (sent: Record<string, string>, origin = open.origin) =>
  postForm(origin, 'transfers', sent)

describe('the sandbox console', () => {
  it('does not exist unless it is enabled, even with the merchant’s key', async () => {
    const response = await fetch(`${closed.origin}/sandbox/console`, {
      headers: { authorization: `Bearer ${sandboxKey}` },
    })
    expect(response.status).toBe(404)
  })

  it('lists payments, opens disputes and settles', async () => {
    expect(await readPage()).toContain('No payments yet.')
    await pay('ajo-1', undefined, { email: 'd<b>@example.com' })
    expect(await readPage()).toContain('Open a dispute:')
    expect(await readPage()).toContain('d&lt;b&gt;@example.com')
    expect((await postForm(open.origin)).status).toBe(303)
    expect(await readPage()).toContain('disputes: awaiting-merchant-feedback')
    expect(await readPage()).not.toContain('Open a dispute:')
    expect(await readPage()).toContain('Raise the fee by ₦10:')
    await postForm(open.origin, 'fees')
    expect((await open.api('/transaction/verify/ajo-1')).body.data).toMatchObject({ fees: 18_500 })
    await postForm(open.origin, 'settlements')
    expect(await readPage()).toContain('settled')
    expect(await readPage()).not.toMatch(/<script|<style|style=|onclick/)
  })

  it('sends transfers to account numbers, and says what the bank rejects', async () => {
    const number = await assign()
    const sent = {
      accountNumber: number,
      naira: '2500.50',
      senderName: 'AMINA',
      senderDigits: '1234',
    }
    expect((await postTransfer(sent)).status).toBe(303)
    expect(await readPage()).toContain('₦2,500.50')
    const refused = await postTransfer({ ...sent, accountNumber: '9999999999' })
    expect([refused.status, await refused.text()]).toEqual([400, 'Unknown account number'])
    expect((await postTransfer(sent, 'https://evil.example')).status).toBe(403)
    expect((await open.api('/transaction')).body.data).toMatchObject([
      { amount: 2_500_50, authorization: { sender_name: 'AMINA' } },
    ])
  })

  it.each(['https://evil.example', 'null', undefined])(
    'refuses forms sent from the origin %s',
    async (origin) => {
      await pay('ajo-1')
      expect((await postForm(origin)).status).toBe(403)
      expect((await postForm(origin, 'settlements')).status).toBe(403)
      expect((await postForm(origin, 'fees')).status).toBe(403)
      expect((await open.api('/dispute')).body.data).toEqual([])
      expect((await open.api('/settlement')).body.data).toEqual([])
    },
  )
})
