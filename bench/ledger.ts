// Throughput of the ledger: node bench/ledger.ts [checks|bookings|reads|webhooks]. Each reference is measured in the same run on
// the same durable PostgreSQL.
import { randomUUID } from 'node:crypto'

import { Hono } from 'hono'

import { openDatabase, type Database } from '#server/platform/database/database.ts'
import { ledgerChecks } from '#server/money/ledger/reconciliation/ledger-check.ts'
import { totals } from '#server/money/ledger/totals.ts'
import { chargeSuccess, openMoneyApp } from '#test/money-app.ts'

import { benchPostgres } from './bench-postgres.ts'
import { benchBookings } from './bookings.ts'
import { insertEntries, insertPaidDonations } from '#test/insert-donations.ts'
import { measureRate, printRate } from './rates.ts'

const manyDonations = Number(process.env['BENCH_DONATIONS'] ?? 1_000_000)
const mode = 'sandbox' as const
const now = () => new Date()
const onIdleError = () => {}

await using postgres = await benchPostgres()
await using owner = openDatabase(postgres.connection, { max: 16, onIdleError })
const selected = process.argv[2]
const benches = {
  checks: () => benchChecks(owner),
  bookings: () => benchBookings(postgres.connection, owner),
  reads: () => benchReads(owner),
  webhooks: () => benchWebhooks(owner),
}
for (const [name, bench] of Object.entries(benches))
  if (selected === undefined || selected === name) await bench()

async function benchChecks(owner: Database) {
  for (const count of [10_000, 100_000]) {
    await owner.pool.query(
      'truncate donation, donation_reference, donation_access_code, provider_transaction, campaign_donor, owner_donor, platform_donor, campaign_total, owner_total, platform_total cascade',
    )
    await insertPaidDonations(owner.pool, count)
    const { findings, checks, tookMs } = await ledgerChecks({ database: owner, now }).checkLedger()
    console.log(
      `${checks} checks over ${count} donations: ${tookMs} ms, ${findings.length} findings`,
    )
  }
}

async function benchReads(owner: Database) {
  const ledger = totals({ database: owner, now, mode })
  await insertEntries(owner.pool, 'few', 1_008)
  await insertEntries(owner.pool, 'many', Math.floor(manyDonations / 16) * 16)
  const best = { few: Infinity, many: Infinity }
  // The best of seven alternating rounds, to exclude other load on the machine.
  for (let round = 0; round < 7; round++)
    for (const id of ['few', 'many'] as const)
      best[id] = Math.min(
        best[id],
        (await measureRate(1, () => ledger.campaignTotals([id]), 1_000)).p50,
      )
  const ratio = (best.many / best.few).toFixed(2)
  console.log(
    `raised total read: ${best.few.toFixed(3)} ms at 1,000 donations, ${best.many.toFixed(3)} ms at ${manyDonations}  ratio ${ratio}`,
  )
}

async function benchWebhooks(owner: Database) {
  await owner.pool.query('create table bare_row (id uuid primary key, body bytea not null)')
  const bare = new Hono().post('/', async (c) => {
    const body = Buffer.from(await c.req.arrayBuffer())
    const values = [randomUUID(), body]
    await owner.pool.query({ name: 'row', text: 'insert into bare_row values ($1, $2)', values })
    return c.body(null, 200)
  })
  const app = await openMoneyApp({ database: owner, owner })
  const toBody = (turn: number) => chargeSuccess(`AJO-BENCH-${turn}-${randomUUID()}`)
  const post = async (turn: number) => {
    const response = await bare.request('/', { method: 'POST', body: JSON.stringify(toBody(turn)) })
    if (response.status !== 200) throw new Error(String(response.status))
  }
  const deliver = async (turn: number) => {
    const response = await app.deliver(toBody(turn))
    if (response.status !== 200) throw new Error(String(response.status))
  }
  for (const concurrency of [1, 16, 64]) {
    const reference = await measureRate(concurrency, post)
    printRate(`webhooks, ${concurrency} at a time: a bare handler that writes one row`, reference)
    printRate(
      `webhooks, ${concurrency} at a time: stored and queued`,
      await measureRate(concurrency, deliver),
      reference,
    )
  }
}
