import type pg from 'pg'
import * as z from 'zod/mini'

/** Schemas that Ajo and its job queue own. */
export const schemas = ['public', 'sandbox', 'graphile_worker']
/** Written by the migrations of a restore. */
const leftOut = ['public.migration', 'graphile_worker.migrations']

const tableSchema = z.object({ name: z.string(), columns: z.array(z.string()) })
export type Table = z.output<typeof tableSchema>

export async function listTables(client: pg.ClientBase): Promise<Table[]> {
  const { rows } = await client.query(
    `select format('%I.%I', nspname, relname) as name, array_agg(quote_ident(attname) order by attnum) as columns
     from pg_class join pg_namespace n on n.oid = relnamespace join pg_attribute on attrelid = pg_class.oid
     where relkind in ('r', 'p') and nspname = any($1) and attnum > 0 and not attisdropped and attgenerated = ''
     group by 1 order by 1`,
    [schemas],
  )
  return z.parse(z.array(tableSchema), rows).filter(({ name }) => !leftOut.includes(name))
}

const sequenceSchema = z.object({ name: z.string(), value: z.nullable(z.string()) })

export async function listSequences(client: pg.ClientBase) {
  const { rows } = await client.query(
    `select format('%I.%I', schemaname, sequencename) as name, last_value::text as value
     from pg_sequences where schemaname = any($1) order by 1`,
    [schemas],
  )
  return z.parse(z.array(sequenceSchema), rows)
}

const migrationSchema = z.object({ name: z.string(), checksum: z.string() })

export async function readSchemaVersion(client: pg.ClientBase) {
  const migrations = await client.query('select name, checksum from migration order by name')
  const queue = await client.query<{ id: number }>(
    'select max(id)::integer as id from graphile_worker.migrations',
  )
  return {
    migrations: z.parse(z.array(migrationSchema), migrations.rows),
    queueMigration: queue.rows[0]?.id ?? 0,
  }
}

/** Texts of values depend on these, and the database may have other defaults. */
export const textFormat =
  "set local datestyle = 'ISO'; set local intervalstyle = 'postgres'; set local timezone = 'UTC'; set local row_security = off"
