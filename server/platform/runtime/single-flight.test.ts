import { describe, expect, it } from 'vitest'

import { joinNextCall, joinRunningCall } from './single-flight.ts'

/** Calls that end when the test says so. */
function pendingCalls() {
  const started: PromiseWithResolvers<string>[] = []
  const call = () => {
    const pending = Promise.withResolvers<string>()
    started.push(pending)
    return pending.promise
  }
  return { started, call }
}

const turn = () => new Promise(setImmediate)

describe('joinRunningCall', () => {
  it('shares the running call, and starts another one after it has ended', async () => {
    const { started, call } = pendingCalls()
    const join = joinRunningCall<string>()

    const results = [join('a', call), join('a', call)]
    expect(started).toHaveLength(1)
    started[0]?.resolve('first')
    expect(await Promise.all(results)).toEqual(['first', 'first'])

    void join('a', call)
    expect(started).toHaveLength(2)
  })
})

describe('joinNextCall', () => {
  it('starts one call for all who ask before it starts, and another for all who ask later', async () => {
    const { started, call } = pendingCalls()
    const join = joinNextCall<string>()

    const early = [join('a', call), join('a', call)]
    await turn()
    const late = [join('a', call), join('a', call), join('a', call)]
    await turn()
    expect(started).toHaveLength(1)
    started[0]?.resolve('first')
    expect(await Promise.all(early)).toEqual(['first', 'first'])

    await turn()
    expect(started).toHaveLength(2)
    started[1]?.resolve('second')
    expect(await Promise.all(late)).toEqual(['second', 'second', 'second'])
  })

  it('separates keys and caches no result', async () => {
    const { started, call } = pendingCalls()
    const join = joinNextCall<string>()

    const results = [join('a', call), join('b', call)]
    await turn()
    started[0]?.resolve('a')
    started[1]?.resolve('b')
    expect(await Promise.all(results)).toEqual(['a', 'b'])

    void join('a', call)
    await turn()
    expect(started).toHaveLength(3)
  })

  it('rejects for all who share a failed call, and starts another for the next', async () => {
    const { started, call } = pendingCalls()
    const join = joinNextCall<string>()

    const failing = [join('a', call), join('a', call)]
    await turn()
    const next = join('a', call)
    started[0]?.reject(new Error('no database'))
    for (const each of failing) await expect(each).rejects.toThrow('no database')

    await turn()
    started[1]?.resolve('recovered')
    expect(await next).toBe('recovered')
  })
})
