import { once } from 'node:events'
import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'

import { afterAll, expect, it } from 'vitest'

import { openLog } from '#server/platform/runtime/log.ts'

import { openCdn, type CdnSettings } from './cdn.ts'

type Received = { method: string; url: string; headers: IncomingHttpHeaders; body: string }

const received: Received[] = []
let answer: number | undefined = 200
const receiver = createServer((request, response) => {
  void text(request).then((body) => {
    received.push({
      method: request.method ?? '',
      url: request.url ?? '',
      headers: request.headers,
      body,
    })
    // Undefined accepts the request and never answers.
    if (answer !== undefined) response.writeHead(answer).end()
  })
}).listen(0, '127.0.0.1')
await once(receiver, 'listening')
afterAll(() => {
  receiver.closeAllConnections()
  receiver.close()
})

const url = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/purge`
const token = 'token-of-the-cache-in-front'
let count = 0
/** Each with an address of its own, because the one before may still repeat its purges. */
const open = (options: Partial<CdnSettings> & { maxAgeMs?: number } = {}) =>
  openCdn({
    url: `${url}/${++count}`,
    format: 'varnish',
    token,
    maxAgeMs: 60_000,
    pauseMs: 20,
    log: openLog('silent'),
    ...options,
  })
const listReceived = () => received.filter((each) => each.url === `/purge/${count}`)
const countReceived = () => listReceived().length
const often = { interval: 5 }

it.each([
  ['varnish', 'PURGE', { authorization: `Bearer ${token}` }, ''],
  ['fastly', 'POST', { 'fastly-key': token, 'surrogate-key': 'ajo' }, ''],
  ['cloudflare', 'POST', { authorization: `Bearer ${token}` }, '{"tags":["ajo"]}'],
] as const)(
  'purges everything with our key in the format of %s',
  async (format, method, headers, body) => {
    answer = 200
    open({ format }).purge()
    await expect.poll(countReceived, often).toBe(2)
    for (const each of listReceived()) expect(each).toMatchObject({ method, headers, body })
  },
)

it('shares purges between many changes, and sends the last one after the last change', async () => {
  answer = 200
  const cdn = open()
  for (let change = 0; change < 1_000; change++) cdn.purge()
  await expect.poll(countReceived, often).toBe(2)
})

it.each([500, 429, 302])('repeats a purge that was answered with %i', async (status) => {
  answer = status
  open().purge()
  await expect.poll(countReceived, often).toBeGreaterThan(3)
  answer = 200
})

it('stops repeating when every copy of before the change has expired', async () => {
  answer = 500
  open({ maxAgeMs: 0 }).purge()
  await expect.poll(countReceived, often).toBe(2)
  answer = 200
})

it('lets nothing wait for a receiver that is dead or never answers', async () => {
  expect(open({ url: 'http://127.0.0.1:9/', maxAgeMs: 0 }).purge()).toBeUndefined()
  answer = undefined
  expect(open().purge()).toBeUndefined()
  await expect.poll(countReceived, often).toBe(1)
  // Files of tests share a process: a purge that goes on would reach the `fetch` of the next one.
  answer = 200
  receiver.closeAllConnections()
  await expect.poll(countReceived, often).toBeGreaterThan(1)
})

const shared = { 'cache-control': 'public, max-age=0, must-revalidate, s-maxage=60' }
const own = { 'cache-control': 'private, no-cache' }

it.each([
  ['no cookie', 'en br /', undefined, { ...shared, 'surrogate-key': 'ajo' }],
  ['no cookie to a list', 'data gzip /api/campaigns', '', { ...shared, 'surrogate-key': 'ajo' }],
  [
    'a cookie of the page',
    'en br /',
    'device=a; lastPath=/',
    { ...shared, 'surrogate-key': 'ajo' },
  ],
  ['a session', 'en br /', 'device=a; session=b', own],
  ['a session over https', 'en br /', '__Host-session=b', own],
  ['a signed-in account', 'data br /api/campaigns', 'uid=ada', own],
  ['another language', 'pcm br /', 'language=pcm', own],
  ['sums in another currency', 'en USD 1520 2026-11-28 false br /c/a', '', own],
])('gives a request with %s its headers', (_, key, cookies, headers) => {
  expect(open().toHeaders(key, cookies)).toEqual(headers)
})

it('marks the responses of a CDN with its own header', () => {
  expect(open({ format: 'cloudflare' }).toHeaders('en br /', '')).toMatchObject({
    'cache-tag': 'ajo',
  })
})
