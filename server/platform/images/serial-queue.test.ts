import { describe, expect, it } from 'vitest'

import { serialQueue } from './serial-queue.ts'

/** A task that the test completes. */
function controlledTask() {
  const deferred = Promise.withResolvers<string>()
  return { run: () => deferred.promise, complete: deferred.resolve, fail: deferred.reject }
}

describe('serialQueue', () => {
  it('runs one task at a time, in order', async () => {
    const enqueue = serialQueue({ maxWaiting: 5, maxWaitingPerKey: 5 })
    const first = controlledTask()
    const started: string[] = []
    const results = [
      enqueue('ada', first.run),
      enqueue('ada', async () => started.push('second')),
      enqueue('ada', async () => started.push('third')),
    ]
    await Promise.resolve()
    expect(started).toEqual([])

    first.complete('done')
    await Promise.all(results)
    expect(started).toEqual(['second', 'third'])
  })

  it('refuses tasks while the queue is full and accepts them afterwards', async () => {
    const enqueue = serialQueue({ maxWaiting: 2, maxWaitingPerKey: 2 })
    const first = controlledTask()
    const results = [
      enqueue('ada', first.run),
      enqueue('ada', async () => 1),
      enqueue('ada', async () => 2),
    ]

    await expect(enqueue('ada', async () => 3)).rejects.toMatchObject({ code: 'busy' })
    first.complete('done')
    await Promise.all(results)
    expect(await enqueue('ada', async () => 4)).toBe(4)
  })

  it('takes turns between keys, so that one task waits for one of the others', async () => {
    const enqueue = serialQueue({ maxWaiting: 8, maxWaitingPerKey: 4 })
    const order: string[] = []
    const note = (name: string) => async () => order.push(name)
    const ada = ['ada 1', 'ada 2', 'ada 3', 'ada 4'].map((name) => enqueue('ada', note(name)))
    await Promise.all([...ada, enqueue('bola', note('bola 1'))])

    expect(order).toEqual(['ada 1', 'ada 2', 'bola 1', 'ada 3', 'ada 4'])
  })

  it('refuses the fourth waiting task of one key while others are accepted', async () => {
    const enqueue = serialQueue({ maxWaiting: 8, maxWaitingPerKey: 3 })
    const first = controlledTask()
    const results = [1, 2, 3, 4].map((number) =>
      enqueue('ada', number === 1 ? first.run : async () => 'next'),
    )

    await expect(enqueue('ada', async () => 5)).rejects.toMatchObject({ code: 'busy' })
    const other = enqueue('bola', async () => 'other')
    first.complete('done')
    await Promise.all(results)
    expect(await other).toBe('other')
  })

  it('continues after a task that failed', async () => {
    const enqueue = serialQueue({ maxWaiting: 2, maxWaitingPerKey: 2 })
    const first = controlledTask()
    const failing = enqueue('ada', first.run)
    const next = enqueue('ada', async () => 'next')
    first.fail(new Error('broken'))

    await expect(failing).rejects.toThrow('broken')
    expect(await next).toBe('next')
  })
})
