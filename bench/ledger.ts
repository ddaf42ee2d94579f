// What the books can take: node bench/ledger.ts [proof|credits|reads|webhooks]. Every figure stands beside a reference that was measured in the same run, on the same
// PostgreSQL (durable: every commit reaches the disk), in turns.
import { randomUUID } from 'node:crypto'

import { Hono } from 'hono'

import { openDatabase, type Database } from '#server/database/database.ts'
import { ledgerChecks } from '#server/ledger/reconciliation/ledger-check.ts'
import { totals } from '#server/ledger/totals.ts'
import { chargeSuccess, openMoneyApp } from '#test/money-app.ts'

import { benchPostgres } from './bench-postgres.ts'
import { credits } from './credits.ts'
import { insertEntries, insertPaidDonations } from './ledger-rows.ts'
import { rateOf, say } from './rates.ts'

const many = Number(process.env['BENCH_DONATIONS'] ?? 1_000_000)
const mode = 'sandbox' as const
const now = () => new Date()
const onIdleError = () => {}

await using postgres = await benchPostgres()
await using owner = openDatabase(postgres.connection, { max: 16, onIdleError })
const only = process.argv[2]
const parts = {
  proof: () => proof(owner),
  credits: () => credits(postgres.connection, owner),
  reads: () => reads(owner),
  webhooks: () => webhooks(owner),
}
for (const [name, part] of Object.entries(parts))
  if (only === undefined || only === name) await part()

async function proof(owner: Database) {
  for (const count of [10_000, 100_000]) {
    await owner.pool.query(
      'truncate donation, donation_reference, donation_access_code, provider_transaction, ledger_link, campaign_donor, owner_donor, platform_donor, campaign_total, owner_total, platform_total cascade',
    )
    await insertPaidDonations(owner.pool, count)
    const { findings, checks, tookMs } = await ledgerChecks({ database: owner, now }).checkLedger()
    console.log(
      `${checks} checks over ${count} donations: ${tookMs} ms, ${findings.length} findings`,
    )
  }
}

async function reads(owner: Database) {
  const raised = totals({ database: owner, now, mode })
  await insertEntries(owner.pool, 'few', 1_008)
  await insertEntries(owner.pool, 'many', Math.floor(many / 16) * 16)
  const best = { few: Infinity, many: Infinity }
  // In turns, and the best of each: what else the machine does must not decide.
  for (let round = 0; round < 7; round++)
    for (const id of ['few', 'many'] as const)
      best[id] = Math.min(best[id], (await rateOf(1, () => raised.campaignTotals([id]), 1_000)).p50)
  const ratio = (best.many / best.few).toFixed(2)
  console.log(
    `raised total read: ${best.few.toFixed(3)} ms at 1,000 donations, ${best.many.toFixed(3)} ms at ${many}  ratio ${ratio}`,
  )
}

async function webhooks(owner: Database) {
  await owner.pool.query('create table bare_row (id uuid primary key, body bytea not null)')
  const bare = new Hono().post('/', async (c) => {
    const body = Buffer.from(await c.req.arrayBuffer())
    const values = [randomUUID(), body]
    await owner.pool.query({ name: 'row', text: 'insert into bare_row values ($1, $2)', values })
    return c.body(null, 200)
  })
  const app = await openMoneyApp({ database: owner, owner })
  const bodyOf = (turn: number) => chargeSuccess(`AJO-BENCH-${turn}-${randomUUID()}`)
  const post = async (turn: number) => {
    const response = await bare.request('/', { method: 'POST', body: JSON.stringify(bodyOf(turn)) })
    if (response.status !== 200) throw new Error(String(response.status))
  }
  const deliver = async (turn: number) => {
    const response = await app.deliver(bodyOf(turn))
    if (response.status !== 200) throw new Error(String(response.status))
  }
  for (const lanes of [1, 16, 64]) {
    const reference = await rateOf(lanes, post)
    say(`webhooks, ${lanes} at a time: a bare handler that writes one row`, reference)
    say(`webhooks, ${lanes} at a time: kept and queued`, await rateOf(lanes, deliver), reference)
  }
}
