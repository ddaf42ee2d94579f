import { existsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

import { afterAll, beforeAll, expect, it } from 'vitest'

import { ledgerProof } from '#server/ledger/reconciliation/ledger-check.ts'

import { openDisk } from './disk.ts'
import { openGiving, type Giving } from './donating.ts'
import { killableAjo, type KillableAjo } from './killable-ajo.ts'
import { expectAllBooked, giveThroughKills } from './rounds.ts'

/** `npm run test:long` makes 24. */
const cuts = Number(process.env.POWER_CUTS ?? 1)
const disk = openDisk()

let ajo: KillableAjo
let giving: Giving

it.skipIf(!disk)('the disk forgets what nobody synced, and nothing else', async () => {
  await using other = openDisk()
  const [synced = '', left = ''] = ['synced', 'left'].map((name) =>
    join(other?.dataDir ?? '', name),
  )
  writeFileSync(synced, 'kept', { flush: true })
  writeFileSync(left, 'lost')
  await other?.cut()
  expect([existsSync(synced), existsSync(left)]).toEqual([true, false])
})

beforeAll(async () => {
  if (!disk) return
  ajo = await killableAjo(disk.dataDir)
  await ajo.start()
  giving = await openGiving(ajo)
}, 120_000)

afterAll(async () => {
  if (!disk) return
  await ajo[Symbol.asyncDispose]()
  await disk[Symbol.asyncDispose]()
}, 60_000)

it.skipIf(!disk)(
  `loses no acknowledged donation in ${cuts} power cuts, after which only what was synced is there`,
  async () => {
    const { gifts } = await giveThroughKills(giving, cuts, async (_round, told) => {
      const isOver = ajo.killServer()
      ajo.killPostgres()
      await disk?.cut()
      await Promise.all([isOver, ...told])
      await ajo.start()
    })
    await expectAllBooked(giving, gifts)
    const proof = await giving.inDatabase((database) =>
      ledgerProof({ database, now: () => new Date() }).proveBooks(),
    )
    expect(proof.findings).toEqual([])
  },
  cuts * 60_000,
)
