import { describe, expect, it } from 'vitest'

import pg from 'pg'

import { inBatches } from './batcher.ts'

/** Answers each question with its double, when it is let. */
function held() {
  const batches: number[][] = []
  const releases: (() => void)[] = []
  const work = async (questions: readonly number[]) => {
    batches.push([...questions])
    await new Promise<void>((resolve) => releases.push(resolve))
    return questions.map((question) => question * 2)
  }
  return { batches, work, release: () => releases.shift()?.() }
}

const refusal = () => Object.assign(new pg.DatabaseError('no', 2, 'error'), { code: '23514' })

describe('questions in batches', () => {
  it('answers at once who is alone, and together what was asked meanwhile', async () => {
    const { batches, work, release } = held()
    const ask = inBatches(work)
    const first = ask(1)
    await Promise.resolve()
    const later = [ask(2), ask(3), ask(2)]
    expect(batches).toEqual([[1]])

    release()
    expect(await first).toBe(2)
    await Promise.resolve()
    expect(batches).toEqual([[1], [2, 3, 2]])
    release()
    expect(await Promise.all(later)).toEqual([4, 6, 4])
  })

  it('never has two of one name in a batch, nor more than it may', async () => {
    const batches: number[][] = []
    const ask = inBatches(
      async (questions: readonly number[]) => {
        batches.push([...questions])
        return questions
      },
      { nameOf: (question) => String(question % 10), most: 3 },
    )

    const answers = await Promise.all([1, 11, 2, 3, 4, 21].map(ask))
    expect(answers).toEqual([1, 11, 2, 3, 4, 21])
    expect(batches).toEqual([[1, 2, 3], [11, 4], [21]])
  })

  it('lets the others through when the database refuses one of them', async () => {
    const ask = inBatches(async (questions: readonly number[]) => {
      if (questions.includes(2)) throw refusal()
      return questions
    })

    const answers = await Promise.allSettled([1, 2, 3].map(ask))
    expect(answers.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled'])
  })

  it('tells all of them when the database is away, tries nothing twice, and goes on afterwards', async () => {
    let asked = 0
    const ask = inBatches(async (questions: readonly number[]) => {
      asked += 1
      if (asked === 1) throw new Error('the connection is gone')
      return questions
    })

    const answers = await Promise.allSettled([1, 2].map(ask))
    expect(answers.map(({ status }) => status)).toEqual(['rejected', 'rejected'])
    expect(await ask(3)).toBe(3)
    expect(asked).toBe(2)
  })

  it('waits so long for a batch that stalls, and no longer', async () => {
    const stalled = Promise.withResolvers<number[]>()
    const ask = inBatches(
      (questions: readonly number[]) =>
        questions.includes(1) ? stalled.promise : Promise.resolve(questions),
      { patienceMs: 5 },
    )

    const first = ask(1)
    await Promise.resolve()
    expect(await ask(2)).toBe(2)
    stalled.resolve([10])
    expect(await first).toBe(10)
  })
})
