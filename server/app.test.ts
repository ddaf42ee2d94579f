import { describe, expect, it } from 'vitest'
import * as z from 'zod/mini'

import { testOrigin } from '#test/support/people/people.ts'
import { createShell, createStartingApp } from '#server/shell.ts'
import { readConfig } from '#server/platform/config/config.ts'
import { jsonBody } from '#server/platform/http/context.ts'
import { ProgramEnded } from '#server/platform/runtime/child-program.ts'
import { openLog } from '#server/platform/runtime/log.ts'
import { visitor } from '#server/platform/policy/actor.ts'

/** The shell with a few routes of its own. */
function openShell(env: Record<string, string> = { PORT: '80' }) {
  const lines: string[] = []
  const log = openLog('info', { write: (line: string) => void lines.push(line) })
  const config = readConfig(env)
  const app = createShell({ config, log, getActor: async () => visitor })
  app.post('/api/echo', async (c) => c.json(await jsonBody(c, z.object({ name: z.string() }))))
  app.post('/webhooks/paystack', async (c) => c.text(String((await c.req.text()).length)))
  app.post('/api/images', async (c) => c.text(String((await c.req.arrayBuffer()).byteLength)))
  app.get('/api/boom', () => {
    throw new Error('the password is hunter22')
  })
  app.get('/killed.jpg', () => {
    throw new ProgramEnded()
  })
  app.get('/page', (c) => {
    c.header('content-security-policy', "default-src 'self'")
    c.header('cache-control', 'public')
    return c.html('<p>hello')
  })
  return { app, lines }
}

const json = { 'content-type': 'application/json', origin: testOrigin }
const post = (body: NonNullable<RequestInit['body']>, headers: Record<string, string> = json) => ({
  method: 'POST',
  body,
  headers,
})
const readCode = async (response: Response) =>
  ((await response.json()) as { error: { code: string } }).error.code

describe('security headers', () => {
  it.each([
    ['a response', '/api/echo', post('{"name":"Ada"}'), 200],
    ['an unknown address', '/api/nothing-here', {}, 404],
    ['a refused request', '/api/echo', post('{"name":"Ada"}', {}), 403],
    ['an invalid input', '/api/echo', post('{"name":1}'), 400],
    ['a failure', '/api/boom', {}, 500],
    ['a health check', '/page', {}, 200],
  ])('are on %s', async (_, path, init, status) => {
    const response = await openShell().app.request(path, init)

    expect(response.status).toBe(status)
    expect(Object.fromEntries(response.headers)).toMatchObject({
      'content-security-policy': expect.stringContaining('default-src'),
      'cross-origin-opener-policy': 'same-origin',
      'cross-origin-resource-policy': 'same-origin',
      'permissions-policy': expect.stringContaining('camera=()'),
      'referrer-policy': 'same-origin',
      'x-content-type-options': 'nosniff',
      'x-request-id': expect.stringMatching(/^[\w-]{36}$/),
    })
    expect(response.headers.has('strict-transport-security')).toBe(false)
  })

  it('do not replace the policy and caching of a page', async () => {
    const { headers } = await openShell().app.request('/page')

    expect(headers.get('content-security-policy')).toBe("default-src 'self'")
    expect(headers.get('cache-control')).toBe('public')
  })

  it('keep API responses out of caches', async () => {
    const { headers } = await openShell().app.request('/api/echo', post('{"name":"Ada"}'))

    expect(headers.get('cache-control')).toBe('no-store')
  })

  it('require TLS for two years when PUBLIC_URL is https', async () => {
    const { app } = openShell({ PUBLIC_URL: 'https://ajo.example' })
    const { headers } = await app.request('https://ajo.example/page')

    expect(headers.get('strict-transport-security')).toBe('max-age=63072000; includeSubDomains')
  })
})

describe('origin', () => {
  const send = (headers: Record<string, string>, env?: Record<string, string>) =>
    openShell(env).app.request(
      '/api/echo',
      post('{"name":"Ada"}', { ...json, origin: '', ...headers }),
    )

  it.each([
    ['this site', { origin: testOrigin }, 200],
    ['another name of this machine', { origin: 'http://127.0.0.1' }, 200],
    ['another site', { origin: 'https://evil.example' }, 403],
  ])('of %s gets the expected status for an unsafe request', async (_, headers, status) => {
    expect((await send(headers)).status).toBe(status)
  })

  it('may be missing with sec-fetch-site: same-origin', async () => {
    const headers = { 'content-type': 'application/json', 'sec-fetch-site': 'same-origin' }
    const response = await openShell().app.request('/api/echo', post('{"name":"Ada"}', headers))
    expect(response.status).toBe(200)
  })

  it('is not required for a webhook', async () => {
    const response = await openShell().app.request('/webhooks/paystack', {
      method: 'POST',
      body: 'abc',
    })

    expect(await response.text()).toBe('3')
  })

  it('must be exactly PUBLIC_URL', async () => {
    const { app } = openShell({ PUBLIC_URL: 'https://ajo.example' })
    const send = (origin: string) =>
      app.request('https://ajo.example/api/echo', post('{"name":"Ada"}', { ...json, origin }))

    expect((await send('https://ajo.example')).status).toBe(200)
    expect((await send('http://ajo.example')).status).toBe(403)
    expect((await send('http://localhost')).status).toBe(403)
  })

  it('must match the host when PUBLIC_URL is not set', async () => {
    const { app } = openShell({ HOST: '0.0.0.0' })
    const send = (origin: string) =>
      app.request('http://192.168.1.5:3000/api/echo', post('{"name":"Ada"}', { ...json, origin }))

    expect((await send('http://192.168.1.5:3000')).status).toBe(200)
    expect((await send('http://evil.example')).status).toBe(403)
  })
})

