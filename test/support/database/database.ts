import { randomUUID } from 'node:crypto'

import type pg from 'pg'
import { afterAll, inject } from 'vitest'
import * as z from 'zod/mini'

import { applicationRole } from '#server/platform/database/application-role.ts'
import { openDatabase } from '#server/platform/database/database.ts'
import { sql } from '#server/platform/database/sql.ts'
import { templateDatabase } from '#test/support/servers/global-setup.ts'
import { query } from './query.ts'

const tableSchema = z.object({ name: z.string() })

/**
 * A database for one test file: a copy of the migrated template. Tests empty it themselves. `database` has the application's
 * role, `owner` may do everything.
 */
export async function testDatabase(options: { timeoutMs?: number } = {}) {
  const connection = await copyTemplate()
  const database = openDatabase(connection, {
    role: applicationRole,
    onIdleError: ignore,
    // Longer than in production, so that a request of a test is not refused as 'busy' on a slow machine.
    timeoutMs: 120_000,
    ...options,
  })
  const owner = openDatabase(connection, { max: 2, onIdleError: ignore })
  afterAll(async () => {
    await database[Symbol.asyncDispose]()
    await owner[Symbol.asyncDispose]()
    await asOwner(`drop database ${connection.database} with (force)`)
  })

  const tables = await owner.rows(
    tableSchema,
    sql`select format('%I.%I', schemaname, tablename) as name from pg_tables
      where schemaname !~ '^pg_|^information_schema$|^graphile_worker$' and tablename <> 'migration'
        or (schemaname, tablename) = ('graphile_worker', '_private_jobs')`,
  )
  return {
    database,
    owner,
    connection,
    empty: () => deleteRows(owner.pool, tables),
    keep: () => keepRows(owner.pool, tables),
  }
}

/** Copies all rows and returns what puts them back, for tests that start from rows that take long to create. */
async function keepRows(pool: pg.Pool, tables: { name: string }[]) {
  await pool.query(`drop schema if exists kept cascade; create schema kept`)
  const { rows } = await pool.query<{ name: string; columns: string }>(
    `select attrelid::regclass::text as name, string_agg(quote_ident(attname), ', ') as columns from pg_attribute
     where attrelid = any ($1::regclass[]) and attnum > 0 and not attisdropped and attgenerated = '' group by 1`,
    [await listWrittenTables(pool, tables)],
  )
  const copies = rows.map((row, index) => ({ ...row, copy: `kept.rows_${index}` }))
  const create = copies.map(
    ({ name, columns, copy }) => `create table ${copy} as select ${columns} from ${name};`,
  )
  await pool.query(create.join(' '))
  const insert = copies.map(
    ({ name, columns, copy }) =>
      `insert into ${name} (${columns}) overriding system value table ${copy};`,
  )
  return async () => {
    await deleteRows(pool, tables)
    await pool.query(
      `begin; set local session_replication_role = replica; ${insert.join(' ')} commit`,
    )
  }
}

/** Deletes from tables that a row was ever written to. Truncating would write a file per table, and looking for rows takes ten times as long. */
async function deleteRows(pool: pg.Pool, tables: { name: string }[]) {
  const written = await listWrittenTables(pool, tables)
  if (written.length === 0) return
  const deletions = written.map((name) => `delete from ${name};`).join(' ')
  // Replica mode skips the foreign keys, so the order does not matter.
  await pool.query(`begin; set local session_replication_role = replica; ${deletions} commit`)
}

async function listWrittenTables(pool: pg.Pool, tables: { name: string }[]) {
  const { rows } = await pool.query<{ name: string }>({
    name: 'written-tables',
    text: 'select name from unnest($1::text[]) name where pg_relation_size(name::regclass) > 0',
    values: [tables.map(({ name }) => name)],
  })
  return rows.map(({ name }) => name)
}

/** A migrated database as a connection string, for processes that open their own connections. */
export async function testDatabaseUrl(): Promise<string> {
  const { host, port, user, password, database } = await copyTemplate()
  const [name, secret] = [user, password].map(encodeURIComponent)
  // The host in the query overrides the one in the authority, which a URL must have.
  return `postgres://${name}:${secret}@localhost/${database}?host=${encodeURIComponent(host)}&port=${port}`
}

/** A database without tables. */
export async function emptyTestDatabase() {
  return createDatabase('template0')
}

async function copyTemplate() {
  return createDatabase(templateDatabase)
}

async function createDatabase(template: string) {
  const name = `test_${randomUUID().replaceAll('-', '')}`
  // The default writes each page to the log as well, which takes twice as long.
  await asOwner(`create database ${name} template ${template} strategy file_copy`)
  return { ...inject('postgres'), database: name }
}

const asOwner = (statement: string) =>
  query({ ...inject('postgres'), database: 'postgres' }, statement)

function ignore() {}
