import { describe, expect, it } from 'vitest'

import { serialQueue } from './serial-queue.ts'

/** A task that the test completes. */
function controlledTask() {
  const deferred = Promise.withResolvers<string>()
  return { run: () => deferred.promise, complete: deferred.resolve, fail: deferred.reject }
}

describe('serialQueue', () => {
  it('runs one task at a time, in order', async () => {
    const enqueue = serialQueue(5)
    const first = controlledTask()
    const started: string[] = []
    const results = [
      enqueue(first.run),
      enqueue(async () => started.push('second')),
      enqueue(async () => started.push('third')),
    ]
    await Promise.resolve()
    expect(started).toEqual([])

    first.complete('done')
    await Promise.all(results)
    expect(started).toEqual(['second', 'third'])
  })

  it('refuses tasks while the queue is full and accepts them afterwards', async () => {
    const enqueue = serialQueue(2)
    const first = controlledTask()
    const results = [enqueue(first.run), enqueue(async () => 1), enqueue(async () => 2)]

    await expect(enqueue(async () => 3)).rejects.toMatchObject({ code: 'busy' })
    first.complete('done')
    await Promise.all(results)
    expect(await enqueue(async () => 4)).toBe(4)
  })

  it('continues after a task that failed', async () => {
    const enqueue = serialQueue(2)
    const first = controlledTask()
    const failing = enqueue(first.run)
    const next = enqueue(async () => 'next')
    first.fail(new Error('broken'))

    await expect(failing).rejects.toThrow('broken')
    expect(await next).toBe('next')
  })
})
