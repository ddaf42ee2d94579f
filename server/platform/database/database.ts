import { AsyncLocalStorage } from 'node:async_hooks'
import { createHash } from 'node:crypto'
import { connect } from 'node:net'

import pg from 'pg'
import * as z from 'zod/mini'

import { createKeyedLimit } from '../runtime/keyed-limit.ts'
import { traced } from '../runtime/tracing.ts'
import { DatabaseUnavailable, withUnavailable, StatementStopped } from './database-unavailable.ts'
import { openPrimaryPool, type Connection } from './primary.ts'
import { noReports, reportOnceAtEnd, reportWrites, type WriteReports } from './report-writes.ts'
import type { Sql } from './sql.ts'
import {
  inTransaction,
  refuseInTransaction,
  throwMisuse,
  outsideTransaction,
} from './transaction-scope.ts'

/** Queries. Rows are validated by a schema; most statements are prepared once per connection. */
export interface Queries {
  rows: <Schema extends z.core.$ZodType>(schema: Schema, sql: Sql) => Promise<z.output<Schema>[]>
  /** The first row, or undefined. */
  row: <Schema extends z.core.$ZodType>(
    schema: Schema,
    sql: Sql,
  ) => Promise<z.output<Schema> | undefined>
  /** As `rows` and `row`, of a statement with one column. */
  values: <Schema extends z.core.$ZodType>(schema: Schema, sql: Sql) => Promise<z.output<Schema>[]>
  value: <Schema extends z.core.$ZodType>(
    schema: Schema,
    sql: Sql,
  ) => Promise<z.output<Schema> | undefined>
  exists: (sql: Sql) => Promise<boolean>
  /** For statements without result rows. Returns the number of affected rows. */
  run: (sql: Sql) => Promise<number>
}

declare const isTransaction: unique symbol
/** The only way to the database for code that runs inside a transaction. */
export interface Transaction extends Queries {
  readonly [isTransaction]: true
}

export interface Database extends Queries, AsyncDisposable {
  /**
   * Commits when `work` returns and rolls back when it throws. Retried after a serialisation failure or deadlock. `work` must not use
   * the database itself, which would wait for a second connection while it holds one.
   */
  transaction: <Result>(work: Work<Result>, options?: TransactionOptions) => Promise<Result>
  pool: pg.Pool
}

type Work<Result> = (queries: Transaction) => Promise<Result>
type TransactionOptions = {
  /** For statements that may take longer than the default of the pool. */
  timeoutMs?: number
  /** It writes nothing, and sees one state of the database. */
  isSnapshot?: boolean
  /** For statements by key that PostgreSQL runs faster than it plans them for their values. */
  isPlannedOnce?: boolean
}

export type DatabaseOptions = {
  /** The role of every connection. The application's role cannot change append-only tables. */
  role?: string
  max?: number
  /** The longest wait for a connection or a result. Without it, results are awaited for ever. */
  timeoutMs?: number
  /** The longest run of a statement, after which PostgreSQL stops it. A transaction can have a timeout of its own. */
  statementMs?: number
  onIdleError: (error: Error) => void
  writes?: WriteReports
  /** False where a pooler loses prepared statements, so that each is planned anew. */
  namedStatements?: boolean
  /** Called when code uses the pool, or another service, inside a transaction. Throws by default. */
  onMisuse?: (error: Error) => void
}

// PostgreSQL sends 64-bit integers as text. Amounts in kobo and counts stay below 2^53.
const types = {
  getTypeParser: (oid: number, format?: 'text' | 'binary') => {
    if (oid === 20) return safeInteger
    if (oid === 1082) return (day: string) => day
    return pg.types.getTypeParser(oid, format)
  },
} as pg.CustomTypesConfig

export function openDatabase(connection: Connection, options: DatabaseOptions): Database {
  const { max = 10, timeoutMs, onMisuse = throwMisuse, writes = noReports } = options
  const connectTimeoutMs = timeoutMs ?? 5_000
  const settings = toSettings(options)
  const pool = openPrimaryPool({
    max,
    connectionTimeoutMillis: connectTimeoutMs,
    ...(timeoutMs !== undefined && { query_timeout: timeoutMs }),
    ...(settings !== '' && { onConnect: applySettings(settings) }),
    ...connection,
    types,
  })
  // A connection that is being closed may still hear that PostgreSQL stops.
  const onIdleError = (error: Error) => {
    if (!pool.ending) options.onIdleError(error)
  }
  pool.on('error', onIdleError)
  // Without a listener, a connection that breaks during a transaction would end the process.
  pool.on('connect', (client) => client.on('error', onIdleError))
  const withShare = connectionShares(max, connectTimeoutMs)

  const nameStatement = options.namedStatements === false ? () => undefined : statementNames()
  const send: Query = async (config) => {
    refuseInTransaction('a query of the pool')
    const given = readLimits.getStore()
    return withShare(() => (given ? runLimited(pool, config, given) : pool.query(config)))
  }
  return {
    ...createQueries(nameStatement, reportWrites(send, writes)),
    pool,
    async transaction(work, options = {}) {
      refuseInTransaction('a second transaction')
      return reportOnceAtEnd(writes, (reports) => {
        const { timeoutMs } = options
        const limit = timeoutMs !== undefined && { query_timeout: timeoutMs }
        const open = (client: pg.PoolClient) => {
          const send: Query = (config) => client.query({ ...config, ...limit })
          return createQueries(nameStatement, reportWrites(send, reports)) as Transaction
        }
        return withShare(() =>
          runTransaction(pool, options, (client) =>
            inTransaction(onMisuse, () => work(open(client))),
          ),
        )
      })
    },
    [Symbol.asyncDispose]: () => pool.end(),
  }
}

