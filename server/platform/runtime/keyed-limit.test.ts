import { expect, it } from 'vitest'

import { createKeyedLimit } from './keyed-limit.ts'

const refusal = () => new Error('too many calls')

/** Calls that end when the test says so. */
function heldCalls(options: Partial<Parameters<typeof createKeyedLimit>[0]> = {}) {
  const limit = createKeyedLimit({
    parallel: 2,
    maxWaiting: 2,
    timeoutMs: 60_000,
    refusal,
    ...options,
  })
  const started: string[] = []
  const releases: (() => void)[] = []
  const call = (key: string, name: string) =>
    limit(key, async () => {
      started.push(name)
      await new Promise<void>((resolve) => releases.push(resolve))
      return name
    })
  const releaseAll = async () => {
    while (releases.length > 0) {
      releases.shift()?.()
      await new Promise(setImmediate)
    }
  }
  return { call, started, releaseAll }
}

it('starts as many calls of one key as allowed, and the next in the order of arrival', async () => {
  const { call, started, releaseAll } = heldCalls()
  const calls = [call('ada', '1'), call('ada', '2'), call('ada', '3'), call('ada', '4')]
  await Promise.resolve()
  expect(started).toEqual(['1', '2'])

  await releaseAll()

  expect(await Promise.all(calls)).toEqual(['1', '2', '3', '4'])
  expect(started).toEqual(['1', '2', '3', '4'])
})

it('does not let calls of one key wait for those of another', async () => {
  const { call, started, releaseAll } = heldCalls({ parallel: 1 })
  const calls = [call('ada', 'first'), call('bola', 'other')]
  await Promise.resolve()
  expect(started).toEqual(['first', 'other'])
  await releaseAll()
  await Promise.all(calls)
})

it('refuses calls at once when too many wait, and after the longest wait', async () => {
  const { call, started, releaseAll } = heldCalls({ parallel: 1, maxWaiting: 1, timeoutMs: 1 })
  const first = call('ada', 'first')
  const waiting = call('ada', 'waiting')
  await expect(call('ada', 'refused at once')).rejects.toThrow('too many calls')
  await expect(waiting).rejects.toThrow('too many calls')

  await releaseAll()
  await first
  const next = call('ada', 'next')
  await Promise.resolve()
  expect(started).toEqual(['first', 'next'])
  await releaseAll()
  await next
})

it('frees the place of a call that fails', async () => {
  const limit = createKeyedLimit({ parallel: 1, maxWaiting: 0, timeoutMs: 1, refusal })
  const failing = limit('ada', async () => {
    throw new Error('no')
  })
  await expect(failing).rejects.toThrow('no')
  expect(await limit('ada', async () => 'yes')).toBe('yes')
})
