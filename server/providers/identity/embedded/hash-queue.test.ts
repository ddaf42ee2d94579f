import { expect, it } from 'vitest'

import { openHashQueue, queueFull } from './hash-queue.ts'

const newCall = () => Promise.withResolvers<string>()

it('runs two calls at once, lets one wait, and rejects the next', async () => {
  const enqueue = openHashQueue({ running: 2, waiting: 1 })
  const [first, second, third] = [newCall(), newCall(), newCall()]
  const started: string[] = []
  const start = (name: string, { promise }: { promise: Promise<string> }) =>
    enqueue(() => {
      started.push(name)
      return promise
    })

  const results = [start('first', first), start('second', second), start('third', third)]
  expect(await enqueue(async () => 'fourth')).toBe(queueFull)
  expect(started).toEqual(['first', 'second'])

  second.resolve('done')
  await results[1]
  first.resolve('done')
  third.resolve('done')
  expect(await Promise.all(results)).toEqual(['done', 'done', 'done'])
  expect(started).toEqual(['first', 'second', 'third'])
  expect(await enqueue(async () => 'after')).toBe('after')
})

it('frees its place when a call fails', async () => {
  const enqueue = openHashQueue({ running: 1, waiting: 0 })
  await expect(enqueue(() => Promise.reject(new Error('out of memory')))).rejects.toThrow('memory')
  expect(await enqueue(async () => 'next')).toBe('next')
})
