import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import * as z from 'zod/mini'

import { openServices } from '#server/services.ts'
import { readConfig } from '#server/platform/config/config.ts'
import { startOtherPostgres } from '#test/support/database/other-postgres.ts'
import { query, withClient } from '#test/support/database/query.ts'
import { testLogKey, testReceiptKey, testSecret } from '#test/support/servers/app.ts'

import { openChecks, runChecks } from '../health/checks.ts'
import { openLog } from '../runtime/log.ts'
import { enqueueJob } from '../queue/queue.ts'
import { startJobs } from '../queue/start-jobs.ts'
import { applicationRole } from './application-role.ts'
import { openDatabase } from './database.ts'
import { migrate } from './migrate.ts'
import { sql } from './sql.ts'

const postgres = await startOtherPostgres()
const dataDir = mkdtempSync(join(tmpdir(), 'ajo-external-'))
afterAll(() => {
  postgres[Symbol.dispose]()
  rmSync(dataDir, { recursive: true, force: true })
})

/** The same PostgreSQL as another user, with another database. */
const toUrl = (user: string, database: string) => {
  const url = new URL(postgres.url)
  url.username = user
  url.pathname = database
  return url.href
}
const asSuperuser = (database: string, ...statements: string[]) =>
  withClient({ connectionString: toUrl('ajo_owner', database) }, async (client) => {
    for (const statement of statements) await client.query(statement)
  })

/** Databases whose owner has no other privileges than these. */
const owners = [
  { name: 'creator', prepare: ['create role creator login createrole'] },
  {
    name: 'tenant',
    prepare: [
      'create role tenant login',
      `do $$ begin create role ajo_app nologin; exception when duplicate_object then end $$`,
      'grant ajo_app to tenant',
    ],
  },
]

describe.each(owners)('an external PostgreSQL as its $name, who is no superuser', (owner) => {
  const url = toUrl(owner.name, owner.name)
  const connection = { connectionString: url }

  beforeAll(() =>
    asSuperuser(
      'postgres',
      ...owner.prepare,
      `create database ${owner.name} owner ${owner.name} template template0 encoding 'UTF8'`,
    ),
  )

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

  it('starts the server, and the doctor finds no fault of the engine until something is missing', async () => {
    const config = readConfig({
      DATABASE_URL: url,
      DATA_DIR: join(dataDir, owner.name),
      SEED: 'off',
      AJO_SECRET: testSecret,
      RECEIPT_KEY: testReceiptKey,
      LOG_KEY: testLogKey,
    })
    await using services = await openServices(config, { log: openLog('silent'), pages: false })
    await services.startWork()
    const { database, now } = services
    const find = async () => {
      const checks = openChecks({ config, database, sealing: undefined, now })
      const names = ['database', 'schema', 'role', 'engine', 'pooler']
      const findings = await runChecks(checks.filter(({ name }) => names.includes(name)))
      return findings.flatMap(({ fault }) => fault ?? [])
    }
    expect(await find()).toEqual([])
    expect(
      await query(connection, `select rolsuper from pg_roles where rolname = current_user`),
    ).toEqual([{ rolsuper: false }])
    await asSuperuser(owner.name, 'drop extension pg_trgm cascade')
    expect(await find()).toEqual([
      'The database lacks the extension pg_trgm: let its administrator create it.',
    ])
  })
})
