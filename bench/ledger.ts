// What the books can take: node bench/ledger.ts [proof|credits|reads|webhooks]. Every figure stands beside a reference that was measured in the same run, on the same
// PostgreSQL (durable: every commit reaches the disk), in turns.
import { randomUUID } from 'node:crypto'
import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { Hono } from 'hono'
import type pg from 'pg'

import { openDatabase, type Database } from '#server/database/database.ts'
import { openEmbeddedPostgres } from '#server/database/embedded.ts'
import { migrate } from '#server/database/migrate.ts'
import type { Sql } from '#server/database/sql.ts'
import { paymentApplication } from '#server/ledger/apply-payment.ts'
import { ledgerProof } from '#server/ledger/proof.ts'
import { totals } from '#server/ledger/totals.ts'
import type { ProviderPayment } from '#server/providers/payments/payments.ts'
import { kobo } from '#shared/money.ts'
import { chargeSuccess, moneyApp } from '#test/money-app.ts'

import { insertEntries, insertOpenDonations, insertPaidDonations } from './ledger-rows.ts'

const seconds = Number(process.env['BENCH_SECONDS'] ?? 3)
const many = Number(process.env['BENCH_DONATIONS'] ?? 1_000_000)
const perRun = seconds * 4_000
const mode = 'sandbox' as const
const now = () => new Date()
let numbered = 1
const onIdleError = () => {}

const dataDir = mkdtempSync(join(tmpdir(), 'ajo-bench-'))
// Below a folder of root's, PostgreSQL's own account has to get through.
chmodSync(dataDir, 0o711)
try {
  await using postgres = await openEmbeddedPostgres({ dataDir })
  await migrate(postgres.connection)
  await using owner = openDatabase(postgres.connection, { max: 4, onIdleError })
  const only = process.argv[2]
  const parts = {
    proof: () => proof(owner),
    credits: () => credits(postgres.connection, owner),
    reads: () => reads(owner),
    webhooks: () => webhooks(owner),
  }
  for (const [name, part] of Object.entries(parts))
    if (only === undefined || only === name) await part()
} finally {
  rmSync(dataDir, { recursive: true, force: true })
}

type Work = (turn: number) => Promise<unknown>
type Rate = { perSecond: number; p50: number; p99: number; done: number }

/** So many at a time, for some seconds. */
async function rateOf(lanes: number, work: Work, most = Infinity): Promise<Rate> {
  const took: number[] = []
  const begun = performance.now()
  let turn = 0
  const lane = async () => {
    while (performance.now() - begun < seconds * 1_000 && turn < most) {
      const at = performance.now()
      await work(turn++)
      took.push(performance.now() - at)
    }
  }
  await Promise.all(Array.from({ length: lanes }, lane))
  const elapsed = (performance.now() - begun) / 1_000
  const sorted = took.toSorted((one, other) => one - other)
  const at = (part: number) => sorted[Math.floor(sorted.length * part)] ?? 0
  return { perSecond: took.length / elapsed, p50: at(0.5), p99: at(0.99), done: took.length }
}

function say(what: string, rate: Rate, reference?: Rate) {
  const ratio = reference ? `  ratio ${(rate.perSecond / reference.perSecond).toFixed(2)}` : ''
  const each = `${Math.round(rate.perSecond)}/s`.padStart(10)
  console.log(
    `${what.padEnd(58)}${each}  p50 ${rate.p50.toFixed(2)} ms  p99 ${rate.p99.toFixed(2)} ms${ratio}`,
  )
}

async function proof(owner: Database) {
  for (const count of [10_000, 100_000]) {
    await owner.pool.query(
      'truncate donation, donation_reference, donation_receipt, provider_transaction, ledger_link, campaign_donor, owner_donor, platform_donor, campaign_total, owner_total, platform_total cascade',
    )
    await insertPaidDonations(owner.pool, count)
    const { findings, checks, tookMs } = await ledgerProof({ database: owner, now }).proveBooks()
    console.log(
      `${checks} checks over ${count} donations: ${tookMs} ms, ${findings.length} findings`,
    )
  }
}

