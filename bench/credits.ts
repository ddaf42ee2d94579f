import { randomBytes } from 'node:crypto'

import type pg from 'pg'
import * as z from 'zod/mini'

import { openDatabase, type Database } from '#server/database/database.ts'
import type { Sql } from '#server/database/sql.ts'
import { paymentApplication } from '#server/ledger/apply-payment.ts'
import { slotOf } from '#server/ledger/chain.ts'
import type { ProviderPayment } from '#server/providers/payments/payments.ts'
import { kobo } from '#shared/money.ts'

import { insertOpenDonations } from './ledger-rows.ts'
import { findPgbench, runPgbench } from './pgbench.ts'
import { benchSeconds, lineOf, rateOf, say, type Work } from './rates.ts'

const perRun = benchSeconds * 6_000
const mode = 'sandbox' as const
const now = () => new Date()
const shapes = [
  ['one hot campaign', 1],
  ['10,000 campaigns', 10_000],
] as const
const pgbench = findPgbench()
let numbered = 1

type Parts = { connection: pg.PoolConfig; owner: Database; lanes: number }

/**
 * Credits through the ledger, beside the very statements that it sends for one credit, sent by pgbench, and beside the transaction that
 * anybody would write first.
 */
export async function credits(connection: pg.PoolConfig, owner: Database) {
  if (!pgbench) console.log('pgbench is not installed: the references are sent by the driver')
  await owner.pool.query(`
    create table naive_total (campaign_id text primary key, raised bigint not null);
    create table naive_entry (reference text primary key, campaign_id text not null, raised bigint not null);
    create table bench_call (n integer primary key, given text[] not null);
    insert into naive_total values ('hot', 0)`)
  for (const lanes of [1, 16, 64])
    for (const [shape, campaigns] of shapes) {
      const parts = { connection, owner, lanes }
      const name = `${lanes} connections, ${shape}`
      const before = await sameStatements(parts, campaigns)
      await using database = openDatabase(connection, { max: lanes, onIdleError: () => {} })
      const ours = await rateOf(lanes, await ledgerCredits(database, owner, campaigns), perRun)
      const after = await sameStatements(parts, campaigns)
      const reference = { perSecond: (before.perSecond + after.perSecond) / 2 }
      console.log(lineOf(`${name}: the same statements`, reference))
      say(`${name}: the ledger`, ours, reference)
      if (campaigns > 1) continue
      const naive = await load(parts, naiveScript)
      console.log(lineOf(`${name}: begin, lock, write, commit`, naive))
      console.log(`    the ledger against it: ${(ours.perSecond / naive.perSecond).toFixed(2)}`)
    }
}

/** `of` names their campaigns: what is made up for a reference must not stand in the ledger's way. */
async function freshPayments(owner: Database, campaigns: number, of: 'bare' | 'ledger') {
  const from = numbered
  numbered += perRun
  await insertOpenDonations(owner.pool, { from, count: perRun, campaigns, of })
  const { rows } = await owner.pool.query<{ reference: string }>(
    `select reference from donation where campaign_id like '${of}-%' order by created_at desc, id limit ${perRun}`,
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
    paidAt: now(),
  }))
}

async function ledgerCredits(
  database: Database,
  owner: Database,
  campaigns: number,
): Promise<Work> {
  const payments = await freshPayments(owner, campaigns, 'ledger')
  const { applyPayment } = paymentApplication({ database, now, mode })
  return async (turn) => {
    const payment = payments[turn]
    if (!payment) return
    const outcome = await applyPayment({ payment, source: 'webhook', askedAt: now() })
    if (outcome !== 'counted') throw new Error(outcome)
  }
}

/** What the ledger sends for one credit, with the values of each payment laid out beforehand. */
async function sameStatements(parts: Parts, campaigns: number) {
  const { owner, lanes } = parts
  const payments = await freshPayments(owner, campaigns, 'bare')
  const record = recorder(owner, payments)
  const calls: Call[] = []
  for (const [n, payment] of payments.entries()) calls.push(await record(payment, n))
  await owner.pool.query('truncate bench_call')
  await owner.pool.query(
    `insert into bench_call select (call->>'n')::integer, array(select jsonb_array_elements_text(call->'given'))
     from jsonb_array_elements($1) call`,
    [JSON.stringify(calls.map((call, n) => ({ n, given: call.flatMap(({ values }) => values) })))],
  )
  return load(parts, scriptOf(calls[0] ?? [], Math.floor(perRun / lanes)))
}

