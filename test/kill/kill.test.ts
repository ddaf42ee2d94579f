import { afterAll, beforeAll, expect, it } from 'vitest'

import { openDonationDriver, type DonationDriver } from './donation-driver.ts'
import { createKillableAjo, type KillableAjo } from './killable-ajo.ts'
import { expectAllBooked, donateThroughKills } from './kill-rounds.ts'

/** `npm run test:long` runs 1,000. */
const kills = Number(process.env.KILLS ?? 2)

let ajo: KillableAjo
let driver: DonationDriver

beforeAll(async () => {
  ajo = await createKillableAjo()
  await ajo.start()
  driver = await openDonationDriver(ajo)
}, 120_000)

afterAll(() => ajo[Symbol.asyncDispose](), 30_000)

it(
  `loses and doubles no acknowledged donation in ${kills} kills of the server or of its PostgreSQL between webhook and page view`,
  async () => {
    const { donations, viewed } = await donateThroughKills(driver, kills, (round, webhooks) =>
      round % 2 === 0 ? killServer(webhooks) : killPostgres(webhooks),
    )
    await killServer([])
    await expectAllBooked(driver, donations)
    expect(viewed.length).toBeLessThan(donations.length)
  },
  kills * 30_000,
)

async function killServer(webhooks: Promise<unknown>[]) {
  await ajo.killServer()
  await Promise.all(webhooks)
  await ajo.start()
}

async function killPostgres(webhooks: Promise<unknown>[]) {
  ajo.killPostgres()
  await Promise.all(webhooks)
  await ajo.waitUntilReady()
}
