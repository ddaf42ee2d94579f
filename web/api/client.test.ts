import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'

import { fakeApi, refusal } from '#test/support/web/fake-api.ts'

import { browserApi } from './client.ts'
import { retryOutages, readConnection, watchConnection } from './connection.ts'

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
    const reading = browserApi.get('/campaigns/:id', { id: '1' })
    await vi.runAllTimersAsync()
    expect(await reading).toEqual({ title: 'A well' })
    expect(api.received).toHaveLength(4)
  })

  it('fails as offline after three retries', async () => {
    const api = fakeApi({ 'GET /api/campaigns/1': lost })
    const reading = browserApi.get('/campaigns/:id', { id: '1' })
    await Promise.all([
      expect(reading).rejects.toMatchObject({ code: 'offline' }),
      vi.runAllTimersAsync(),
    ])
    expect(api.received).toHaveLength(4)
  })

  it('is retried as soon as the browser is online again, and not before', async () => {
    const api = fakeApi({ 'GET /api/campaigns/1': lostFor(1) })
    goOffline()
    const reading = browserApi.get('/campaigns/:id', { id: '1' })
    await vi.advanceTimersByTimeAsync(60_000)
    expect(api.received).toHaveLength(1)
    goOnline()
    expect(await reading).toEqual({ title: 'A well' })
  })

  it.each(['POST', 'PUT', 'PATCH', 'DELETE'])('is not retried when it is a %s', async (method) => {
    const api = fakeApi({ [`${method} /api/account`]: lost, [`${method} /api/draft`]: lost })
    const calls = {
      POST: () => browserApi.post('/account', {}),
      PUT: () => browserApi.put('/draft', {}),
      PATCH: () => browserApi.patch('/account', {}),
      DELETE: () => browserApi.remove('/draft'),
    }
    const call = calls[method as keyof typeof calls]()
    await Promise.all([
      expect(call).rejects.toMatchObject({ status: 0, code: 'offline' }),
      vi.runAllTimersAsync(),
    ])
    expect(api.received).toHaveLength(1)
  })

  it('is reported as offline when its response breaks off', async () => {
    fakeApi({ 'POST /api/campaigns/1/end': () => new Response('{"title":', { status: 200 }) })
    await expect(browserApi.post('/campaigns/:id/end', {}, { id: '1' })).rejects.toMatchObject({
      code: 'offline',
    })
  })
})

it('does not retry an error response', async () => {
  const api = fakeApi({ 'GET /api/campaigns/1': refusal(503, 'busy') })
  await expect(browserApi.get('/campaigns/:id', { id: '1' })).rejects.toMatchObject({
    code: 'busy',
  })
  expect(api.received).toHaveLength(1)
})

describe('the connection', () => {
  it('is slow while a request takes more than 4 seconds, then offline, back and fine', async () => {
    const response = Promise.withResolvers<object>()
    fakeApi({ 'POST /api/feedback': () => response.promise })
    const states: string[] = []
    const stop = watchConnection(() => states.push(readConnection()))

    const call = browserApi.post('/feedback', {})
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

it('writes the values of an address encoded, and the others as its query', async () => {
  const api = fakeApi({})
  const call = browserApi.get('/campaigns/:id/updates', { id: 'a/b?c', before: 'd&e', limit: null })
  await expect(call).rejects.toMatchObject({ code: 'not-found' })
  expect(api.received[0]?.route).toBe('GET /api/campaigns/a%2Fb%3Fc/updates?before=d%26e')
})
