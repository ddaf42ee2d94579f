import { describe, expect, it } from 'vitest'
import * as z from 'zod/mini'

import { testOrigin } from '#test/people.ts'

import { createShell, createStartingApp } from '#server/app.ts'
import { readConfig } from '#server/config/config.ts'
import { jsonBody } from '#server/http/context.ts'
import { openLog } from '#server/runtime/log.ts'
import { visitor } from '#server/policy/actor.ts'

/** The shell with a few handlers in it, as the routes would stand there. */
function shell(env: Record<string, string> = { PORT: '80' }) {
  const written: string[] = []
  const log = openLog('info', { write: (line: string) => void written.push(line) })
  const config = readConfig(env)
  const app = createShell({ config, log, actorOf: async () => visitor })
  app.post('/api/echo', async (c) => c.json(await jsonBody(c, z.object({ name: z.string() }))))
  app.post('/webhooks/paystack', async (c) => c.text(String((await c.req.text()).length)))
  app.post('/api/images', async (c) => c.text(String((await c.req.arrayBuffer()).byteLength)))
  app.get('/api/boom', () => {
    throw new Error('the password is hunter22')
  })
  app.get('/page', (c) => {
    c.header('content-security-policy', "default-src 'self'")
    c.header('cache-control', 'public')
    return c.html('<p>hello')
  })
  return { app, written }
}

const json = { 'content-type': 'application/json', origin: testOrigin }
const post = (body: NonNullable<RequestInit['body']>, headers: Record<string, string> = json) => ({
  method: 'POST',
  body,
  headers,
})
const codeOf = async (response: Response) =>
  ((await response.json()) as { error: { code: string } }).error.code

