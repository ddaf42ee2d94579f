import { AsyncLocalStorage } from 'node:async_hooks'

import { openDatabase, type Database, type DatabaseOptions } from './database.ts'
import type { Connection } from './primary.ts'

/** Requests of people, webhooks and payment jobs, and all other jobs each have connections of their own. */
export const poolNames = ['people', 'money', 'jobs'] as const
export type PoolName = (typeof poolNames)[number]
export type PoolSizes = Record<PoolName, number>

type PoolOptions = Omit<DatabaseOptions, 'max' | 'statementMs'> & {
  sizes: PoolSizes
  /** The longest run of a statement. */
  statementMs?: Record<PoolName, number>
}

const chosen = new AsyncLocalStorage<PoolName>()

/** Runs `work` with connections from this pool. Without it, connections come from the pool for people. */
export function withPool<Result>(name: PoolName, work: () => Result): Result {
  return chosen.run(name, work)
}

/** The pool that the caller's context chose. */
export function getPoolName(): PoolName {
  return chosen.getStore() ?? 'people'
}

/**
 * One database with a pool for each kind of work, so that work which waits for connections delays only its own kind. The caller's context
 * chooses the pool, so that modules need to know only one database.
 */
export function openDatabasePools(
  connection: Connection,
  { sizes, statementMs, ...options }: PoolOptions,
): Database {
  const open = (name: PoolName) =>
    openDatabase(connection, {
      ...options,
      max: sizes[name],
      ...(statementMs && { statementMs: statementMs[name] }),
    })
  const pools = { people: open('people'), money: open('money'), jobs: open('jobs') }
  const current = () => pools[getPoolName()]
  return {
    rows: (schema, sql) => current().rows(schema, sql),
    row: (schema, sql) => current().row(schema, sql),
    run: (sql) => current().run(sql),
    transaction: (work, timeout) => current().transaction(work, timeout),
    get pool() {
      return current().pool
    },
    [Symbol.asyncDispose]: async () => {
      await Promise.all(poolNames.map((name) => pools[name][Symbol.asyncDispose]()))
    },
  }
}
