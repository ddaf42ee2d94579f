import { existsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

import { afterAll, beforeAll, expect, it } from 'vitest'

import { ledgerChecks } from '#server/money/ledger/ledger-check.ts'

import { openPowerLossDisk } from './power-loss-disk.ts'
import { openDonationDriver, type DonationDriver } from './donation-driver.ts'
import { createKillableAjo, type KillableAjo } from './killable-ajo.ts'
import { expectAllBooked, donateThroughKills } from './kill-rounds.ts'

/** `npm run test:long` runs 24. */
const cuts = Number(process.env.POWER_CUTS ?? 1)
const disk = openPowerLossDisk()

let ajo: KillableAjo
let driver: DonationDriver

it.skipIf(!disk)('the test disk loses exactly the files that were not synced', async () => {
  await using other = openPowerLossDisk()
  const [synced = '', unsynced = ''] = ['synced', 'unsynced'].map((name) =>
    join(other?.dataDir ?? '', name),
  )
  writeFileSync(synced, 'kept', { flush: true })
  writeFileSync(unsynced, 'lost')
  await other?.losePower()
  expect([existsSync(synced), existsSync(unsynced)]).toEqual([true, false])
})

beforeAll(async () => {
  if (!disk) return
  ajo = await createKillableAjo(disk.dataDir)
  await ajo.start()
  driver = await openDonationDriver(ajo)
}, 120_000)

afterAll(async () => {
  if (!disk) return
  await ajo[Symbol.asyncDispose]()
  await disk[Symbol.asyncDispose]()
}, 60_000)

it.skipIf(!disk)(
  `loses no acknowledged donation in ${cuts} power cuts that discard everything not synced`,
  async () => {
    const { donations } = await donateThroughKills(driver, cuts, async (_round, webhooks) => {
      const isKilled = ajo.killServer()
      ajo.killPostgres()
      await disk?.losePower()
      await Promise.all([isKilled, ...webhooks])
      await ajo.start()
    })
    await expectAllBooked(driver, donations)
    const check = await driver.inDatabase((database) =>
      ledgerChecks({ database, now: () => new Date() }).checkLedger(),
    )
    expect(check.findings).toEqual([])
  },
  cuts * 60_000,
)
