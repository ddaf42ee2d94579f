import { describe, expect, it } from 'vitest'

import {
  behindProxy,
  readError,
  openLimitedProcesses,
  post,
  solveChallenge,
  type LimitedApp,
} from '#test/rate-limits.ts'

import { rateLimitTable } from './rate-limit-table.ts'

const { advanceClock, openProcess } = await openLimitedProcesses()

describe('a challenge', () => {
  const path = '/api/account'
  const from = '192.0.2.7'
  const getSolution = async (app: LimitedApp) => {
    let response = new Response()
    for (let number = 0; number < 3; number++) response = await post(app, path, { from })
    const { challenge } = await readError(response)
    if (!challenge) throw new Error('the response has no challenge')
    return solveChallenge(challenge)
  }

  it('lets one request pass when it is solved', async () => {
    const app = openProcess(behindProxy)
    const solution = await getSolution(app)
    expect((await post(app, path, { from, solution })).status).toBe(204)
    expect((await post(app, path, { from, solution })).status).toBe(429)
  })

  it('is refused from another network, for another action, after five minutes, and with a wrong solution', async () => {
    const app = openProcess(behindProxy)
    const solution = await getSolution(app)
    const [seed = ''] = solution.split(' ')
    for (let number = 0; number < 5; number++) await post(app, '/api/session', { from })
    expect((await post(app, '/api/session', { from, solution })).status).toBe(429)
    for (let number = 0; number < 2; number++) await post(app, path, { from: '192.0.2.9' })
    expect((await post(app, path, { from: '192.0.2.9', solution })).status).toBe(429)
    for (const wrong of [`${seed} 0`, seed, 'made-up', `${solution}0`])
      expect((await post(app, path, { from, solution: wrong })).status).toBe(429)
    advanceClock(5 * 60_000)
    for (let number = 0; number < 2; number++) await post(app, path, { from })
    expect((await post(app, path, { from, solution })).status).toBe(429)
  })

  it('does not lift a limit that refuses, which counts only requests that passed', async () => {
    const per = { per: 'network', windowMs: 60_000 } as const
    const limits = [
      { ...per, max: 2, onExceed: 'challenge' },
      { ...per, max: 3, onExceed: 'refuse' },
    ] as const
    const [signUp] = rateLimitTable
    if (!signUp) throw new Error('the table is empty')
    const app = openProcess({ ...behindProxy, actions: [{ ...signUp, limits }] })
    const first = await getSolution(app)
    for (let number = 0; number < 5; number++) await post(app, path, { from })
    expect((await post(app, path, { from, solution: first })).status).toBe(204)
    const response = await post(app, path, { from, solution: await getSolution(app) })
    expect(response.status).toBe(429)
    expect((await readError(response)).challenge).toBeUndefined()
  })
})
