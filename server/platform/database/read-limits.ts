import { AsyncLocalStorage } from 'node:async_hooks'
import { connect } from 'node:net'

import pg from 'pg'

import { StatementStopped } from './database-unavailable.ts'

export type ReadLimits = {
  /** Stops the running read. Never a transaction, so that nothing is lost that was to be written. */
  signal: AbortSignal
  /** In place of the pool's. */
  timeoutMs?: number
}

const limits = new AsyncLocalStorage<ReadLimits>()

/** Runs reads that no other request waits for. They stop when the signal is aborted. */
export function withReadLimits<Result>(given: ReadLimits, work: () => Result): Result {
  return limits.run(given, work)
}

export const getReadLimits = (): ReadLimits | undefined => limits.getStore()

/** Runs a read on a connection of its own, which is not used again before a cancellation has been handled. */
export async function runLimited<Row extends pg.QueryResultRow>(
  pool: pg.Pool,
  config: pg.QueryConfig,
  { signal, timeoutMs }: ReadLimits,
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