/** Poolers drop options of the start-up packet without an error, so settings are statements. */
function toSettings({ role, statementMs }: DatabaseOptions): string {
  return [
    ...(role === undefined ? [] : [`set role ${role}`]),
    ...(statementMs === undefined ? [] : [`set statement_timeout = ${statementMs}`]),
  ].join('; ')
}

function applySettings(settings: string) {
  const hook = async (client: pg.ClientBase) => {
    await client.query(settings)
  }
  // The pool waits for the promise, which its type does not say.
  return hook as (client: pg.ClientBase) => void
}

type Query = (config: pg.QueryConfig) => Promise<pg.QueryResult<Record<string, unknown>>>

function createQueries(nameStatement: NameStatement, send: Query): Queries {
  const query = (sql: Sql) => {
    const { text, values } = sql.compile()
    const name = nameStatement(text)
    return traced(toSpan(text), () =>
      withUnavailable(send({ ...(name && { name }), text, values })),
    )
  }
  const values: Queries['values'] = async (schema, sql) =>
    (await query(sql)).rows.map((row) => z.parse(schema, Object.values(row)[0]))
  return {
    rows: async (schema, sql) => (await query(sql)).rows.map((row) => z.parse(schema, row)),
    row: async (schema, sql) => {
      const [row] = (await query(sql)).rows
      return row && z.parse(schema, row)
    },
    values,
    value: async (schema, sql) => (await values(schema, sql))[0],
    exists: async (sql) => (await query(sql)).rows.length > 0,
    run: async (sql) => (await query(sql)).rowCount ?? 0,
  }
}

/** Statements contain no values but a few numbers, because values are parameters. */
const toSpan = (text: string) => ({
  name: text.trimStart().split(/\s/, 1)[0] ?? 'sql',
  kind: 'call' as const,
  attributes: { 'db.system.name': 'postgresql', 'db.query.text': text },
})

async function runTransaction<Result>(
  pool: pg.Pool,
  { timeoutMs, isSnapshot, isPlannedOnce }: TransactionOptions,
  work: (client: pg.PoolClient) => Promise<Result>,
): Promise<Result> {
  const isolation = isSnapshot ? ' isolation level repeatable read, read only' : ''
  const limit = timeoutMs === undefined ? '' : `; set local statement_timeout = ${timeoutMs}`
  const plan = isPlannedOnce ? '; set local plan_cache_mode = force_generic_plan' : ''
  const begin = `begin${isolation}${limit}${plan}`
  for (let attempt = 1; ; attempt++) {
    const client = await withUnavailable(pool.connect())
    let connectionError: Error | undefined
    try {
      await withUnavailable(client.query(begin))
      const result = await work(client)
      await withUnavailable(client.query('commit'))
      return result
    } catch (error) {
      if (error instanceof DatabaseUnavailable) connectionError = error
      else await client.query('rollback').catch((failure: Error) => (connectionError = failure))
      // A standby stops a snapshot that delays it, and would do so again.
      if (attempt >= 5 || isSnapshot || !isRetryable(error)) throw error
    } finally {
      client.release(connectionError)
    }
  }
}

/** 40001 serialisation failure, 40P01 deadlock: nothing was changed, and a retry may succeed. */
function isRetryable(error: unknown): boolean {
  return error instanceof pg.DatabaseError && (error.code === '40001' || error.code === '40P01')
}

/** True for a violation of a unique constraint. */
export function isDuplicate(error: unknown, constraint?: string): boolean {
  return (
    error instanceof pg.DatabaseError &&
    error.code === '23505' &&
    (constraint === undefined || error.constraint === constraint)
  )
}

/** True if the database refused the data: a cardinality, data or constraint error (classes 21, 22, 23). */
export function isRefusal(error: unknown): boolean {
  return error instanceof pg.DatabaseError && /^2[123]/.test(error.code ?? '')
}

/** A prepared statement takes about 75 KB per connection, and filters of visitors make new ones. Further statements are planned each time. */
export const maxPrepared = 1_000

