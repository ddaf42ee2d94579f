import { describe, expect, it } from 'vitest'

import {
  behindProxy,
  errorOf,
  limitedProcesses,
  post,
  solvePuzzle,
  type LimitedProcess,
} from '#test/rate-limits.ts'

import { limitedActions } from './limit-table.ts'

const { passTime, processWith } = await limitedProcesses()

describe('a puzzle', () => {
  const path = '/api/account'
  const from = '192.0.2.7'
  const challenged = async (app: LimitedProcess) => {
    let answer = new Response()
    for (let number = 0; number < 3; number++) answer = await post(app, path, { from })
    const { puzzle } = await errorOf(answer)
    if (!puzzle) throw new Error('no puzzle was set')
    return solvePuzzle(puzzle)
  }

  it('opens the way for whoever solved it, once', async () => {
    const app = processWith(behindProxy)
    const puzzle = await challenged(app)
    expect((await post(app, path, { from, puzzle })).status).toBe(204)
    expect((await post(app, path, { from, puzzle })).status).toBe(429)
  })

  it('is worth nothing elsewhere, for something else, later, or unsolved', async () => {
    const app = processWith(behindProxy)
    const puzzle = await challenged(app)
    const [seed = ''] = puzzle.split(' ')
    for (let number = 0; number < 5; number++) await post(app, '/api/session', { from })
    expect((await post(app, '/api/session', { from, puzzle })).status).toBe(429)
    for (let number = 0; number < 2; number++) await post(app, path, { from: '192.0.2.9' })
    expect((await post(app, path, { from: '192.0.2.9', puzzle })).status).toBe(429)
    for (const wrong of [`${seed} 0`, seed, 'made-up', `${puzzle}0`])
      expect((await post(app, path, { from, puzzle: wrong })).status).toBe(429)
    passTime(5 * 60_000)
    for (let number = 0; number < 2; number++) await post(app, path, { from })
    expect((await post(app, path, { from, puzzle })).status).toBe(429)
  })

  it('does not open a limit that refuses, which counts only what came through', async () => {
    const per = { per: 'network', withinMs: 60_000 } as const
    const limits = [
      { ...per, most: 2, over: 'puzzle' },
      { ...per, most: 3, over: 'refuse' },
    ] as const
    const [signUp] = limitedActions
    if (!signUp) throw new Error('the table is empty')
    const app = processWith({ ...behindProxy, actions: [{ ...signUp, limits }] })
    const first = await challenged(app)
    for (let number = 0; number < 5; number++) await post(app, path, { from })
    expect((await post(app, path, { from, puzzle: first })).status).toBe(204)
    const answer = await post(app, path, { from, puzzle: await challenged(app) })
    expect(answer.status).toBe(429)
    expect((await errorOf(answer)).puzzle).toBeUndefined()
  })
})
