import { createHash } from 'node:crypto'

import pg from 'pg'
import * as z from 'zod/mini'

import { DatabaseUnavailable, reached } from './database-unavailable.ts'
import type { Sql } from './sql.ts'

/** Ways to ask the database. Rows are parsed on the way out; most statements are prepared once per connection. */
export interface Queries {
  rows: <Schema extends z.core.$ZodType>(schema: Schema, sql: Sql) => Promise<z.output<Schema>[]>
  /** The first row, or undefined. */
  row: <Schema extends z.core.$ZodType>(
    schema: Schema,
    sql: Sql,
  ) => Promise<z.output<Schema> | undefined>
  /** For statements without an answer: the number of rows touched. */
  run: (sql: Sql) => Promise<number>
}

export interface Database extends Queries, AsyncDisposable {
  /** Commits when `work` returns, rolls back when it throws. Repeated after a serialisation failure or deadlock. */
  transaction: <Result>(work: Work<Result>, patience?: Patience) => Promise<Result>
  pool: pg.Pool
}

type Work<Result> = (queries: Queries) => Promise<Result>
/** For questions that may take longer than people wait. */
type Patience = { timeoutMs: number }

type Options = {
  /** The role every connection takes on: it may not change what is append-only. */
  role?: string
  max?: number
  /** How long a connection, or an answer, is waited for. As long as it takes, unless it is said. */
  timeoutMs?: number
  onIdleError: (error: Error) => void
}

// PostgreSQL sends 64-bit integers as text. Ours are kobo and counts, all within 2^53.
const types = {
  getTypeParser: (oid: number, format?: 'text' | 'binary') => {
    if (oid === 20) return safeInteger
    if (oid === 1082) return (day: string) => day
    return pg.types.getTypeParser(oid, format)
  },
} as pg.CustomTypesConfig

export function openDatabase(connection: pg.PoolConfig, options: Options): Database {
  const pool = new pg.Pool({
    max: options.max ?? 10,
    connectionTimeoutMillis: options.timeoutMs ?? 5_000,
    ...(options.timeoutMs !== undefined && { query_timeout: options.timeoutMs }),
    ...(options.role && { options: `-c role=${options.role}` }),
    ...connection,
    types,
  })
  pool.on('error', options.onIdleError)
  // A connection that breaks between two statements of a transaction would otherwise end the process.
  pool.on('connect', (client) => client.on('error', options.onIdleError))

  return {
    ...queriesOn(pool),
    pool,
    transaction: (work, patience) => inTransaction(pool, work, patience),
    [Symbol.asyncDispose]: () => pool.end(),
  }
}

function queriesOn(client: pg.Pool | pg.PoolClient, patience?: Patience): Queries {
  const waiting = patience && { query_timeout: patience.timeoutMs }
  const ask = (sql: Sql) => {
    const { text, values } = sql.compile()
    const name = nameOf(text)
    const question = { ...(name && { name }), text, values, ...waiting }
    return reached(client.query<Record<string, unknown>>(question))
  }
  return {
    rows: async (schema, sql) => (await ask(sql)).rows.map((row) => z.parse(schema, row)),
    row: async (schema, sql) => {
      const [row] = (await ask(sql)).rows
      return row && z.parse(schema, row)
    },
    run: async (sql) => (await ask(sql)).rowCount ?? 0,
  }
}

async function inTransaction<Result>(
  pool: pg.Pool,
  work: Work<Result>,
  patience?: Patience,
): Promise<Result> {
  for (let attempt = 1; ; attempt++) {
    const client = await reached(pool.connect())
    let broken: Error | undefined
    try {
      await reached(client.query('begin'))
      const result = await work(queriesOn(client, patience))
      await reached(client.query('commit'))
      return result
    } catch (error) {
      if (error instanceof DatabaseUnavailable) broken = error
      else await client.query('rollback').catch((failure: Error) => (broken = failure))
      if (attempt >= 5 || !isRetryable(error)) throw error
    } finally {
      client.release(broken)
    }
  }
}

/** 40001 serialisation failure, 40P01 deadlock: nothing was changed and the same work may succeed. */
function isRetryable(error: unknown): boolean {
  return error instanceof pg.DatabaseError && (error.code === '40001' || error.code === '40P01')
}

/** True for the error that a unique constraint throws. */
export function isDuplicate(error: unknown, constraint?: string): boolean {
  return (
    error instanceof pg.DatabaseError &&
    error.code === '23505' &&
    (constraint === undefined || error.constraint === constraint)
  )
}

/** True where the database would not take what it was given: rows that meet twice, values that do not fit, a constraint. */
export function isRefusal(error: unknown): boolean {
  return error instanceof pg.DatabaseError && /^2[123]/.test(error.code ?? '')
}

const names = new Map<string, string>()
/** Each takes some 75 KB of every connection that has it, and what visitors filter by makes new ones. Any further one is planned each time. */
export const mostPrepared = 1_000

function nameOf(text: string): string | undefined {
  let name = names.get(text)
  if (name === undefined && names.size < mostPrepared) {
    name = createHash('sha256').update(text).digest('base64url').slice(0, 32)
    names.set(text, name)
  }
  return name
}

function safeInteger(text: string): number {
  const value = Number(text)
  if (!Number.isSafeInteger(value)) throw new RangeError(`integer out of range: ${text}`)
  return value
}