type NameStatement = (text: string) => string | undefined

/** Names the first `maxPrepared` texts of a pool, whose connections prepare a statement that has a name. */
function statementNames(): NameStatement {
  const names = new Map<string, string>()
  return (text) => {
    let name = names.get(text)
    if (name === undefined && names.size < maxPrepared) {
      name = createHash('sha256').update(text).digest('base64url').slice(0, 32)
      names.set(text, name)
    }
    return name
  }
}

function safeInteger(text: string): number {
  const value = Number(text)
  if (!Number.isSafeInteger(value)) throw new RangeError(`integer out of range: ${text}`)
  return value
}

export type ReadLimits = {
  /** Stops the running read. Never a transaction, so that nothing is lost that was to be written. */
  signal?: AbortSignal
  /** In place of the pool's. */
  timeoutMs?: number
  /** A standby may answer that has what was committed before this `performance.now()`. */
  standbySince?: number
}

export const readLimits = new AsyncLocalStorage<ReadLimits>()

/** Runs reads that no other request waits for. They stop when the signal is aborted. */
export function withReadLimits<Result>(given: ReadLimits, work: () => Result): Result {
  return readLimits.run(given, work)
}

/** Runs a read on a connection of its own, which is not used again before a cancellation has been handled. */
async function runLimited<Row extends pg.QueryResultRow>(
  pool: pg.Pool,
  config: pg.QueryConfig,
  { signal = new AbortController().signal, timeoutMs }: ReadLimits,
): Promise<pg.QueryResult<Row>> {
  if (signal.aborted) throw new StatementStopped('the reader has gone')
  const client = await pool.connect()
  let failure: Error | undefined
  let cancelled = Promise.resolve()
  const cancel = () => void (cancelled = cancelStatement(client))
  try {
    if (timeoutMs !== undefined)
      await client.query(`begin read only; set local statement_timeout = ${timeoutMs}`)
    if (signal.aborted) throw new StatementStopped('the reader has gone')
    signal.addEventListener('abort', cancel, { once: true })
    return await client.query<Row>({
      ...config,
      ...(timeoutMs !== undefined && { query_timeout: timeoutMs + graceMs }),
    })
  } catch (error) {
    if (!(error instanceof pg.DatabaseError || error instanceof StatementStopped))
      failure = error as Error
    throw error
  } finally {
    signal.removeEventListener('abort', cancel)
    await cancelled
    if (timeoutMs !== undefined && failure === undefined)
      await client.query('rollback').catch((error: Error) => (failure = error))
    client.release(failure)
  }
}

/** So much later than PostgreSQL, we stop waiting for its answer. */
const graceMs = 5_000

/** A request to stop what a connection does, instead of a start-up packet. */
const cancelRequestCode = 80_877_102

/**
 * Asks PostgreSQL to stop what the connection does, and waits until it was told. The request needs no role, and poolers pass it on. Where it
 * is lost, the statement ends at its timeout.
 */
function cancelStatement(client: pg.PoolClient): Promise<void> {
  const { host, port, processID, secretKey } = client as unknown as Connected
  const packet = Buffer.alloc(16)
  for (const [index, value] of [packet.length, cancelRequestCode, processID, secretKey].entries())
    packet.writeInt32BE(value, index * 4)
  const { promise, resolve } = Promise.withResolvers<void>()
  const socket = host.startsWith('/')
    ? connect(`${host}/.s.PGSQL.${port}`)
    : connect({ host, port })
  socket.setTimeout(graceMs, () => socket.destroy())
  socket.on('error', () => {})
  socket.on('close', () => resolve())
  // PostgreSQL answers nothing and closes the connection.
  socket.resume().write(packet)
  return promise
}

/** What a connection that has started knows. The types of pg leave it out. */
type Connected = { host: string; port: number; processID: number; secretKey: number }

/** The account whose request is being answered. */
const holders = new AsyncLocalStorage<string>()

/** Counts the connections that `work` uses as those of this account. */
export function withHolder<Result>(accountUid: string, work: () => Result): Result {
  return holders.run(accountUid, work)
}

/** Runs work that several callers share: outside of the first caller's transaction, and not on its account or with its limits. */
export function asSharedWork<Result>(work: () => Result): Result {
  return holders.exit(() => readLimits.exit(() => outsideTransaction(work)))
}

const maxWaiting = 500

/** Lets one account use at most half of a pool's connections, so that the other half is left for everyone else. */
function connectionShares(max: number, timeoutMs: number) {
  const limit = createKeyedLimit({
    parallel: Math.max(1, Math.floor(max / 2)),
    maxWaiting,
    timeoutMs,
    refusal: () => new DatabaseUnavailable('one account uses half of the connections'),
  })
  return <Result>(work: () => Promise<Result>): Promise<Result> => {
    const holder = holders.getStore()
    return holder === undefined ? work() : limit(holder, work)
  }
}