describe('host', () => {
  it('of another site is refused, so that no other name can point to this server', async () => {
    const response = await openShell().app.request('http://evil.example/page')

    expect(response.status).toBe(421)
    expect(await readCode(response)).toBe('wrong-host')
  })

  it('of another site shows a person where this server is', async () => {
    const { app } = openShell({ PUBLIC_URL: 'https://ajo.example' })
    const headers = { accept: 'text/html,*/*' }
    const response = await app.request('https://www.ajo.example/page', { headers })

    expect(response.status).toBe(421)
    expect(await response.text()).toContain('<a href="https://ajo.example/">')
  })
})

describe('body', () => {
  const chunked = (bytes: number) =>
    new ReadableStream({
      start(controller) {
        for (let sent = 0; sent < bytes; sent += 10_000)
          controller.enqueue(new Uint8Array(Math.min(10_000, bytes - sent)).fill(0x20))
        controller.close()
      },
    })

  it.each([
    ['/api/echo', 64 * 1024 + 1, 413, 'body-too-large'],
    ['/webhooks/paystack', 256 * 1024 + 1, 413, 'body-too-large'],
    ['/api/images', 5_200_001, 400, 'invalid-input'],
  ])(
    'to %s is refused above its limit, with and without a content length',
    async (path, bytes, status, code) => {
      const { app } = openShell()
      const declared = { ...json, 'content-length': String(bytes) }
      const streamed = { ...post(chunked(bytes)), duplex: 'half' } as RequestInit

      for (const init of [post(new Uint8Array(bytes), declared), streamed]) {
        const response = await app.request(path, init)
        expect(response.status).toBe(status)
        expect(await readCode(response)).toBe(code)
      }
    },
  )

  it('of the largest allowed image is accepted', async () => {
    const response = await openShell().app.request('/api/images', post(new Uint8Array(5_000_000)))

    expect(await response.text()).toBe('5000000')
  })

  it.each([
    ['{"name":', 'invalid-body', 400],
    ['', 'invalid-body', 400],
    ['{"name":1}', 'invalid-input', 400],
    ['[]', 'invalid-input', 400],
  ])('%o is refused with an error code', async (body, code, status) => {
    const response = await openShell().app.request('/api/echo', post(body))

    expect(response.status).toBe(status)
    expect(await readCode(response)).toBe(code)
  })

  it('of another media type is refused', async () => {
    const response = await openShell().app.request(
      '/api/echo',
      post('name=Ada', { origin: testOrigin, 'content-type': 'text/plain' }),
    )

    expect(response.status).toBe(415)
    expect(await readCode(response)).toBe('unsupported-media-type')
  })
})

describe('an unexpected error', () => {
  it('returns only a request id, under which it is logged', async () => {
    const { app, lines } = openShell()

    const response = await app.request('/api/boom')

    const body = (await response.json()) as { error: { requestId: string } }
    expect(body).toEqual({ error: { code: 'internal', requestId: expect.any(String) } })
    const failure = lines.find((line) => line.includes('request failed')) ?? ''
    expect(JSON.parse(failure)).toMatchObject({
      level: 'error',
      requestId: body.error.requestId,
      err: { name: 'Error' },
    })
  })
})

it('answers 503 where a program for pictures ended before it answered', async () => {
  const response = await openShell().app.request('/killed.jpg')
  expect(response.status).toBe(503)
  expect(await readCode(response)).toBe('busy')
})

describe('an app that is starting', () => {
  const app = createStartingApp(readConfig({ PORT: '80' }), openLog('silent'))

  it('is alive and not ready', async () => {
    expect((await app.request('/healthz')).status).toBe(200)
    expect((await app.request('/readyz')).status).toBe(503)
  })

  it('answers 503 with a retry after one second', async () => {
    const response = await app.request('/api/campaigns')

    expect(response.status).toBe(503)
    expect(response.headers.get('retry-after')).toBe('1')
    expect(await readCode(response)).toBe('busy')
  })
})
