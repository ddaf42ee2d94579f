import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import * as z from 'zod/mini'

import { fakeApi, refusal } from '#test/web/fake-api.ts'

import { browserApi, noContent } from './client.ts'
import { persistent, readConnection, watchConnection } from './connection.ts'

const answer = z.object({ title: z.string() })
const lost = () => Promise.reject(new TypeError('Failed to fetch'))

/** Fails so often, then answers. */
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

describe('a request that is lost', () => {
  it('is made again, and again, where it only reads', async () => {
    const api = fakeApi({ 'GET /api/campaigns/1': lostFor(3) })
    const reading = browserApi.get('/campaigns/1', answer)
    await vi.runAllTimersAsync()
    expect(await reading).toEqual({ title: 'A well' })
    expect(api.received).toHaveLength(4)
  })

  it('is given up in the end', async () => {
    const api = fakeApi({ 'GET /api/campaigns/1': lost })
    const reading = browserApi.get('/campaigns/1', answer)
    await Promise.all([
      expect(reading).rejects.toMatchObject({ code: 'offline' }),
      vi.runAllTimersAsync(),
    ])
    expect(api.received).toHaveLength(4)
  })

  it('is made at once when the browser is online again, and not before', async () => {
    const api = fakeApi({ 'GET /api/campaigns/1': lostFor(1) })
    goOffline()
    const reading = browserApi.get('/campaigns/1', answer)
    await vi.advanceTimersByTimeAsync(60_000)
    expect(api.received).toHaveLength(1)
    goOnline()
    expect(await reading).toEqual({ title: 'A well' })
  })

  it.each(['POST', 'PUT', 'PATCH', 'DELETE'])(
    'is never made twice unasked where it may change something: %s',
    async (method) => {
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
    },
  )

  it('is told from an answer that breaks off', async () => {
    fakeApi({ 'POST /api/campaigns/1': () => new Response('{"title":', { status: 200 }) })
    await expect(browserApi.post('/campaigns/1', {}, answer)).rejects.toMatchObject({
      code: 'offline',
    })
  })
})

it('does not repeat what was refused', async () => {
  const api = fakeApi({ 'GET /api/campaigns/1': refusal(503, 'busy') })
  await expect(browserApi.get('/campaigns/1', answer)).rejects.toMatchObject({ code: 'busy' })
  expect(api.received).toHaveLength(1)
})

describe('the line', () => {
  it('is called slow while something takes long, offline, back, and then nothing', async () => {
    let arrive: (value: object) => void = () => {}
    fakeApi({ 'POST /api/feedback': () => new Promise<object>((resolve) => (arrive = resolve)) })
    const heard: string[] = []
    const stop = watchConnection(() => heard.push(readConnection()))

    const call = browserApi.post('/feedback', {}, answer)
    await vi.advanceTimersByTimeAsync(4_000)
    expect(readConnection()).toBe('slow')
    arrive({ title: 'arrived' })
    await call
    expect(readConnection()).toBe('fine')
    goOffline()
    goOnline()
    await vi.advanceTimersByTimeAsync(4_000)
    expect(heard).toEqual(['slow', 'fine', 'offline', 'back', 'fine'])
    stop()
  })
})

it('tries no longer what no other try would mend', async () => {
  const work = vi.fn<() => Promise<void>>().mockRejectedValue(new Error('a bug'))
  await expect(persistent(work, () => false)).rejects.toThrow('a bug')
  expect(work).toHaveBeenCalledOnce()
})
