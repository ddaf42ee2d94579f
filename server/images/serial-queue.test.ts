import { describe, expect, it } from 'vitest'

import { serialQueue } from './serial-queue.ts'

/** Work that ends when it is told to. */
function heldWork() {
  const held = Promise.withResolvers<string>()
  return { work: () => held.promise, end: held.resolve, fail: held.reject }
}

describe('heavy work', () => {
  it('runs one at a time, in order', async () => {
    const inTurn = serialQueue(5)
    const first = heldWork()
    const began: string[] = []
    const turns = [
      inTurn(first.work),
      inTurn(async () => began.push('second')),
      inTurn(async () => began.push('third')),
    ]
    await Promise.resolve()
    expect(began).toEqual([])

    first.end('done')
    await Promise.all(turns)
    expect(began).toEqual(['second', 'third'])
  })

  it('turns away whoever would wait too long, and lets others in again later', async () => {
    const inTurn = serialQueue(2)
    const first = heldWork()
    const turns = [inTurn(first.work), inTurn(async () => 1), inTurn(async () => 2)]

    await expect(inTurn(async () => 3)).rejects.toMatchObject({ code: 'busy' })
    first.end('done')
    await Promise.all(turns)
    expect(await inTurn(async () => 4)).toBe(4)
  })

  it('goes on after work that failed', async () => {
    const inTurn = serialQueue(2)
    const first = heldWork()
    const failing = inTurn(first.work)
    const next = inTurn(async () => 'next')
    first.fail(new Error('broken'))

    await expect(failing).rejects.toThrow('broken')
    expect(await next).toBe('next')
  })
})
