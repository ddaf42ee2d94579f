import { AsyncLocalStorage } from 'node:async_hooks'

import { openDatabase, readLimits, type Database, type DatabaseOptions } from './database.ts'
import type { Connection } from './primary.ts'
import { openStandbys, type Standbys } from './standbys.ts'

/** Requests of people, webhooks and payment jobs, and all other jobs each have connections of their own. */
export const poolNames = ['people', 'money', 'jobs'] as const
export type PoolName = (typeof poolNames)[number]
export type PoolSizes = Record<PoolName, number>

type PoolOptions = Omit<DatabaseOptions, 'max' | 'statementMs'> & {
  sizes: PoolSizes
  /** Further hosts of the database, which are read only. */
  standbyUrls?: readonly string[] | undefined
  /** The longest run of a statement. */
  statementMs?: Record<PoolName, number>
}

/** `standby`: reads that are the same for everybody, and everything else with the connections for people. */
export type PoolChoice = PoolName | 'standby'
const chosen = new AsyncLocalStorage<PoolChoice>()

/** Runs `work` with connections from this pool. Without it, connections come from the pool for people. */
export function withPool<Result>(name: PoolChoice, work: () => Result): Result {
  return chosen.run(name, work)
}

/** Runs reads, and transactions of one snapshot, on a standby that has what was committed until now. A statement alone may not write. */
export function withStandby<Result>(work: () => Result): Result {
  return readLimits.run({ standbySince: performance.now(), timeoutMs: 30_000 }, work)
}

/** The pool that the caller's context chose. */
export function getPoolName(): PoolChoice {
  return chosen.getStore() ?? 'people'
}

/**
 * One database with a pool for each kind of work, so that work which waits for connections delays only its own kind. The caller's context
 * chooses the pool, so that modules need to know only one database.
 */
export function openDatabasePools(
  connection: Connection,
  { sizes, statementMs, standbyUrls = [], ...options }: PoolOptions,
): Database & { standbys: Standbys | undefined } {
  const open = (name: PoolName) =>
    openDatabase(connection, {
      ...options,
      max: sizes[name],
      ...(statementMs && { statementMs: statementMs[name] }),
    })
  const pools = { people: open('people'), money: open('money'), jobs: open('jobs') }
  const current = () => {
    const name = getPoolName()
    return pools[name === 'standby' ? 'people' : name]
  }
  const standbys =
    standbyUrls.length > 0
      ? openStandbys(standbyUrls, { ...options, max: sizes.people }, pools.people)
      : undefined
  const read = <Result>(ask: (database: Database) => Promise<Result>) => {
    const since = getPoolName() === 'standby' ? -Infinity : readLimits.getStore()?.standbySince
    return standbys && since !== undefined ? standbys.read(ask, current(), since) : ask(current())
  }
  return {
    standbys,
    rows: (schema, sql) => read(({ rows }) => rows(schema, sql)),
    row: (schema, sql) => read(({ row }) => row(schema, sql)),
    values: (schema, sql) => read(({ values }) => values(schema, sql)),
    value: (schema, sql) => read(({ value }) => value(schema, sql)),
    exists: (sql) => read(({ exists }) => exists(sql)),
    run: (sql) => current().run(sql),
    transaction: (work, options) =>
      options?.isSnapshot
        ? read(({ transaction }) => transaction(work, options))
        : current().transaction(work, options),
    get pool() {
      return current().pool
    },
    [Symbol.asyncDispose]: async () => {
      await standbys?.[Symbol.asyncDispose]()
      await Promise.all(poolNames.map((name) => pools[name][Symbol.asyncDispose]()))
    },
  }
}
