import { randomUUID } from 'node:crypto'

import type pg from 'pg'

import { applicationRole } from './application-role.ts'
import { connectClient, type Connection } from './primary.ts'

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