/** Credits through the ledger, the same statements by a bare loop, and the transaction that anybody would write first. */
async function credits(connection: pg.PoolConfig, owner: Database) {
  await owner.pool.query(`
    create table naive_total (campaign_id text primary key, raised bigint not null);
    create table naive_entry (reference text primary key, campaign_id text not null, raised bigint not null)`)
  for (const lanes of [1, 16, 64]) {
    await using database = openDatabase(connection, { max: lanes, onIdleError })
    for (const [shape, campaigns] of [
      ['one hot campaign', 1],
      ['10,000 campaigns', 10_000],
    ] as const) {
      const bare = await rateOf(lanes, await bareCredits(database.pool, owner, campaigns), perRun)
      const ours = await rateOf(lanes, await ledgerCredits(database, owner, campaigns), perRun)
      const again = await rateOf(lanes, await bareCredits(database.pool, owner, campaigns), perRun)
      const reference = { ...bare, perSecond: (bare.perSecond + again.perSecond) / 2 }
      say(`${lanes} connections, ${shape}: same statements, bare`, reference)
      say(`${lanes} connections, ${shape}: the ledger`, ours, reference)
      if (campaigns > 1) continue
      const naive = await rateOf(lanes, naiveCredits(database.pool))
      say(`${lanes} connections, ${shape}: begin, lock, write, commit`, naive)
      console.log(`    the ledger against it: ${(ours.perSecond / naive.perSecond).toFixed(2)}`)
    }
  }
}

async function freshPayments(owner: Database, campaigns: number) {
  const from = numbered
  numbered += perRun
  await insertOpenDonations(owner.pool, { from, count: perRun, campaigns })
  const { rows } = await owner.pool.query<{ reference: string }>(
    `select reference from donation where state = 'initialized' order by created_at desc, id limit ${perRun}`,
  )
  return rows.map(({ reference }, index): ProviderPayment => ({
    transactionId: 6_000_000_000 + from + index,
    reference,
    mode,
    status: 'success',
    amount: kobo(5_000_00),
    requestedAmount: kobo(5_000_00),
    fees: kobo(175_00),
    currency: 'NGN',
    subAccountCode: 'ACCT_bench',
    channel: 'card',
    paidAt: now(),
  }))
}

async function ledgerCredits(
  database: Database,
  owner: Database,
  campaigns: number,
): Promise<Work> {
  const payments = await freshPayments(owner, campaigns)
  const { applyPayment } = paymentApplication({ database, now, mode })
  return async (turn) => {
    const payment = payments[turn]
    if (!payment) return
    const outcome = await applyPayment({ payment, source: 'webhook', askedAt: now() })
    if (outcome !== 'counted') throw new Error(outcome)
  }
}

/** What the ledger asks the database, written down beforehand and sent by nothing but the driver. */
async function bareCredits(pool: pg.Pool, owner: Database, campaigns: number): Promise<Work> {
  const payments = await freshPayments(owner, campaigns)
  const scripts: { text: string; values: unknown[] }[][] = []
  for (let from = 0; from < payments.length; from += 32)
    scripts.push(
      ...(await Promise.all(
        payments.slice(from, from + 32).map((payment) => scriptOf(owner, payment)),
      )),
    )
  return async (turn) => {
    for (const [index, { text, values }] of (scripts[turn] ?? []).entries())
      await pool.query({ name: `bare ${index}`, text, values })
  }
}

async function scriptOf(owner: Database, payment: ProviderPayment) {
  const asked: { text: string; values: unknown[] }[] = []
  const row = async (schema: unknown, statement: Sql) => {
    asked.push(statement.compile())
    if (asked.length === 1) return owner.row(schema as never, statement)
    return asked.length === 2
      ? { counted: true, boundTo: payment.reference }
      : { hasReturns: false }
  }
  const database = { ...owner, row } as unknown as Database
  await paymentApplication({ database, now, mode }).applyPayment({
    payment,
    source: 'webhook',
    askedAt: now(),
  })
  return asked
}

function naiveCredits(pool: pg.Pool): Work {
  return async () => {
    const client = await pool.connect()
    try {
      await client.query('begin')
      await client.query(`insert into naive_total values ('hot', 0) on conflict do nothing`)
      await client.query({
        name: 'lock',
        text: `select raised from naive_total where campaign_id = 'hot' for update`,
      })
      await client.query({
        name: 'write',
        text: `insert into naive_entry values ($1, 'hot', 500000)`,
        values: [randomUUID()],
      })
      await client.query({
        name: 'add',
        text: `update naive_total set raised = raised + 500000 where campaign_id = 'hot'`,
      })
      await client.query('commit')
    } finally {
      client.release()
    }
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
      best[id] = Math.min(best[id], (await rateOf(1, () => raised.totalsOf([id]), 1_000)).p50)
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
  const app = moneyApp({ database: owner, owner })
  const bodyOf = (turn: number) => chargeSuccess(`AJO-BENCH-${turn}-${randomUUID()}`)
  const post = async (turn: number) => {
    const response = await bare.request('/', { method: 'POST', body: JSON.stringify(bodyOf(turn)) })
    if (response.status !== 200) throw new Error(String(response.status))
  }
  const deliver = async (turn: number) => {
    const response = await app.deliver(bodyOf(turn))
    if (response.status !== 200) throw new Error(String(response.status))
  }
  const reference = await rateOf(16, post)
  say('webhooks: a bare handler that writes one row', reference)
  say('webhooks: accepted, kept and queued', await rateOf(16, deliver), reference)
}
