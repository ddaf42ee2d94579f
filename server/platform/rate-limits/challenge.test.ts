import { describe, expect, it } from 'vitest'

import {
  behindProxy,
  readError,
  openLimitedProcesses,
  post,
  solveChallenge,
  toRulePath,
  type LimitedApp,
} from '#test/support/servers/rate-limits.ts'

import { challengeCosts } from './proofs.ts'

const { advanceClock, openProcess } = await openLimitedProcesses()

describe('a challenge', () => {
  const path = toRulePath('signUp')
  let number = 0
  const send = (app: LimitedApp, options: { from?: string; solution?: string } = {}) =>
    post(app, path, { from, body: { email: `a${++number}@example.com` }, ...options })
  const from = '192.0.2.7'
  const getChallenge = async (app: LimitedApp, tries = 3) => {
    let response = new Response()
    for (let attempt = 0; attempt < tries; attempt++) response = await send(app)
    const { challenge } = await readError(response)
    if (!challenge) throw new Error('the response has no challenge')
    return challenge
  }
  const getSolution = async (app: LimitedApp) => solveChallenge(await getChallenge(app))

  it('lets one request pass when it is solved', async () => {
    const app = openProcess(behindProxy)
    const solution = await getSolution(app)
    expect((await send(app, { solution })).status).toBe(204)
    expect((await send(app, { solution })).status).toBe(429)
  })

  it('is refused from another network, after five minutes, and with a wrong solution', async () => {
    const app = openProcess(behindProxy)
    const solution = await getSolution(app)
    const [seed = ''] = solution.split(' ')
    for (let tries = 0; tries < 2; tries++) await send(app, { from: '192.0.2.9' })
    expect((await send(app, { from: '192.0.2.9', solution })).status).toBe(429)
    for (const wrong of [`${seed} 0`, seed, 'made-up', `${solution}0`])
      expect((await send(app, { solution: wrong })).status).toBe(429)
    advanceClock(5 * 60_000)
    for (let tries = 0; tries < 2; tries++) await send(app)
    expect((await send(app, { solution })).status).toBe(429)
  })

  it('is refused by another rule', async () => {
    const app = openProcess(behindProxy)
    const solution = await getSolution(app)
    const report = (solved = {}) =>
      post(app, toRulePath('reportCampaign'), { from, body: {}, ...solved })
    for (let tries = 0; tries < 5; tries++) await report()
    expect((await report({ solution })).status).toBe(429)
    expect((await send(app, { solution })).status).toBe(204)
  })

  it('is also solved by waiting, once and not before the time is over', async () => {
    const app = openProcess(behindProxy)
    const { seed, waitSeconds } = await getChallenge(app)
    const solution = `${seed} waited`
    expect(waitSeconds).toBe(challengeCosts.waitSeconds.least)
    advanceClock(waitSeconds * 1_000 - 1)
    expect((await send(app, { solution })).status).toBe(429)
    advanceClock(1)
    expect((await send(app, { solution })).status).toBe(204)
    expect((await send(app, { solution })).status).toBe(429)
  })

  it('lets few waits of a network and of an IPv6 /48 end in the time of one wait', async () => {
    const app = openProcess(behindProxy)
    const countAccepted = async (toFrom: (index: number) => string, tries: number) => {
      const seeds: { from: string; seed: string; waitSeconds: number }[] = []
      for (let index = 0; index < tries; index++) {
        const from = toFrom(index)
        let response = await send(app, { from })
        while (response.status !== 429) response = await send(app, { from })
        const { challenge } = await readError(response)
        if (challenge) seeds.push({ from, ...challenge })
      }
      advanceClock(challengeCosts.waitSeconds.most * 1_000)
      let accepted = 0
      for (const each of seeds)
        if ((await send(app, { ...each, solution: `${each.seed} waited` })).status === 204)
          accepted++
      return accepted
    }
    expect(await countAccepted(() => from, 60)).toBeLessThanOrEqual(4 * 6)
    expect(await countAccepted((index) => `2001:db8:1:${index}::1`, 130)).toBeLessThanOrEqual(
      4 * 24,
    )
  })

  it('costs up to eight times as much, and at most 40 seconds, when a network sends far more', async () => {
    const app = openProcess(behindProxy)
    const { bits, waitSeconds } = challengeCosts
    expect(await getChallenge(app)).toMatchObject({
      bits: bits.least,
      waitSeconds: waitSeconds.least,
    })
    expect(await getChallenge(app, 5)).toMatchObject({ bits: 18, waitSeconds: 30 })
    expect(await getChallenge(app, 200)).toMatchObject({
      bits: bits.most,
      waitSeconds: waitSeconds.most,
    })
  })
})
