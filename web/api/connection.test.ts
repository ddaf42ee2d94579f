import { afterEach, beforeEach, expect, it, vi } from 'vitest'

import { loadWithRetry } from './connection.ts'

const lost = new TypeError('Failed to fetch dynamically imported module: /assets/profile.js')

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

it('retries a chunk that could not be loaded', async () => {
  const load = vi.fn<() => Promise<string>>().mockRejectedValueOnce(lost).mockResolvedValue('code')
  const loading = loadWithRetry(load)()
  await vi.runAllTimersAsync()
  expect(await loading).toBe('code')
  expect(load).toHaveBeenCalledTimes(2)
})

it('fails as offline after the last retry', async () => {
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('Failed to fetch')))
  const loading = loadWithRetry(() => Promise.reject(lost))()
  await Promise.all([
    expect(loading).rejects.toMatchObject({ code: 'offline' }),
    vi.runAllTimersAsync(),
  ])
})

it('says that the server was updated when it answers that the chunk is gone', async () => {
  vi.stubGlobal('fetch', async () => new Response(null, { status: 404 }))
  const loading = loadWithRetry(() => Promise.reject(lost))()
  await Promise.all([
    expect(loading).rejects.toMatchObject({ code: 'outdated' }),
    vi.runAllTimersAsync(),
  ])
})

it('rethrows other errors', async () => {
  const bug = new TypeError('x is not a function')
  await expect(loadWithRetry(() => Promise.reject(bug))()).rejects.toBe(bug)
})
