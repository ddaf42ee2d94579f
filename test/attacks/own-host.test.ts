import { afterAll, describe, expect, it } from 'vitest'

import { testDatabaseUrl } from '#test/support/database/database.ts'
import { openListeningApp } from '#test/support/servers/listening-app.ts'
import { sendRaw } from '#test/support/servers/raw-http.ts'

const app = await openListeningApp({ DATABASE_URL: await testDatabaseUrl() })
afterAll(() => app[Symbol.asyncDispose]())
const { port } = app
const own = `Host: 127.0.0.1:${port}`

/** One address of each kind of route. */
const paths = [
  '/api/campaigns',
  '/api/session',
  '/api/banks',
  '/share/none',
  '/webhooks/paystack',
  '/webhooks/sanity',
  '/healthz',
  '/readyz',
  '/unsubscribe/none',
  '/.well-known/ajo-receipt-keys',
  '/development/mailbox',
  '/sandbox/checkout/none',
  '/sandbox/assets/none',
  '/sandbox/api/bank',
  '/sandbox/console',
  '/nothing-here',
]
const machinePaths = new Set(['/webhooks/paystack', '/webhooks/sanity', '/healthz', '/readyz'])

describe.each(paths)('a request for %s', (path) => {
  it.each([
    ['two Host headers', [own, 'Host: evil.example']],
    ['two Host headers in the other order', ['Host: evil.example', own]],
    ['the same Host header twice', [own, own]],
    ['no Host header', []],
  ])('with %s is refused as invalid', async (_, headers) => {
    expect((await sendRaw(port, path, headers)).status).toBe(400)
  })

  it('whose address names another host than its Host header is refused as invalid', async () => {
    const evil = `http://evil.example${path}`

    expect((await sendRaw(port, evil, [own])).status).toBe(400)
    const ours = `http://127.0.0.1:${port}${path}`
    expect((await sendRaw(port, ours, ['Host: evil.example'])).status).toBe(400)
  })

  it('for another host is refused, unless health checks and webhooks use it', async () => {
    const { status } = await sendRaw(port, path, ['Host: evil.example'])

    expect(status === 421).toBe(!machinePaths.has(path))
  })

  it('for our own host passes', async () => {
    expect([400, 421]).not.toContain((await sendRaw(port, path, [own])).status)
  })
})

describe('the payment sandbox', () => {
  it('is called by Ajo under its local address when PUBLIC_URL is another', async () => {
    const url = await testDatabaseUrl()
    await using other = await openListeningApp({
      DATABASE_URL: url,
      PUBLIC_URL: 'https://give.example',
    })
    const read = (path: string, host: string) => sendRaw(other.port, path, [`Host: ${host}`])
    const local = `127.0.0.1:${other.port}`

    expect((await read('/sandbox/api/bank', local)).status).toBe(401)
    expect((await read('/sandbox/checkout/none', local)).status).toBe(421)
    expect((await read('/sandbox/checkout/none', 'give.example')).status).toBe(404)
    expect((await other.services.payments.listBanks()).length).toBeGreaterThan(0)
  })
})
