import { describe, expect, it } from 'vitest'
import * as z from 'zod/mini'

import { emptyTestDatabase, testDatabase } from '#test/support/database/database.ts'
import { openListeningApp } from '#test/support/servers/listening-app.ts'
import { query } from '#test/support/database/query.ts'
import { startupProxy } from '#test/support/database/startup-proxy.ts'
import { transactionPooler } from '#test/support/database/transaction-pooler.ts'

import { applicationRole } from './application-role.ts'
import { examinePooler, appendOnlyTables, findRoleFault } from './pooler.ts'
import { toConnection } from './primary.ts'
import { sql } from './sql.ts'

const { connection, database, owner } = await testDatabase()
const examine = (url: string, hasDirectConnection = true) =>
  examinePooler({ connection: toConnection([url]), hasDirectConnection })
const findFault = async (url: string, hasDirectConnection = true) =>
  (await examine(url, hasDirectConnection)).fault

describe('the role of the application', () => {
  it('is in force through a pooler that drops the options of the start-up packet', async () => {
    await using proxy = await startupProxy(connection)
    await using app = await openListeningApp({ DATABASE_URL: proxy.url })

    const roleSchema = z.object({ role: z.string() })
    const row = await app.services.database.row(roleSchema, sql`select current_user as role`)
    expect(row).toEqual({ role: applicationRole })
    await expect(app.services.database.run(sql`delete from ledger_entry`)).rejects.toThrow(
      'permission denied',
    )
  })

  it('has exactly the privileges that the check expects', async () => {
    expect(await findRoleFault(database)).toBeUndefined()
  })

  it('is reported when the connection works as the owner', async () => {
    expect(await findRoleFault(owner)).toMatch(
      /^The application works as ajo in the database instead of ajo_app: let the user of DATABASE_URL own/,
    )
  })

  it.each(appendOnlyTables)('is reported when it may change %s', async (table) => {
    const { pool } = owner
    const expectFault = async (fault: RegExp, ...statements: [string, string]) => {
      await pool.query(statements[0])
      expect(await findRoleFault(database)).toMatch(fault)
      await pool.query(statements[1])
      expect(await findRoleFault(database)).toBeUndefined()
    }
    const tooMany = /^The role ajo_app has more privileges in the database than it needs/
    for (const privilege of ['update', 'delete', 'truncate'])
      await expectFault(
        tooMany,
        `grant ${privilege} on ${table} to ajo_app`,
        `revoke ${privilege} on ${table} from ajo_app`,
      )
    await expectFault(
      /^The role ajo_app lacks privileges in the database/,
      `revoke insert on ${table} from ajo_app`,
      `grant insert on ${table} to ajo_app`,
    )
  })

  it('is reported when it may create tables', async () => {
    await owner.pool.query('grant create on schema public to ajo_app')
    expect(await findRoleFault(database)).toMatch(/^The role ajo_app has more privileges/)
    await owner.pool.query('revoke create on schema public from ajo_app')
  })
})

describe('a pooler in transaction mode', () => {
  it('is found, and refused without a direct connection before anything is migrated', async () => {
    const empty = await emptyTestDatabase()
    await using pooler = await transactionPooler(empty)

    await expect(openListeningApp({ DATABASE_URL: pooler.url })).rejects.toThrow(
      /^DATABASE_URL leads through a pooler in transaction mode.*set DIRECT_DATABASE_URL/,
    )
    expect(await query(empty, "select from pg_tables where schemaname = 'public'")).toEqual([])
  })

  it('is refused when it logs in as the owner, who could change the ledger', async () => {
    await using pooler = await transactionPooler(connection)

    expect(await findFault(pooler.url)).toMatch(
      /^DATABASE_URL leads through a pooler in transaction mode, which mixes up the roles: let its user be ajo_app/,
    )
  })

  it.each([
    ['carries prepared statements', true],
    ['loses prepared statements, as PgBouncer before 1.21', false],
  ])('that %s serves an application that logs in as ajo_app', async (_, keepsStatements) => {
    // The role of the login, as if the pooler had logged in as ajo_app.
    const options = `-c role=${applicationRole}`
    await using pooler = await transactionPooler({ ...connection, options }, { keepsStatements })
    expect(await examine(pooler.url)).toEqual({ fault: undefined, keepsStatements })
    await using proxy = await startupProxy(connection)
    await using app = await openListeningApp({
      DATABASE_URL: pooler.url,
      DIRECT_DATABASE_URL: proxy.url,
    })
    const { database: pooled } = app.services

    const read = () => fetch(`http://127.0.0.1:${app.port}/api/campaigns`)
    const responses = await Promise.all(Array.from({ length: 40 }, read))
    expect(new Set(responses.map(({ status }) => status))).toEqual(new Set([200]))
    const roleSchema = z.object({ role: z.string() })
    const roles = await Promise.all(
      Array.from({ length: 40 }, () =>
        pooled.row(roleSchema, sql`select current_user as role, pg_sleep(0.01)`),
      ),
    )
    expect(new Set(roles.map((row) => row?.role))).toEqual(new Set([applicationRole]))
    expect((await fetch(`http://127.0.0.1:${app.port}/readyz`)).status).toBe(200)
  })

  it('is not suspected where every client has a connection of its own', async () => {
    await using proxy = await startupProxy(connection)

    expect(await findFault(proxy.url, false)).toBeUndefined()
  })
})
