import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

import { beforeAll, describe, expect, it } from 'vitest'
import * as z from 'zod/mini'

import { kobo } from '#shared/money.ts'
import { testDatabase } from '#test/support/database/database.ts'
import { openLogApp } from '#test/support/servers/log-app.ts'

import { sql } from '../platform/database/sql.ts'
import { logChecks } from './check-log.ts'

const { database, owner } = await testDatabase()
const at = await openLogApp({ database, owner })

const tables = [
  'ledger_entry',
  'log_state',
  'log_leaf',
  'log_node',
  'log_opening',
  'log_checkpoint',
  'log_campaign',
  'receipt_proof',
]

beforeAll(async () => {
  const references: string[] = []
  for (let number = 0; number < 24; number++) {
    references.push(await at.donate(`donor${number}@example.com`))
    at.pass(1_000)
  }
  await at.runJobs()
  for (const reference of references.slice(0, 6)) await at.refund(reference, kobo(1_000_00))
  await at.transparency.advance()
  await owner.pool.query('create schema saved')
  for (const table of tables)
    await owner.pool.query(`create table saved.${table} as table ${table}`)
  await owner.pool.query(
    `alter table ledger_entry drop constraint ledger_entry_balance_check, drop constraint ledger_entry_accounts_check,
       drop constraint ledger_entry_effect_key_check, drop constraint ledger_entry_donation_check,
       drop constraint ledger_entry_reversal_check`,
  )
  // A full tile, whose root is a node.
  await owner.pool.query(`insert into log_node select log, 1, 0, hash from log_leaf limit 0`)
})

async function restore() {
  const { rows } = await owner.pool.query<{ name: string; columns: string }>(
    `select table_name as name, string_agg(format('%I', column_name), ', ') as columns from information_schema.columns
     where table_schema = 'public' and is_generated = 'NEVER' and table_name = any($1) group by 1`,
    [tables],
  )
  const statements = rows.flatMap(({ name, columns }) => [
    `delete from ${name}`,
    `insert into ${name} (${columns}) select ${columns} from saved.${name}`,
  ])
  await owner.pool.query(
    `begin; set local session_replication_role = replica; ${statements.join('; ')}; commit`,
  )
}

/** Leaf 25 is the approval of the payee. */
const leaf = (turn: number) => 1 + (turn % 29) + (turn % 29 < 24 ? 0 : 1)
const anEntry = (turn: number) =>
  `(campaign_id, effect_key) = (select campaign_id, effect_key from log_leaf where leaf_index = ${leaf(turn)})`
const flip = (column: string, position: string) =>
  `${column} = set_byte(${column}, ${position}, get_byte(${column}, ${position}) # 1)`

/** Each is found by the check that it stands under, even if another check finds it, too. */
const tamperings: Record<string, ((turn: number) => string)[]> = {
  [logChecks.states]: [
    (n) => `update ledger_entry set raised_kobo = raised_kobo - ${1 + n} where ${anEntry(n)}`,
    (n) =>
      `update ledger_entry set payable_due_kobo = payable_due_kobo - ${1 + n}, fee_kobo = fee_kobo where ${anEntry(n)}`,
    (n) => `update ledger_entry set kind = 'payout' where ${anEntry(n)}`,
    (n) =>
      `update ledger_entry set effective_at = effective_at + interval '${1 + (n % 9)} days' where ${anEntry(n)}`,
    (n) =>
      `update ledger_entry a set raised_kobo = 1 - a.raised_kobo where a.donation_id = (select donation_id from ledger_entry where kind = 'charge' order by effect_key offset ${n % 24} limit 1)`,
  ],
  [logChecks.entry]: [
    (n) => `delete from ledger_entry where ${anEntry(n)}`,
    (n) => `update ledger_entry set campaign_id = 'another' where ${anEntry(n)}`,
    (n) =>
      `update log_leaf a set effect_key = a.effect_key || '${n}' where a.leaf_index = ${leaf(n)}`,
  ],
  [logChecks.delay]: [(n) => `delete from log_leaf where leaf_index = ${leaf(n)}`],
  [logChecks.numbers]: [
    (n) => `delete from log_leaf where leaf_index = ${leaf(n)}`,
    (n) => `
      with gone as (delete from log_leaf where leaf_index = ${leaf(n)} returning campaign_id, effect_key)
      delete from ledger_entry entry using gone
      where entry.campaign_id = gone.campaign_id and entry.effect_key = gone.effect_key`,
    (n) => `update log_leaf set leaf_index = leaf_index + 100 where leaf_index >= ${leaf(n)}`,
  ],
  [logChecks.hash]: [
    (n) => `update log_leaf set ${flip('hash', String(n % 32))} where leaf_index = ${leaf(n)}`,
    (n) => `update log_leaf set ${flip('leaf', String(n % 122))} where leaf_index = ${leaf(n)}`,
  ],
  [logChecks.state]: [
    (n) =>
      `update log_leaf set ${flip('leaf', String(n % 122))}, hash = sha256('\\x00'::bytea || set_byte(leaf, ${n % 122}, get_byte(leaf, ${n % 122}) # 1)) where leaf_index = ${leaf(n)}`,
    (n) => `update log_state set ${flip('root', String(n % 32))}`,
    (n) => `update log_state set size = size + ${1 + n}`,
    () => `update log_state set frontier = frontier[2:]`,
  ],
  [logChecks.checkpoints]: [
    (n) =>
      `update log_leaf set ${flip('leaf', String(n % 122))} where leaf_index = ${leaf(n) % 20}`,
    (n) => `update log_checkpoint set note = replace(note, '=', '${n % 2 ? 'A' : '+'}')`,
    () =>
      `update log_checkpoint set size = 1000 where size = (select max(size) from log_checkpoint)`,
    () => `delete from log_checkpoint where size = (select max(size) from log_checkpoint)`,
  ],
  [logChecks.opening]: [
    (n) => `update log_opening set ${flip('salt', String(n % 32))} where leaf_index = ${leaf(n)}`,
    (n) =>
      `update log_opening a set salt = b.salt from log_opening b where a.leaf_index = ${leaf(n)} and b.leaf_index = ${leaf(n + 1)}`,
    (n) =>
      `update log_opening set subject = 'donation:' || gen_random_uuid() where leaf_index = ${leaf(n)}`,
  ],
  [logChecks.campaigns]: [
    (n) => `update log_campaign set place = place + ${1 + n}`,
    (n) => `update log_campaign set raised_kobo = raised_kobo - ${1 + n}`,
  ],
  [logChecks.places]: [(n) => `update log_campaign set ${flip('tag', String(n % 16))}`],
  [logChecks.nodes]: [(n) => `insert into log_node values ('sandbox', 1, ${n}, sha256('x'))`],
  [logChecks.receipts]: [
    (n) => `update receipt_proof set leaf_index = leaf_index + ${1 + (n % 3)}`,
    (n) => `update receipt_proof set size = ${1_000 + n}`,
  ],
  [logChecks.refers]: [
    (n) =>
      `update ledger_entry a set donation_id = b.donation_id from ledger_entry b where a.kind = 'refund' and b.kind = 'charge' and a.donation_id <> b.donation_id and ${n} >= 0`,
  ],
}
const all = Object.entries(tamperings).flatMap(([name, each]) =>
  each.map((toSql) => ({ name, toSql })),
)
/** Each once, 1,000 in the long run. */
const count = Number(process.env['TAMPERINGS'] ?? all.length)

