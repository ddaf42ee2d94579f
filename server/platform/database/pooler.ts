import { randomUUID } from 'node:crypto'

import pg from 'pg'
import * as z from 'zod/mini'

import { applicationRole } from './application-role.ts'
import type { Queries } from './database.ts'
import { connectClient, type Connection } from './primary.ts'
import { sql } from './sql.ts'

type Options = { connection: Connection; hasDirectConnection: boolean }

export type PoolerFindings = {
  /** Why the application cannot work through this connection, as one sentence with the remedy. */
  fault: string | undefined
  /** False through PgBouncer before 1.21 in transaction mode, where statements must have no names. */
  keepsStatements: boolean
}

/**
 * A pooler in transaction mode gives each transaction any of its connections, and with it the role and the prepared statements that another
 * client left there.
 */
export async function examinePooler(options: Options): Promise<PoolerFindings> {
  await using opened = new AsyncDisposableStack()
  const connect = async () => {
    const client = await connectClient(options.connection, (one) => one.on('error', () => {}))
    opened.defer(() => client.end())
    return client
  }
  const [first, second] = [await connect(), await connect()]
  if (!(await isPooledByTransaction(first, second)))
    return { fault: undefined, keepsStatements: true }
  const fault = await findFault(first, options)
  return { fault, keepsStatements: await keepsPreparedStatements(first, second) }
}

async function findFault(client: pg.Client, options: Options): Promise<string | undefined> {
  if (!options.hasDirectConnection)
    return 'DATABASE_URL leads through a pooler in transaction mode, where jobs and notifications cannot wait: set DIRECT_DATABASE_URL, which leads to the database itself.'
  if ((await readDefaultRole(client)) !== applicationRole)
    return `DATABASE_URL leads through a pooler in transaction mode, which mixes up the roles: let its user be ${applicationRole}, and the user of DIRECT_DATABASE_URL the owner.`
  return undefined
}

const statementAttempts = 20

/** True once both clients have been on the same connection of the database. */
async function isPooledByTransaction(first: pg.Client, second: pg.Client): Promise<boolean> {
  const pids = { first: new Set<number>(), second: new Set<number>() }
  for (let round = 0; round < 10; round++) {
    pids.first.add(await readPid(first))
    await inTransaction(second, async () => {
      pids.second.add(await readPid(second))
      pids.first.add(await readPid(first))
    })
  }
  return pids.first.size > 1 || [...pids.first].some((pid) => pids.second.has(pid))
}

async function readPid(client: pg.Client): Promise<number> {
  const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid')
  return rows[0]?.pid ?? 0
}

/** The role of every new connection of this user, before a client sets another one. */
async function readDefaultRole(client: pg.Client): Promise<string | undefined> {
  return inTransaction(client, async () => {
    await client.query('reset role')
    const { rows } = await client.query<{ role: string }>('select current_user as role')
    return rows[0]?.role
  })
}

/**
 * True once a statement that was prepared on one connection of the database has run on another. While others use the pooler it takes several
 * attempts until the client gets another connection. The name is new, because an earlier check may have left its own there.
 */
async function keepsPreparedStatements(first: pg.Client, second: pg.Client): Promise<boolean> {
  const statement = { name: `ajo_${randomUUID()}`, text: 'select pg_backend_pid() as pid' }
  const pids = new Set<number>()
  const run = async () => {
    const { rows } = await first.query<{ pid: number }>(statement)
    pids.add(rows[0]?.pid ?? 0)
  }
  try {
    for (let attempt = 0; pids.size < 2 && attempt < statementAttempts; attempt++) {
      await run()
      // The second client holds that connection, so the first gets another one.
      await inTransaction(second, run)
    }
    return pids.size > 1
  } catch {
    return false
  }
}

async function inTransaction<Result>(client: pg.Client, work: () => Promise<Result>) {
  await client.query('begin')
  try {
    return await work()
  } finally {
    await client.query('rollback')
  }
}

/** Tables whose rows the application may add and never change. */
export const appendOnlyTables = [
  'ledger_entry',
  'log_leaf',
  'log_node',
  'log_checkpoint',
  'log_key',
  'campaign_history',
  'account_event',
  'audit_log',
  'receipt',
  'receipt_key',
  'receipt_proof',
]

const rowSchema = z.object({
  role: z.string(),
  isPrivileged: z.boolean(),
  canAdd: z.boolean(),
  canRewrite: z.boolean(),
})

/** Why the connection does not have the privileges that the application needs, and no more. One sentence with the remedy. */
export async function findRoleFault(queries: Queries): Promise<string | undefined> {
  const row = await readRole(queries).catch((error: unknown) => {
    // 42501: the user may not set the role. 22023: the role does not exist.
    if (error instanceof pg.DatabaseError && ['42501', '22023'].includes(error.code ?? ''))
      return undefined
    throw error
  })
  if (row?.role !== applicationRole)
    return `The application works as ${row?.role ?? 'another role'} in the database instead of ${applicationRole}: let the user of DATABASE_URL own the database, or be ${applicationRole}.`
  if (row.isPrivileged || row.canRewrite)
    return `The role ${applicationRole} has more privileges in the database than it needs, such as to change the ledger: revoke what the migrations did not grant.`
  if (!row.canAdd)
    return `The role ${applicationRole} lacks privileges in the database: grant it again what the migrations granted.`
  return undefined
}

function readRole(queries: Queries) {
  return queries.row(
    rowSchema,
    sql`select current_user as role,
        exists (
          select from pg_roles
          where rolname = current_user and (rolsuper or rolcreaterole or rolcreatedb or rolbypassrls)
        ) or has_schema_privilege(current_user, 'public', 'create')
          or exists (
            select from pg_class where relnamespace = 'public'::regnamespace and relowner = current_user::regrole
          ) as "isPrivileged",
        bool_and(has_table_privilege(current_user, name, 'insert')) as "canAdd",
        bool_or(
          has_table_privilege(current_user, name, 'update, delete, truncate')
          or has_any_column_privilege(current_user, name, 'update')
        ) as "canRewrite"
      from unnest(${appendOnlyTables}::text[]) as name`,
  )
}
