import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { chownSync, existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import * as z from 'zod/mini'

import { withClient } from '#test/support/database/query.ts'

import { openLog } from '../runtime/log.ts'
import { enqueueJob } from '../queue/queue.ts'
import { startJobs } from '../queue/start-jobs.ts'
import { applicationRole } from './application-role.ts'
import { openDatabase } from './database.ts'
import { migrate } from './migrate.ts'
import { sql } from './sql.ts'
import { unprivilegedAccount } from './embedded/unprivileged-account.ts'

/** Debian's PostgreSQL, where it is installed. */
const binaries = existsSync('/usr/lib/postgresql')
  ? readdirSync('/usr/lib/postgresql')
      .map((version) => `/usr/lib/postgresql/${version}/bin`)
      .find((folder) => existsSync(join(folder, 'initdb')))
  : undefined

/** A database whose owner may create roles and has no other privileges. */
const owner = { user: 'shop_owner', database: 'shop', password: 'not a default one' }

describe.runIf(binaries)('an external PostgreSQL', () => {
  const account = unprivilegedAccount()
  const folder = mkdtempSync(join(tmpdir(), 'ajo-external-'))
  const run = { ...account, cwd: '/', stdio: 'ignore' as const }
  const connection = { host: folder, port: 5433, ...owner }

  beforeAll(async () => {
    if (account) chownSync(folder, account.uid, account.gid)
    const data = join(folder, 'data')
    spawnSync(
      join(binaries ?? '', 'initdb'),
      ['-D', data, '-U', 'postgres', '-A', 'trust', '-N'],
      run,
    )
    const server = spawn(
      join(binaries ?? '', 'postgres'),
      ['-D', data, '-k', folder, '-p', '5433', '-c', 'listen_addresses=', '-c', 'fsync=off'],
      run,
    )
    afterAll(async () => {
      const ended = once(server, 'exit')
      server.kill('SIGINT')
      await ended
      rmSync(folder, { recursive: true })
    })
    await vi.waitFor(
      () =>
        asSuperuser(
          `create role shop_owner login createrole password '${owner.password}'`,
          'create database shop owner shop_owner',
        ),
      { timeout: 20_000, interval: 50 },
    )
  })

  const asSuperuser = (...statements: string[]) =>
    withClient({ ...connection, user: 'postgres', database: 'postgres' }, async (client) => {
      for (const statement of statements) await client.query(statement)
    })

  it('accepts every migration, and a second run', async () => {
    const applied = await migrate(connection)

    expect(applied).toEqual(readdirSync(join(import.meta.dirname, 'migrations')).sort())
    expect(await migrate(connection)).toEqual([])
  })

  it('runs the application in its own role, which may not rewrite the ledger', async () => {
    await using database = openDatabase(connection, {
      role: applicationRole,
      onIdleError: () => {},
    })

    expect(
      await database.row(z.object({ role: z.string() }), sql`select current_user as role`),
    ).toEqual({ role: applicationRole })
    await expect(database.run(sql`delete from ledger_entry`)).rejects.toThrow('permission denied')
  })

  it('runs jobs', async () => {
    const done = Promise.withResolvers<unknown>()
    await using database = openDatabase(connection, {
      role: applicationRole,
      onIdleError: () => {},
    })
    await using _jobs = await startJobs({
      connection,
      log: openLog('silent'),
      tasks: [
        { name: 'water', lane: 'maintenance', run: async (payload) => done.resolve(payload) },
      ],
    })

    await enqueueJob(database, { task: 'water', payload: { plant: 'fern' } })

    expect(await done.promise).toEqual({ plant: 'fern' })
  })
})
