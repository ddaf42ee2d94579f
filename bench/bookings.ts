import { spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync, chmodSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type pg from 'pg'
import * as z from 'zod/mini'
import { openDatabase, type Database } from '#server/platform/database/database.ts'
import type { Sql } from '#server/platform/database/sql.ts'
import { paymentApplication } from '#server/money/ledger/apply-payment.ts'
import { getTotalSlot } from '#server/money/ledger/provider-report.ts'
import type { ProviderPayment } from '#server/providers/payments/payments.ts'
import { kobo } from '#shared/money.ts'
import { insertOpenDonations } from '#test/support/money/insert-donations.ts'
import { benchSeconds, formatRate, measureRate, printRate, type Work } from './rates.ts'
import { openEmbeddedPostgres } from '#server/platform/database/embedded/embedded-postgres.ts'
import { migrate } from '#server/platform/database/migrate.ts'

// Bookings through the ledger: node bench/bookings.ts. References: the same SQL statements sent by pgbench, and a naive transaction with one
// lock per campaign, on the same durable PostgreSQL.

const perRun = benchSeconds * 6_000
const mode = 'sandbox' as const
const now = () => new Date()
const shapes = [
  ['one hot campaign', 1],
  ['10,000 campaigns', 10_000],
] as const
const pgbench = findPgbench()
let nextNumber = 1

type Options = { connection: pg.PoolConfig; owner: Database; concurrency: number }

async function benchBookings(connection: pg.PoolConfig, owner: Database) {
  if (!pgbench) console.log('pgbench is not installed, so the references use the driver')
  await owner.pool.query(`
    create table naive_total (campaign_id text primary key, raised bigint not null);
    create table naive_entry (reference text primary key, campaign_id text not null, raised bigint not null);
    create table bench_call (n integer primary key, params text[] not null);
    insert into naive_total values ('hot', 0)`)
  for (const concurrency of [1, 16, 64])
    for (const [shape, campaigns] of shapes) {
      const options = { connection, owner, concurrency }
      const name = `${concurrency} connections, ${shape}`
      const before = await measureStatements(options, campaigns)
      await using database = openDatabase(connection, { max: concurrency, onIdleError: () => {} })
      const ours = await measureRate(
        concurrency,
        await ledgerBookings(database, owner, campaigns),
        perRun,
      )
      const after = await measureStatements(options, campaigns)
      const reference = { perSecond: (before.perSecond + after.perSecond) / 2 }
      console.log(formatRate(`${name}: the same statements`, reference))
      printRate(`${name}: the ledger`, ours, reference)
      if (campaigns > 1) continue
      const naive = await runScript(options, naiveScript)
      console.log(formatRate(`${name}: begin, lock, write, commit`, naive))
      console.log(`    ratio of the ledger: ${(ours.perSecond / naive.perSecond).toFixed(2)}`)
    }
}

/** The prefix separates campaigns of the reference from those of the ledger, which would share rows otherwise. */
async function createPayments(owner: Database, campaigns: number, prefix: 'reference' | 'ledger') {
  const from = nextNumber
  nextNumber += perRun
  await insertOpenDonations(owner.pool, { from, count: perRun, campaigns, prefix })
  const { rows } = await owner.pool.query<{ reference: string }>(
    `select reference from donation where campaign_id like '${prefix}-%' order by created_at desc, id limit ${perRun}`,
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
  const payments = await createPayments(owner, campaigns, 'ledger')
  const { applyPayment } = paymentApplication({ database, now, mode })
  return async (turn) => {
    const payment = payments[turn]
    if (!payment) return
    const outcome = await applyPayment({ payment, source: 'webhook', askedAt: now() })
    if (outcome !== 'counted') throw new Error(outcome)
  }
}

/** Sends the statements of the ledger with prepared values. */
async function measureStatements(options: Options, campaigns: number) {
  const { owner, concurrency } = options
  const payments = await createPayments(owner, campaigns, 'reference')
  const record = statementRecorder(owner, payments)
  const calls: Call[] = []
  for (const payment of payments) calls.push(await record(payment))
  await owner.pool.query('truncate bench_call')
  await owner.pool.query(
    `insert into bench_call select (call->>'n')::integer, array(select jsonb_array_elements_text(call->'params'))
     from jsonb_array_elements($1) call`,
    [JSON.stringify(calls.map((call, n) => ({ n, params: call.flatMap(({ values }) => values) })))],
  )
  return runScript(options, toScript(calls[0] ?? [], Math.floor(perRun / concurrency)))
}

type Call = { text: string; values: string[] }[]
type Found = z.output<typeof foundSchema>
const foundSchema = z.looseObject({ campaignId: z.string(), id: z.string(), reference: z.string() })

/** Records the statements of the ledger. Reads are answered from the database, writes with invented rows. */
function statementRecorder(owner: Database, payments: ProviderPayment[]) {
  let donations: Map<string, Found> | undefined
  const findDonations = async (schema: z.ZodMiniType, statement: Sql) => {
    const values = [payments.map(({ reference }) => reference)]
    const { rows } = await owner.pool.query({ text: statement.compile().text, values })
    const found = rows.map((row) => z.parse(foundSchema, z.parse(schema, row)))
    return new Map(found.map((donation) => [donation.reference, donation]))
  }

  return async (payment: ProviderPayment): Promise<Call> => {
    const call: Call = []
    const record = (statement: Sql) => {
      const { text, values } = statement.compile()
      call.push({ text, values: values.map(toText) })
    }
    let results: unknown[][] = []
    const database = {
      rows: async (schema: z.ZodMiniType, statement: Sql) => {
        record(statement)
        donations ??= await findDonations(schema, statement)
        const donation = donations.get(payment.reference)
        results = donation ? toRows(donation, payment) : []
        return [donation]
      },
      transaction: (work: (queries: unknown) => unknown) =>
        work({
          rows: async (_schema: unknown, statement: Sql) => {
            record(statement)
            return results.shift() ?? []
          },
        }),
    } as unknown as Database
    const { applyPayment } = paymentApplication({ database, now, mode })
    await applyPayment({ payment, source: 'webhook', askedAt: now() })
    return call
  }
}

function toRows({ campaignId, id, reference }: Found, payment: ProviderPayment) {
  const key = { campaignId, id, mode, slot: getTotalSlot(id) }
  const effectKey = `charge:${mode}:${payment.transactionId}`
  return [[{ ...key, reference, boundTo: reference, effectKey }], []]
}

function toText(value: unknown): string {
  if (Array.isArray(value)) return `{${value.join(',')}}`
  return value instanceof Date ? value.toISOString() : String(value)
}

function toScript(call: Call, perClient: number): string {
  let paramCount = 0
  const [read = '', ...writes] = call.map(({ text, values }) => {
    const first = paramCount
    paramCount += values.length
    return `${text.replaceAll(/\$(\d+)/g, (_, number) => `:p${first + Number(number)}`)};`
  })
  const columns = Array.from(
    { length: paramCount },
    (_, index) => `params[${index + 1}] as p${index + 1}`,
  )
  return [
    `\\set n :client_id * ${perClient} + :i`,
    '\\set i :i + 1',
    `select ${columns.join(', ')} from bench_call where n = :n \\gset`,
    read,
    'begin;',
    ...writes,
    'commit;',
  ].join('\n')
}

const naiveScript = `
begin;
select raised from naive_total where campaign_id = 'hot' for update;
insert into naive_entry values (gen_random_uuid()::text, 'hot', 500000);
update naive_total set raised = raised + 500000 where campaign_id = 'hot';
commit;`

async function runScript({ connection, concurrency }: Options, script: string) {
  if (pgbench) return runPgbench(pgbench, { script, clients: concurrency, connection })
  await using database = openDatabase(connection, { max: concurrency, onIdleError: () => {} })
  return measureRate(concurrency, scriptWork(database.pool, script), perRun)
}

/** Runs the script without pgbench. */
function scriptWork(pool: pg.Pool, script: string): Work {
  const statements = script
    .replaceAll(/^\\set.*$/gm, '')
    .split(/;\n|;$| \\gset\n/)
    .map((text) => text.trim())
    .filter((text) => text !== '')
  return async (turn) => {
    const client = await pool.connect()
    try {
      const variables = new Map<string, unknown>([['n', turn]])
      for (const statement of statements) {
        const values: unknown[] = []
        const text = statement.replaceAll(/(?<!:):(\w+)/g, (_, name: string) => {
          values.push(variables.get(name))
          return `$${values.length}`
        })
        const name = `reference ${statement.length}`
        const { rows } = await client.query<Record<string, unknown>>({ name, text, values })
        if (text.includes('bench_call'))
          for (const [column, value] of Object.entries(rows[0] ?? {})) variables.set(column, value)
      }
    } finally {
      client.release()
    }
  }
}

/** PostgreSQL's load generator at its path on Debian. Undefined if it is not installed. */
function findPgbench(): string | undefined {
  const root = '/usr/lib/postgresql'
  const versions = existsSync(root) ? readdirSync(root) : []
  return versions
    .map((version) => join(root, version, 'bin/pgbench'))
    .find((file) => existsSync(file))
}

type Load = { script: string; clients: number; connection: pg.PoolConfig }

/** Uses prepared statements. */
function runPgbench(pgbench: string, { script, clients, connection }: Load) {
  const folder = mkdtempSync(join(tmpdir(), 'ajo-pgbench-'))
  try {
    const file = join(folder, 'script.sql')
    writeFileSync(file, script)
    const { host, port, user, database, password } = connection
    const where = ['-h', host ?? '', '-p', String(port), '-U', user ?? '', database ?? '']
    const how = ['-n', '-M', 'prepared', '-c', String(clients), '-j', '1', '-D', 'i=0', '-f', file]
    const { stdout, stderr, status } = spawnSync(
      pgbench,
      [...how, '-T', String(benchSeconds), ...where],
      { encoding: 'utf8', env: { ...process.env, PGPASSWORD: String(password) } },
    )
    const perSecond = /tps = ([\d.]+) \(without/.exec(stdout)?.[1]
    if (status !== 0 || perSecond === undefined) throw new Error(`pgbench: ${stderr}`)
    return { perSecond: Number(perSecond) }
  } finally {
    rmSync(folder, { recursive: true, force: true })
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