type Call = { text: string; values: string[] }[]
type Found = z.output<typeof foundSchema>
const foundSchema = z.looseObject({ campaignId: z.string(), id: z.string(), reference: z.string() })

/** Listens to the ledger. Looked up is what is there; what would be written is made up, with a place in the chain that is nobody else's. */
function recorder(owner: Database, payments: ProviderPayment[]) {
  let known: Map<string, Found> | undefined
  const lookUp = async (schema: z.ZodMiniType, statement: Sql) => {
    const values = [payments.map(({ reference }) => reference)]
    const { rows } = await owner.pool.query({ text: statement.compile().text, values })
    const found = rows.map((row) => z.parse(foundSchema, z.parse(schema, row)))
    return new Map(found.map((one) => [one.reference, one]))
  }

  return async (payment: ProviderPayment, n: number): Promise<Call> => {
    const call: Call = []
    const keep = (statement: Sql) => {
      const { text, values } = statement.compile()
      call.push({ text, values: values.map(textOf) })
    }
    let answers: unknown[][] = []
    const database = {
      rows: async (schema: z.ZodMiniType, statement: Sql) => {
        keep(statement)
        known ??= await lookUp(schema, statement)
        const one = known.get(payment.reference)
        answers = one ? answersTo(one, payment, numbered + n) : []
        return [one]
      },
      transaction: (work: (queries: unknown) => unknown) =>
        work({
          rows: async (_schema: unknown, statement: Sql) => {
            keep(statement)
            return answers.shift() ?? []
          },
        }),
    } as unknown as Database
    const { applyPayment } = paymentApplication({ database, now, mode })
    await applyPayment({ payment, source: 'webhook', askedAt: now() })
    return call
  }
}

function answersTo({ campaignId, id, reference }: Found, payment: ProviderPayment, length: number) {
  const place = { campaignId, id, mode, slot: slotOf(id) }
  const digest = randomBytes(32)
  const effectKey = `charge:${mode}:${payment.transactionId}`
  return [
    [{ ...place, reference, boundTo: reference, effectKey, digest }],
    [{ ...place, head: digest, length }],
  ]
}

function textOf(value: unknown): string {
  if (Array.isArray(value)) return `{${value.join(',')}}`
  return value instanceof Date ? value.toISOString() : String(value)
}

function scriptOf(call: Call, perClient: number): string {
  let given = 0
  const [asked = '', ...written] = call.map(({ text, values }) => {
    const first = given
    given += values.length
    return `${text.replaceAll(/\$(\d+)/g, (_, number) => `:p${first + Number(number)}`)};`
  })
  const columns = Array.from(
    { length: given },
    (_, index) => `given[${index + 1}] as p${index + 1}`,
  )
  return [
    `\\set n :client_id * ${perClient} + :i`,
    '\\set i :i + 1',
    `select ${columns.join(', ')} from bench_call where n = :n \\gset`,
    asked,
    'begin;',
    ...written,
    'commit;',
  ].join('\n')
}

const naiveScript = `
begin;
select raised from naive_total where campaign_id = 'hot' for update;
insert into naive_entry values (gen_random_uuid()::text, 'hot', 500000);
update naive_total set raised = raised + 500000 where campaign_id = 'hot';
commit;`

async function load({ connection, lanes }: Parts, script: string) {
  if (pgbench) return runPgbench(pgbench, { script, clients: lanes, connection })
  await using database = openDatabase(connection, { max: lanes, onIdleError: () => {} })
  return rateOf(lanes, byDriver(database.pool, script), perRun)
}

/** The same script without pgbench. */
function byDriver(pool: pg.Pool, script: string): Work {
  const statements = script
    .replaceAll(/^\\set.*$/gm, '')
    .split(/;\n|;$| \\gset\n/)
    .map((text) => text.trim())
    .filter((text) => text !== '')
  return async (turn) => {
    const client = await pool.connect()
    try {
      const known = new Map<string, unknown>([['n', turn]])
      for (const statement of statements) {
        const values: unknown[] = []
        const text = statement.replaceAll(/(?<!:):(\w+)/g, (_, name: string) => {
          values.push(known.get(name))
          return `$${values.length}`
        })
        const name = `bare ${statement.length}`
        const { rows } = await client.query<Record<string, unknown>>({ name, text, values })
        if (text.includes('bench_call'))
          for (const [column, value] of Object.entries(rows[0] ?? {})) known.set(column, value)
      }
    } finally {
      client.release()
    }
  }
}
