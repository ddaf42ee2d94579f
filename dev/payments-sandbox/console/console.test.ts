import { afterAll, beforeEach, describe, expect, it } from 'vitest'

import { testDatabase } from '#test/database.ts'
import { openSandbox, sandboxKey } from '#test/fakes/payments-sandbox.ts'
import { sandboxPayments } from '#test/fakes/sandbox-payments.ts'

const { database, empty } = await testDatabase()
const closed = await openSandbox(database)
const open = await openSandbox(database, { opensConsole: () => true })
const { pay } = sandboxPayments(open)
afterAll(async () => {
  await closed.close()
  await open.close()
})
beforeEach(empty)

const readPage = async () => (await fetch(`${open.origin}/sandbox/console`)).text()
const postForm = (origin: string | undefined, path = 'disputes') =>
  fetch(`${open.origin}/sandbox/console/${path}`, {
    method: 'POST',
    headers: origin === undefined ? {} : { origin },
    body: new URLSearchParams({ reference: 'ajo-1' }),
    redirect: 'manual',
  })

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
