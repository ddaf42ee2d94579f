import pg from 'pg'
import type { TestProject } from 'vitest/node'

import { openEmbeddedPostgres } from '#server/platform/database/embedded/embedded-postgres.ts'
import { migrate } from '#server/platform/database/migrate.ts'

import { createRunFolder } from './run-folder.ts'

declare module 'vitest' {
  interface ProvidedContext {
    postgres: { host: string; port: number; user: string; password: string }
  }
}

export const templateDatabase = 'ajo_template'

/** Runs when the tests are killed. */
const killPostgres = 'kill -QUIT "$(head -n 1 "$1/postgres/data/postmaster.pid")" && sleep 1'

/** One PostgreSQL for the whole run, with a migrated database that each test file copies. */
export async function setup(project: TestProject) {
  const folder = createRunFolder('ajo-test-', killPostgres)
  const postgres = await openEmbeddedPostgres({ dataDir: folder.path, durable: false })
  const { host, port, user, password } = getOwner(postgres.connection)

  const client = new pg.Client(postgres.connection)
  await client.connect()
  await client.query(`create database ${templateDatabase}`)
  await client.end()
  await migrate({ ...postgres.connection, database: templateDatabase })
  project.provide('postgres', { host, port, user, password })

  return async () => {
    await postgres[Symbol.asyncDispose]()
    folder[Symbol.dispose]()
  }
}

function getOwner({ host, port, user, password }: pg.PoolConfig) {
  if (!host || !port || !user || typeof password !== 'string') throw new Error('no connection')
  return { host, port, user, password }
}
