import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type pg from 'pg'
import { openDatabase, type Database } from '#server/platform/database/database.ts'
import { paymentApplication } from '#server/money/ledger/apply-payment.ts'
import type { ProviderPayment } from '#server/providers/payments/payments.ts'
import { kobo } from '#shared/money.ts'
import { insertOpenDonations } from '#test/support/money/insert-donations.ts'
import { benchSeconds, formatRate, measureRate, printRate, type Work } from './rates.ts'
import { openEmbeddedPostgres } from '#server/platform/database/embedded/embedded-postgres.ts'
import { migrate } from '#server/platform/database/migrate.ts'

// Bookings through the ledger: node bench/bookings.ts. The reference is a naive transaction with one lock per campaign on the same
// durable PostgreSQL, measured before and after.

const perRun = benchSeconds * 6_000
const mode = 'sandbox' as const
const now = () => new Date()
const shapes = [
  ['one hot campaign', 1],
  ['10,000 campaigns', 10_000],
] as const
let nextNumber = 1

async function benchBookings(connection: pg.PoolConfig, owner: Database) {
  await owner.pool.query(`
    create table naive_total (campaign integer primary key, raised bigint not null);
    create table naive_entry (reference text primary key, campaign integer not null, raised bigint not null);
    insert into naive_total select campaign, 0 from generate_series(0, 9999) campaign`)
  for (const concurrency of [1, 16, 64])
    for (const [shape, campaigns] of shapes) {
      const name = `${concurrency} connections, ${shape}`
      await using database = openDatabase(connection, { max: concurrency, onIdleError: () => {} })
      const measureNaive = () => measureRate(concurrency, naiveWork(database.pool, campaigns))
      const before = await measureNaive()
      const work = await ledgerBookings(database, owner, campaigns)
      const ours = await measureRate(concurrency, work, perRun)
      const after = await measureNaive()
      const reference = { perSecond: (before.perSecond + after.perSecond) / 2 }
      console.log(formatRate(`${name}: begin, lock, write, commit`, reference))
      printRate(`${name}: the ledger`, ours, reference)
    }
}

async function createPayments(owner: Database, campaigns: number) {
  const from = nextNumber
  nextNumber += perRun
  await insertOpenDonations(owner.pool, { from, count: perRun, campaigns, prefix: 'ledger' })
  const { rows } = await owner.pool.query<{ reference: string }>(
    `select reference from donation where campaign_id like 'ledger-%' order by created_at desc, id limit ${perRun}`,
  )
  await owner.pool.query('vacuum analyze')
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
    origin: null,
    authorization: null,
    transfer: null,
    split: null,
    paidAt: now(),
  }))
}

async function ledgerBookings(
  database: Database,
  owner: Database,
  campaigns: number,
): Promise<Work> {
  const payments = await createPayments(owner, campaigns)
  const { applyPayment } = paymentApplication({ database, now, mode })
  return async (turn) => {
    const payment = payments[turn]
    if (!payment) return
    const outcome = await applyPayment({ payment, source: 'webhook', askedAt: now() })
    if (outcome !== 'counted') throw new Error(outcome)
  }
}

/** What a program would do that had no ledger: the sum of the campaign is read under a lock and written again. */
function naiveWork(pool: pg.Pool, campaigns: number): Work {
  const run = async (client: pg.PoolClient, campaign: number) => {
    await client.query('begin')
    const lock = 'select raised from naive_total where campaign = $1 for update'
    await client.query({ name: 'lock', text: lock, values: [campaign] })
    const write = 'insert into naive_entry values (gen_random_uuid()::text, $1, 500000)'
    await client.query({ name: 'write', text: write, values: [campaign] })
    const add = 'update naive_total set raised = raised + 500000 where campaign = $1'
    await client.query({ name: 'add', text: add, values: [campaign] })
    await client.query('commit')
  }
  return async (turn) => {
    const client = await pool.connect()
    try {
      await run(client, turn % campaigns)
    } finally {
      client.release()
    }
  }
}

/** A migrated PostgreSQL in a temporary folder, which is deleted on disposal. */
async function benchPostgres() {
  await using opening = new AsyncDisposableStack()
  const dataDir = opening.adopt(mkdtempSync(join(tmpdir(), 'ajo-bench-')), (folder) =>
    rmSync(folder, { recursive: true, force: true }),
  )
  // PostgreSQL runs as its own user and must be able to enter the folder when root created it.
  chmodSync(dataDir, 0o711)
  const { connection } = opening.use(await openEmbeddedPostgres({ dataDir }))
  await migrate(connection)
  const opened = opening.move()
  return { dataDir, connection, [Symbol.asyncDispose]: () => opened.disposeAsync() }
}

await using postgres = await benchPostgres()
await using owner = openDatabase(postgres.connection, { max: 16, onIdleError: () => {} })
await benchBookings(postgres.connection, owner)
