import { pipeline } from 'node:stream/promises'
import { promisify } from 'node:util'
import { gunzip } from 'node:zlib'

import type pg from 'pg'
import { from as copyFrom } from 'pg-copy-streams'
import * as z from 'zod/mini'

import { listTables, schemas, textFormat, type Table } from './backed-up-tables.ts'
import type { BackupFiles } from './backup-files.ts'
import type { BackupKey } from './backup-key.ts'
import { BackupRefused, readPart, type Manifest, type TableBackup } from './manifest.ts'

const decompress = promisify(gunzip)

type Source = { files: BackupFiles; key: BackupKey }

/** Replaces all rows by those of a backup. */
export function restoreTables(
  client: pg.Client,
  manifest: Manifest,
  source: Source,
): Promise<void> {
  return replaceRows(client, manifest, (table) => restoreTable(client, table, source))
}

type Content<Filled extends Table> = Pick<Manifest, 'sequences'> & { tables: Filled[] }

/**
 * Replaces all rows in one transaction. Foreign keys are dropped and created again, which checks every row, and triggers do not run,
 * because what they did is in the rows. Nothing is changed if a row is refused.
 */
export async function replaceRows<Filled extends Table>(
  client: pg.Client,
  { tables, sequences }: Content<Filled>,
  fill: (table: Filled) => Promise<void>,
): Promise<void> {
  await client.query('begin')
  await client.query(textFormat)
  await refuseOtherTables(client, tables)
  const names = tables.map(({ name }) => name)
  const keys = await listForeignKeys(client)
  const triggers = await listTriggers(client)
  for (const { table, name } of keys)
    await client.query(`alter table ${table} drop constraint ${name}`)
  for (const { table, name } of triggers)
    await client.query(`alter table ${table} disable trigger ${name}`)
  await client.query(`truncate ${names.join(', ')}`)
  for (const table of tables) await fill(table)
  for (const { name, value } of sequences)
    if (value !== null) await client.query('select setval($1, $2::bigint)', [name, value])
  for (const { table, name, definition } of keys)
    await client.query(`alter table ${table} add constraint ${name} ${definition}`)
  for (const { table, name, mode } of triggers)
    await client.query(`alter table ${table} enable ${mode} trigger ${name}`)
  await client.query('commit')
}

async function restoreTable(client: pg.Client, table: TableBackup, { files, key }: Source) {
  const stream = client.query(
    copyFrom(`copy ${table.name} (${table.columns.join(', ')}) from stdin`),
  )
  await pipeline(async function* () {
    for (const part of table.parts) yield await decompress(await readPart(files, key, part))
  }, stream)
  if (stream.rowCount !== table.rows)
    throw new BackupRefused(
      `The table ${table.name} has ${stream.rowCount} rows in place of ${table.rows}: the backup is damaged.`,
    )
}

/** The migrations of a backup make the tables of that backup, unless another program has changed the database. */
async function refuseOtherTables(client: pg.Client, tables: Table[]) {
  const own = new Map((await listTables(client)).map(({ name, columns }) => [name, columns]))
  const names = new Set(tables.map(({ name }) => name))
  for (const { name, columns } of tables) {
    const missing = columns.filter((column) => !own.get(name)?.includes(column))
    if (missing.length > 0)
      throw new BackupRefused(`The database has no ${name} with ${missing.join(', ')}.`)
  }
  for (const name of own.keys())
    if (!names.has(name)) throw new BackupRefused(`The backup lacks the table ${name}.`)
}

const keySchema = z.object({ table: z.string(), name: z.string(), definition: z.string() })

async function listForeignKeys(client: pg.Client) {
  const { rows } = await client.query(
    `select conrelid::regclass::text as table, quote_ident(conname) as name, pg_get_constraintdef(c.oid) as definition
     from pg_constraint c join pg_namespace n on n.oid = connamespace
     where contype = 'f' and nspname = any($1) order by 1, 2`,
    [schemas],
  )
  return z.parse(z.array(keySchema), rows)
}

const triggerSchema = z.object({ table: z.string(), name: z.string(), mode: z.string() })

async function listTriggers(client: pg.Client) {
  const { rows } = await client.query(
    `select tgrelid::regclass::text as table, quote_ident(tgname) as name,
       case tgenabled when 'A' then 'always' when 'R' then 'replica' else '' end as mode
     from pg_trigger join pg_class r on r.oid = tgrelid join pg_namespace n on n.oid = relnamespace
     where not tgisinternal and tgenabled <> 'D' and nspname = any($1)`,
    [schemas],
  )
  return z.parse(z.array(triggerSchema), rows)
}
