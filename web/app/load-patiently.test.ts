import { afterEach, beforeEach, expect, it, vi } from 'vitest'

import { loadPatiently } from './load-patiently.ts'

const lost = new TypeError('Failed to fetch dynamically imported module: /assets/profile.js')

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

it('asks again for code that was lost on the way', async () => {
  const load = vi.fn<() => Promise<string>>().mockRejectedValueOnce(lost).mockResolvedValue('code')
  const loading = loadPatiently(load)()
  await vi.runAllTimersAsync()
  expect(await loading).toBe('code')
  expect(load).toHaveBeenCalledTimes(2)
})

it('says in the end that the line is to blame', async () => {
  const loading = loadPatiently(() => Promise.reject(lost))()
  await Promise.all([
    expect(loading).rejects.toMatchObject({ code: 'offline' }),
    vi.runAllTimersAsync(),
  ])
})

it('reports a bug as what it is', async () => {
  const bug = new TypeError('x is not a function')
  await expect(loadPatiently(() => Promise.reject(bug))()).rejects.toBe(bug)
})
