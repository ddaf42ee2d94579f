import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import * as z from 'zod/mini'

import { fakeApi, refusal } from '#test/support/web/fake-api.ts'

import { browserApi, createApi, noContent } from './client.ts'
import { retryOutages, readConnection, watchConnection } from './connection.ts'

const schema = z.object({ title: z.string() })
const lost = () => Promise.reject(new TypeError('Failed to fetch'))

/** Fails the given number of times, then succeeds. */
function lostFor(times: number) {
  let calls = 0
  return () => (++calls <= times ? lost() : { title: 'A well' })
}

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
  goOnline()
})

function goOffline() {
  vi.stubGlobal('navigator', { onLine: false })
  window.dispatchEvent(new Event('offline'))
}

function goOnline() {
  vi.stubGlobal('navigator', { onLine: true })
  window.dispatchEvent(new Event('online'))
}

describe('a lost request', () => {
  it('is retried up to three times when it is a GET', async () => {
    const api = fakeApi({ 'GET /api/campaigns/1': lostFor(3) })
    const reading = browserApi.get('/campaigns/1', schema)
    await vi.runAllTimersAsync()
    expect(await reading).toEqual({ title: 'A well' })
    expect(api.received).toHaveLength(4)
  })

  it('fails as offline after three retries', async () => {
    const api = fakeApi({ 'GET /api/campaigns/1': lost })
    const reading = browserApi.get('/campaigns/1', schema)
    await Promise.all([
      expect(reading).rejects.toMatchObject({ code: 'offline' }),
      vi.runAllTimersAsync(),
    ])
    expect(api.received).toHaveLength(4)
  })

  it('is retried as soon as the browser is online again, and not before', async () => {
    const api = fakeApi({ 'GET /api/campaigns/1': lostFor(1) })
    goOffline()
    const reading = browserApi.get('/campaigns/1', schema)
    await vi.advanceTimersByTimeAsync(60_000)
    expect(api.received).toHaveLength(1)
    goOnline()
    expect(await reading).toEqual({ title: 'A well' })
  })

  it.each(['POST', 'PUT', 'PATCH', 'DELETE'])('is not retried when it is a %s', async (method) => {
    const api = fakeApi({ [`${method} /api/campaigns/1`]: lost })
    const calls = {
      POST: () => browserApi.post('/campaigns/1', {}, noContent),
      PUT: () => browserApi.put('/campaigns/1', {}, noContent),
      PATCH: () => browserApi.patch('/campaigns/1', {}, noContent),
      DELETE: () => browserApi.remove('/campaigns/1'),
    }
    const call = calls[method as keyof typeof calls]()
    await Promise.all([
      expect(call).rejects.toMatchObject({ status: 0, code: 'offline' }),
      vi.runAllTimersAsync(),
    ])
    expect(api.received).toHaveLength(1)
  })

  it('is reported as offline when its response breaks off', async () => {
    fakeApi({ 'POST /api/campaigns/1': () => new Response('{"title":', { status: 200 }) })
    await expect(browserApi.post('/campaigns/1', {}, schema)).rejects.toMatchObject({
      code: 'offline',
    })
  })
})

it('does not retry an error response', async () => {
  const api = fakeApi({ 'GET /api/campaigns/1': refusal(503, 'busy') })
  await expect(browserApi.get('/campaigns/1', schema)).rejects.toMatchObject({ code: 'busy' })
  expect(api.received).toHaveLength(1)
})

describe('the connection', () => {
  it('is slow while a request takes more than 4 seconds, then offline, back and fine', async () => {
    const response = Promise.withResolvers<object>()
    fakeApi({ 'POST /api/feedback': () => response.promise })
    const states: string[] = []
    const stop = watchConnection(() => states.push(readConnection()))

    const call = browserApi.post('/feedback', {}, schema)
    await vi.advanceTimersByTimeAsync(4_000)
    expect(readConnection()).toBe('slow')
    response.resolve({ title: 'arrived' })
    await call
    expect(readConnection()).toBe('fine')
    goOffline()
    goOnline()
    await vi.advanceTimersByTimeAsync(4_000)
    expect(states).toEqual(['slow', 'fine', 'offline', 'back', 'fine'])
    stop()
  })
})

it('does not retry an error that is no outage', async () => {
  const work = vi.fn<() => Promise<void>>().mockRejectedValue(new Error('a bug'))
  await expect(retryOutages(work, () => false)).rejects.toThrow('a bug')
  expect(work).toHaveBeenCalledOnce()
})

it('sends no change whose answer it could not read', async () => {
  const sent: string[] = []
  const api = createApi(async (path) => {
    sent.push(path)
    return Response.json({})
  })
  const broken = () => Promise.reject(new Error('no such schema'))
  await expect(api.post('/things', {}, broken)).rejects.toThrow('no such schema')
  expect(sent).toEqual([])
})
