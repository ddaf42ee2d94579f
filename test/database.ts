import { randomUUID } from 'node:crypto'

import pg from 'pg'
import { afterAll, inject } from 'vitest'
import * as z from 'zod/mini'

import { applicationRole } from '#server/database/application-role.ts'
import { openDatabase } from '#server/database/database.ts'
import { sql } from '#server/database/sql.ts'

import { templateDatabase } from './global-setup.ts'

const tableSchema = z.object({ name: z.string() })

/**
 * One database per test file (a copy of the migrated template), emptied between tests.
 * `database` is the application's, with its few rights; `owner` may do everything.
 */
export async function testDatabase() {
  const connection = await copyOfTemplate()
  const database = openDatabase(connection, { role: applicationRole, onIdleError: ignore })
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
    empty: () => empty(owner.pool, tables),
  }
}

/** Looks before it deletes: to truncate a table costs a file, whether there was anything in it or not. */
async function empty(pool: pg.Pool, tables: { name: string }[]) {
  const filled = tables.map(
    ({ name }) => `select '${name}' as name where exists (select from ${name})`,
  )
  const { rows } = await pool.query<{ name: string }>(filled.join(' union all '))
  if (rows.length === 0) return
  const deletions = rows.map(({ name }) => `delete from ${name};`).join(' ')
  // Without the foreign keys the order does not matter, as nothing stays.
  await pool.query(`begin; set local session_replication_role = replica; ${deletions} commit`)
}

/** For what opens its own connections: a migrated database of the caller's, as a connection string. */
export async function testDatabaseUrl(): Promise<string> {
  const { host, port, user, password, database } = await copyOfTemplate()
  const [name, secret] = [user, password].map(encodeURIComponent)
  // The host of the query is the one that counts; an address without a host is none.
  return `postgres://${name}:${secret}@localhost/${database}?host=${encodeURIComponent(host)}&port=${port}`
}

/** A database without any table. */
export async function emptyTestDatabase() {
  return newDatabase('template0')
}

async function copyOfTemplate() {
  return newDatabase(templateDatabase)
}

async function newDatabase(template: string) {
  const name = `test_${randomUUID().replaceAll('-', '')}`
  await asOwner(`create database ${name} template ${template}`)
  return { ...inject('postgres'), database: name }
}

async function asOwner(statement: string) {
  const client = new pg.Client({ ...inject('postgres'), database: 'postgres' })
  await client.connect()
  try {
    await client.query(statement)
  } finally {
    await client.end()
  }
}

function ignore() {}
