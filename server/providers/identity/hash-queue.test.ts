import { expect, it } from 'vitest'

import { full, openHashQueue } from './hash-queue.ts'

const gate = () => Promise.withResolvers<string>()

it('runs two at once, lets the next wait, and turns away who comes after', async () => {
  const inTurn = openHashQueue({ running: 2, waiting: 1 })
  const [first, second, third] = [gate(), gate(), gate()]
  const started: string[] = []
  const enter = (name: string, { promise }: { promise: Promise<string> }) =>
    inTurn(() => {
      started.push(name)
      return promise
    })

  const answers = [enter('first', first), enter('second', second), enter('third', third)]
  expect(await inTurn(async () => 'fourth')).toBe(full)
  expect(started).toEqual(['first', 'second'])

  second.resolve('done')
  await answers[1]
  first.resolve('done')
  third.resolve('done')
  expect(await Promise.all(answers)).toEqual(['done', 'done', 'done'])
  expect(started).toEqual(['first', 'second', 'third'])
  expect(await inTurn(async () => 'after')).toBe('after')
})

it('gives a place back when the work fails', async () => {
  const inTurn = openHashQueue({ running: 1, waiting: 0 })
  await expect(inTurn(() => Promise.reject(new Error('out of memory')))).rejects.toThrow('memory')
  expect(await inTurn(async () => 'next')).toBe('next')
})
