import { spawn } from 'node:child_process'
import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import pg from 'pg'
import type { TestProject } from 'vitest/node'

import { openEmbeddedPostgres } from '#server/database/embedded/embedded-postgres.ts'
import { migrate } from '#server/database/migrate.ts'

declare module 'vitest' {
  interface ProvidedContext {
    postgres: { host: string; port: number; user: string; password: string }
  }
}

export const templateDatabase = 'ajo_template'

/** One PostgreSQL for the whole run, with a migrated database that each test file copies. */
export async function setup(project: TestProject) {
  const dataDir = mkdtempSync(join(tmpdir(), 'ajo-test-'))
  // PostgreSQL runs under another account, which needs access to the folder.
  chmodSync(dataDir, 0o711)
  const postgres = await openEmbeddedPostgres({ dataDir, durable: false })
  const cleanup = cleanUpAfterKill(dataDir)
  const { host, port, user, password } = getOwner(postgres.connection)

  const client = new pg.Client(postgres.connection)
  await client.connect()
  await client.query(`create database ${templateDatabase}`)
  await client.end()
  await migrate({ ...postgres.connection, database: templateDatabase })
  project.provide('postgres', { host, port, user, password })

  return async () => {
    cleanup.kill('SIGKILL')
    await postgres[Symbol.asyncDispose]()
    rmSync(dataDir, { recursive: true, force: true })
  }
}

/** Starts a shell that removes the database when this process is killed, which it notices by the end of its input. */
function cleanUpAfterKill(dataDir: string) {
  const script = `cat > /dev/null
    kill -QUIT "$(head -n 1 "$1/postgres/data/postmaster.pid")" && sleep 1
    rm -rf "$1"`
  const shell = spawn('sh', ['-c', script, 'sh', dataDir], {
    stdio: ['pipe', 'ignore', 'ignore'],
    detached: true,
  })
  shell.unref()
  return shell
}

function getOwner({ host, port, user, password }: pg.PoolConfig) {
  if (!host || !port || !user || typeof password !== 'string') throw new Error('no connection')
  return { host, port, user, password }
}