const findNames = async () =>
  new Set((await at.transparency.checkLog()).findings.map(({ name }) => name))

const run = (statement: string) =>
  owner.pool.query(`begin; set local session_replication_role = replica; ${statement}; commit`)

describe('the check of the log', () => {
  it('finds nothing in an honest log', async () => {
    at.pass(20 * 60_000)
    expect([...(await findNames())]).toEqual([])
  })

  it('finds every tampering by its named check', async () => {
    const missed: string[] = []
    for (let turn = 0; turn < count; turn++) {
      const tampering = all[turn % all.length]
      const statement = tampering?.toSql(turn) ?? ''
      await run(statement)
      if (!(await findNames()).has(tampering?.name ?? ''))
        missed.push(`${tampering?.name}: ${statement}`)
      await restore()
    }
    expect(missed).toEqual([])
    expect([...(await findNames())]).toEqual([])
  }, 3_600_000)

  it('finds a changed archive', async () => {
    const [file = ''] = readdirSync(at.folder, { recursive: true, encoding: 'utf8' }).filter(
      (name) => name.includes('entries') && name.endsWith('.p/32'),
    )
    const path = join(at.folder, file)
    const bytes = readFileSync(path)
    writeFileSync(path, bytes.with(60, bytes.at(60) === 0 ? 1 : 0))
    expect(await findNames()).toContain(logChecks.archive)
    writeFileSync(path, bytes)
    expect([...(await findNames())]).toEqual([])
  })

  it('finds a changed account of an approved payee', async () => {
    const change = (from: string, to: string) =>
      run(
        `update money_decision set facts = replace(facts::text, '${from}', '${to}')::jsonb where kind = 'payee-approved'`,
      )
    await change('"last4": "6789"', '"last4": "6780"')
    expect(await findNames()).toContain(logChecks.entry)
    await change('"last4": "6780"', '"last4": "6789"')
    expect([...(await findNames())]).toEqual([])
  })

  it('covers every check with a tampering', () => {
    const covered = new Set([...all.map(({ name }) => name), logChecks.archive])
    expect([...covered].toSorted()).toEqual(Object.values(logChecks).toSorted())
  })
})

describe('a leaf', () => {
  it('contains no id, reference, transaction or person', async () => {
    const rows = await owner.rows(
      z.object({ leaf: z.instanceof(Buffer) }),
      sql`select leaf from log_leaf`,
    )
    const secrets = await owner.rows(
      z.object({
        id: z.string(),
        reference: z.string(),
        effectKey: z.string(),
        owner: z.string(),
        transaction: z.int(),
      }),
      sql`select donation.id, reference, effect_key as "effectKey", donation.owner_uid as owner, transaction_id as transaction
          from ledger_entry join donation on donation.id = donation_id`,
    )
    for (const { leaf: bytes } of rows)
      for (const { id, reference, effectKey, owner: uid, transaction } of secrets) {
        const number = Buffer.alloc(8)
        number.writeBigUInt64BE(BigInt(transaction))
        const hex = Buffer.from(id.replaceAll('-', ''), 'hex')
        for (const secret of [
          hex,
          number,
          ...[id, reference, effectKey, uid].map((text) => Buffer.from(text)),
        ])
          expect(bytes.includes(secret)).toBe(false)
      }
  })
})
