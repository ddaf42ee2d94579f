import { expect, it, vi } from 'vitest'

import { refuseFaults } from './checks.ts'

// In a file of its own: a server in the same process would lose its timers and could not stop.
it('lets a start wait for a check that a busy machine answers late', async () => {
  vi.useFakeTimers()
  const find = () =>
    new Promise<undefined>((resolve) => setTimeout(() => resolve(undefined), 60_000))
  const started = refuseFaults([{ name: 'database', isFatal: true, find }])
  const [result] = await Promise.all([started, vi.advanceTimersByTimeAsync(60_000)])
  expect(result).toBeUndefined()
  vi.useRealTimers()
})
