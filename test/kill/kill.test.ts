import { afterAll, beforeAll, expect, it } from 'vitest'

import { openGiving, type Giving } from './donating.ts'
import { killableAjo, type KillableAjo } from './killable-ajo.ts'
import { expectAllBooked, giveThroughKills } from './rounds.ts'

/** Together with the named points, 25 rounds; `npm run test:long` makes 1,000. */
const kills = Number(process.env.KILLS ?? 13)

let ajo: KillableAjo
let giving: Giving

beforeAll(async () => {
  ajo = await killableAjo()
  await ajo.start()
  giving = await openGiving(ajo)
}, 120_000)

afterAll(() => ajo[Symbol.asyncDispose](), 30_000)

it(
  `loses and doubles no acknowledged donation in ${kills} kills of the server or of its PostgreSQL between webhook and page view`,
  async () => {
    const { gifts, viewed } = await giveThroughKills(giving, kills, (round, told) =>
      round % 2 === 0 ? killServer(told) : killPostgres(told),
    )
    await killServer([])
    await expectAllBooked(giving, gifts)
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
