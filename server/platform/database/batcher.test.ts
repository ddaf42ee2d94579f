import pg from 'pg'
import { describe, expect, it } from 'vitest'

import { createBatcher } from './batcher.ts'

/** Doubles each input when the test releases the batch. */
function heldBatches() {
  const batches: number[][] = []
  const releases: (() => void)[] = []
  const run = async (inputs: readonly number[]) => {
    batches.push([...inputs])
    await new Promise<void>((resolve) => releases.push(resolve))
    return inputs.map((input) => input * 2)
  }
  return { batches, run, release: () => releases.shift()?.() }
}

const refusal = () => Object.assign(new pg.DatabaseError('no', 2, 'error'), { code: '23514' })

describe('createBatcher', () => {
  it('runs a single input at once, and together those that arrive meanwhile', async () => {
    const { batches, run, release } = heldBatches()
    const double = createBatcher(run)
    const first = double(1)
    await Promise.resolve()
    const later = [double(2), double(3), double(2)]
    expect(batches).toEqual([[1]])

    release()
    expect(await first).toBe(2)
    await Promise.resolve()
    expect(batches).toEqual([[1], [2, 3, 2]])
    release()
    expect(await Promise.all(later)).toEqual([4, 6, 4])
  })

  it('puts inputs with the same key into different batches, and no more than the limit into one', async () => {
    const batches: number[][] = []
    const echo = createBatcher(
      async (inputs: readonly number[]) => {
        batches.push([...inputs])
        return inputs
      },
      { getKey: (input) => String(input % 10), maxSize: 3 },
    )

    const outputs = await Promise.all([1, 11, 2, 3, 4, 21].map(echo))
    expect(outputs).toEqual([1, 11, 2, 3, 4, 21])
    expect(batches).toEqual([[1, 2, 3], [11, 4], [21]])
  })

  it('fails only the input that the database refuses', async () => {
    const echo = createBatcher(async (inputs: readonly number[]) => {
      if (inputs.includes(2)) throw refusal()
      return inputs
    })

    const outcomes = await Promise.allSettled([1, 2, 3].map(echo))
    expect(outcomes.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled'])
  })

  it('fails the whole batch once when the database is away, and continues afterwards', async () => {
    let runs = 0
    const echo = createBatcher(async (inputs: readonly number[]) => {
      runs += 1
      if (runs === 1) throw new Error('the connection is gone')
      return inputs
    })

    const outcomes = await Promise.allSettled([1, 2].map(echo))
    expect(outcomes.map(({ status }) => status)).toEqual(['rejected', 'rejected'])
    expect(await echo(3)).toBe(3)
    expect(runs).toBe(2)
  })

  it('starts the next batch when one stalls longer than the timeout', async () => {
    const stalled = Promise.withResolvers<number[]>()
    const echo = createBatcher(
      (inputs: readonly number[]) =>
        inputs.includes(1) ? stalled.promise : Promise.resolve(inputs),
      { timeoutMs: 5 },
    )

    const first = echo(1)
    await Promise.resolve()
    expect(await echo(2)).toBe(2)
    stalled.resolve([10])
    expect(await first).toBe(10)
  })
})