describe('security headers', () => {
  it.each([
    ['an answer', '/api/echo', post('{"name":"Ada"}'), 200],
    ['an unknown address', '/api/nothing-here', {}, 404],
    ['a refused request', '/api/echo', post('{"name":"Ada"}', {}), 403],
    ['a wrong input', '/api/echo', post('{"name":1}'), 400],
    ['a failure', '/api/boom', {}, 500],
    ['a health check', '/page', {}, 200],
  ])('stand on %s', async (_, path, init, status) => {
    const response = await shell().app.request(path, init)

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

  it('leave a page its own policy and its own caching', async () => {
    const { headers } = await shell().app.request('/page')

    expect(headers.get('content-security-policy')).toBe("default-src 'self'")
    expect(headers.get('cache-control')).toBe('public')
  })

  it('keep answers of the API out of caches', async () => {
    const { headers } = await shell().app.request('/api/echo', post('{"name":"Ada"}'))

    expect(headers.get('cache-control')).toBe('no-store')
  })

  it('ask for TLS for two years where there is TLS', async () => {
    const { app } = shell({ PUBLIC_URL: 'https://ajo.example' })
    const { headers } = await app.request('https://ajo.example/page')

    expect(headers.get('strict-transport-security')).toBe('max-age=63072000; includeSubDomains')
  })
})

describe('origin', () => {
  const send = (headers: Record<string, string>, env?: Record<string, string>) =>
    shell(env).app.request('/api/echo', post('{"name":"Ada"}', { ...json, origin: '', ...headers }))

  it.each([
    ['our own', { origin: testOrigin }, 200],
    ['another name of this machine', { origin: 'http://127.0.0.1' }, 200],
    ['another site', { origin: 'https://evil.example' }, 403],
    ['our name on another port', { origin: 'http://localhost:8080' }, 403],
    ['a page without an origin', { origin: 'null' }, 403],
    [
      'another site that claims to be the same',
      { origin: 'https://evil.example', 'sec-fetch-site': 'same-origin' },
      403,
    ],
  ])('of %s decides about an unsafe request', async (_, headers, status) => {
    expect((await send(headers)).status).toBe(status)
  })

  it('may be missing only where the browser vouches for the site', async () => {
    const { app } = shell()
    const request = (headers: Record<string, string>) =>
      app.request(
        '/api/echo',
        post('{"name":"Ada"}', { 'content-type': 'application/json', ...headers }),
      )

    expect((await request({})).status).toBe(403)
    expect((await request({ 'sec-fetch-site': 'cross-site' })).status).toBe(403)
    expect((await request({ 'sec-fetch-site': 'same-site' })).status).toBe(403)
    expect((await request({ 'sec-fetch-site': 'same-origin' })).status).toBe(200)
  })

  it('is not asked of a signed webhook', async () => {
    const response = await shell().app.request('/webhooks/paystack', {
      method: 'POST',
      body: 'abc',
    })

    expect(await response.text()).toBe('3')
  })

  it('is exactly the given one', async () => {
    const { app } = shell({ PUBLIC_URL: 'https://ajo.example' })
    const send = (origin: string) =>
      app.request('https://ajo.example/api/echo', post('{"name":"Ada"}', { ...json, origin }))

    expect((await send('https://ajo.example')).status).toBe(200)
    expect((await send('http://ajo.example')).status).toBe(403)
    expect((await send('http://localhost')).status).toBe(403)
  })

  it('has to agree with the host where we do not know our name', async () => {
    const { app } = shell({ HOST: '0.0.0.0' })
    const send = (origin: string) =>
      app.request('http://192.168.1.5:3000/api/echo', post('{"name":"Ada"}', { ...json, origin }))

    expect((await send('http://192.168.1.5:3000')).status).toBe(200)
    expect((await send('http://evil.example')).status).toBe(403)
  })
})

describe('host', () => {
  it('of somebody else is refused, so that no name can be made to point at us', async () => {
    const response = await shell().app.request('http://evil.example/page')

    expect(response.status).toBe(421)
    expect(await codeOf(response)).toBe('wrong-host')
  })

  it('is only the given one, except for health checks and webhooks', async () => {
    const { app } = shell({ PUBLIC_URL: 'https://ajo.example' })

    expect((await app.request('http://127.0.0.1:3000/page')).status).toBe(421)
    expect((await app.request('http://127.0.0.1:3000/healthz')).status).toBe(404)
    const webhook = await app.request('http://127.0.0.1:3000/webhooks/paystack', { method: 'POST' })
    expect(webhook.status).toBe(200)
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
    'to %s is refused above its limit, with and without a length',
    async (path, bytes, status, code) => {
      const { app } = shell()
      const declared = { ...json, 'content-length': String(bytes) }
      const streamed = { ...post(chunked(bytes)), duplex: 'half' } as RequestInit

      for (const init of [post(new Uint8Array(bytes), declared), streamed]) {
        const response = await app.request(path, init)
        expect(response.status).toBe(status)
        expect(await codeOf(response)).toBe(code)
      }
    },
  )

  it('of a picture of the largest size passes', async () => {
    const response = await shell().app.request('/api/images', post(new Uint8Array(5_000_000)))

    expect(await response.text()).toBe('5000000')
  })

  it.each([
    ['{"name":', 'invalid-body', 400],
    ['', 'invalid-body', 400],
    ['{"name":1}', 'invalid-input', 400],
    ['[]', 'invalid-input', 400],
  ])('%o is answered with a code', async (body, code, status) => {
    const response = await shell().app.request('/api/echo', post(body))

    expect(response.status).toBe(status)
    expect(await codeOf(response)).toBe(code)
  })

  it('of another type is refused', async () => {
    const response = await shell().app.request(
      '/api/echo',
      post('name=Ada', { origin: testOrigin, 'content-type': 'text/plain' }),
    )

    expect(response.status).toBe(415)
    expect(await codeOf(response)).toBe('unsupported-media-type')
  })
})

describe('a failure', () => {
  it('is answered with a number to quote and nothing else, and written down under it', async () => {
    const { app, written } = shell()

    const response = await app.request('/api/boom')

    const body = (await response.json()) as { error: { requestId: string } }
    expect(body).toEqual({ error: { code: 'internal', requestId: expect.any(String) } })
    const failure = written.find((line) => line.includes('a request failed')) ?? ''
    expect(JSON.parse(failure)).toMatchObject({
      level: 'error',
      requestId: body.error.requestId,
      err: { name: 'Error' },
    })
  })
})

describe('an app that is still starting', () => {
  const app = createStartingApp(readConfig({ PORT: '80' }), openLog('silent'))

  it('says that it lives and is not ready', async () => {
    expect((await app.request('/healthz')).status).toBe(200)
    expect((await app.request('/readyz')).status).toBe(503)
  })

  it('asks everybody to come back in a moment', async () => {
    const response = await app.request('/api/campaigns')

    expect(response.status).toBe(503)
    expect(response.headers.get('retry-after')).toBe('1')
    expect(await codeOf(response)).toBe('busy')
  })
})
