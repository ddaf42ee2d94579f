import { expect, it } from 'vitest'

import { openHashQueue, queueFull } from './password-hash.ts'

const newCall = () => Promise.withResolvers<string>()

it('runs two calls at once, lets one wait, and rejects the next', async () => {
  const enqueue = openHashQueue({ running: 2, waiting: 1, perKey: 4 })
  const [first, second, third] = [newCall(), newCall(), newCall()]
  const started: string[] = []
  const start = (name: string, { promise }: { promise: Promise<string> }) =>
    enqueue('a', () => {
      started.push(name)
      return promise
    })

  const results = [start('first', first), start('second', second), start('third', third)]
  expect(await enqueue('a', async () => 'fourth')).toBe(queueFull)
  expect(started).toEqual(['first', 'second'])

  second.resolve('done')
  await results[1]
  first.resolve('done')
  third.resolve('done')
  expect(await Promise.all(results)).toEqual(['done', 'done', 'done'])
  expect(started).toEqual(['first', 'second', 'third'])
  expect(await enqueue('a', async () => 'after')).toBe('after')
})

it('frees its place when a call fails', async () => {
  const enqueue = openHashQueue({ running: 1, waiting: 0, perKey: 4 })
  await expect(enqueue('a', () => Promise.reject(new Error('out of memory')))).rejects.toThrow(
    'memory',
  )
  expect(await enqueue('a', async () => 'next')).toBe('next')
})

it('takes four calls of one account and still runs those of others', async () => {
  const enqueue = openHashQueue({ running: 2, waiting: 64, perKey: 4 })
  const pending = newCall()
  const flood = Array.from({ length: 40 }, () => enqueue('ada', () => pending.promise))
  const other = enqueue('bola', async () => 'bola')
  pending.resolve('ada')
  const results = await Promise.all(flood)
  expect(results.filter((result) => result === 'ada')).toHaveLength(4)
  expect(results.filter((result) => result === queueFull)).toHaveLength(36)
  expect(await other).toBe('bola')
})
