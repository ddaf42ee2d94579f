import { expect, it } from 'vitest'

import { coalescing } from './coalescing.ts'

/** Work that ends when the test says so, and knows how often it was begun. */
function workbench() {
  const begun: PromiseWithResolvers<string>[] = []
  const work = () => {
    const one = Promise.withResolvers<string>()
    begun.push(one)
    return one.promise
  }
  return { begun, work }
}

const turn = () => new Promise(setImmediate)

it('begins once for all who come before it has begun, and once more for all who come later', async () => {
  const { begun, work } = workbench()
  const ask = coalescing<string>()

  const early = [ask('a', work), ask('a', work)]
  await turn()
  const late = [ask('a', work), ask('a', work), ask('a', work)]
  await turn()
  expect(begun).toHaveLength(1)
  begun[0]?.resolve('first')
  expect(await Promise.all(early)).toEqual(['first', 'first'])

  await turn()
  expect(begun).toHaveLength(2)
  begun[1]?.resolve('second')
  expect(await Promise.all(late)).toEqual(['second', 'second', 'second'])
})

it('keeps questions apart, and no answer', async () => {
  const { begun, work } = workbench()
  const ask = coalescing<string>()

  const answers = [ask('a', work), ask('b', work)]
  await turn()
  begun[0]?.resolve('a')
  begun[1]?.resolve('b')
  expect(await Promise.all(answers)).toEqual(['a', 'b'])

  void ask('a', work)
  await turn()
  expect(begun).toHaveLength(3)
})

it('tells everybody who shares it of a failure, and tries anew for the next', async () => {
  const { begun, work } = workbench()
  const ask = coalescing<string>()

  const failing = [ask('a', work), ask('a', work)]
  await turn()
  const next = ask('a', work)
  begun[0]?.reject(new Error('no database'))
  for (const each of failing) await expect(each).rejects.toThrow('no database')

  await turn()
  begun[1]?.resolve('there again')
  expect(await next).toBe('there again')
})
