import { setTimeout as pause } from 'node:timers/promises'

import { afterAll, beforeAll, expect, it } from 'vitest'

import { booked } from '#test/ledger.ts'

import { openGiving, sumOf, type Gift, type Giving } from './giving.ts'
import { killableAjo, type KillableAjo } from './killable-ajo.ts'

/** Together with the named points, 25 rounds; `npm run test:long` makes 1,000. */
const kills = Number(process.env.KILLS ?? 13)

let ajo: KillableAjo
let giving: Giving
const gifts: Gift[] = []

beforeAll(async () => {
  ajo = await killableAjo()
  await ajo.start()
  giving = await openGiving(ajo)
}, 120_000)

afterAll(() => ajo[Symbol.asyncDispose](), 30_000)

it(
  `loses and doubles no acknowledged donation in ${kills} kills of the server or of its PostgreSQL between webhook and page view`,
  async () => {
    const { give, tell, raised, inDatabase, untilStatus, untilRaised } = giving
    let viewed: Gift[] = []
    for (let round = 0; round < kills; round++) {
      const paid = await Promise.all([give(), give()])
      const told = paid.map(tell)
      await Promise.race(told)
      await pause(Math.random() * 15)
      await (round % 2 === 0 ? killServer(told) : killPostgres(told))

      // Every other donor comes back to look. The rest never does: a webhook that was answered with 200 is ours to finish.
      const [first, second] = paid
      const returning = [first, ...(second.isTold ? [] : [second])]
      for (const gift of returning) await untilStatus(gift, 'success')
      gifts.push(...paid)
      viewed = viewed.concat(returning)
      const now = await raised()
      expect(now).toBeGreaterThanOrEqual(sumOf(viewed))
      expect(now).toBeLessThanOrEqual(sumOf(gifts))
    }

    // What a process had begun when it died is taken up by the next one, once its claim is over.
    await killServer([])
    await untilRaised(sumOf(gifts))
    for (const gift of gifts) await untilStatus(gift, 'success')
    expect(await inDatabase(booked)).toEqual({
      entries: gifts.length,
      raised: sumOf(gifts),
      balance: 0,
    })
    expect(viewed.length).toBeLessThan(gifts.length)
  },
  kills * 30_000,
)

async function killServer(told: Promise<unknown>[]) {
  await ajo.killServer()
  await Promise.all(told)
  await ajo.start()
}

async function killPostgres(told: Promise<unknown>[]) {
  ajo.killPostgres()
  await Promise.all(told)
  await ajo.untilReady()
}
