import { expect, it } from 'vitest'

import { circuitBreaker } from './start-jobs.ts'

const open = () => circuitBreaker({ failuresToPause: 3, pauseMs: 100 })

it('pauses after three failures in a row, and again after each failed probe, up to ten times as long', () => {
  const breaker = open()
  const pauses = Array.from({ length: 8 }, () => breaker.fail('send'))
  expect(pauses).toEqual([undefined, undefined, 100, 200, 400, 800, 1_000, 1_000])
  expect(breaker.isProbing()).toBe(true)
})

it('starts to count again after a success of the task that failed', () => {
  const breaker = open()
  for (const result of [breaker.fail('send'), breaker.fail('send')]) expect(result).toBeUndefined()
  expect(breaker.succeed('send')).toBe(false)
  expect([breaker.fail('send'), breaker.fail('send')]).toEqual([undefined, undefined])
  expect(breaker.fail('send')).toBe(100)
  expect(breaker.succeed('send')).toBe(true)
  expect(breaker.isProbing()).toBe(false)
})

it('goes on counting when another task of the lane succeeds', () => {
  const breaker = open()
  for (const _attempt of [1, 2]) {
    breaker.fail('send')
    expect(breaker.succeed('sweep')).toBe(false)
  }
  expect(breaker.fail('send')).toBe(100)
  expect(breaker.succeed('sweep')).toBe(false)
  expect(breaker.isProbing()).toBe(true)
})
