import { setTimeout as sleep } from 'node:timers/promises'

import * as z from 'zod/mini'

import { joinRunningCall } from '../runtime/single-flight.ts'
import { isConnectionFailure } from './database-unavailable.ts'
import { asSharedWork, openDatabase, type Database, type DatabaseOptions } from './database.ts'
import { toConnection } from './primary.ts'
import { sql } from './sql.ts'

/** The longest time by which what a standby answers is older than what the primary would. */
const maxLagMs = 5_000
/** A standby that does not answer must not use up the wait of the reader, who gets the answer of the primary. */
const timeoutMs = 2_000
const pauses = { behind: 100, failed: 10_000 }
/** An export or a check waits so long at its start for a standby that is behind. */
const waitMs = 1_000

/** Standbys for reads. Each is used only when it has replayed every change that this process knows of. */
export type Standbys = ReturnType<typeof openStandbys>

export function openStandbys(urls: readonly string[], options: DatabaseOptions, primary: Database) {
  const hosts = urls.map((url): Host => {
    const connection = { ...toConnection([url]), acceptsStandby: true }
    // A standby that starts again may have to replay anew what it had replayed.
    const onIdleError = (error: Error) => {
      pause(host)
      options.onIdleError(error)
    }
    const database = openDatabase(connection, {
      ...options,
      timeoutMs,
      statementMs: timeoutMs,
      onIdleError,
    })
    const host = { database, reached: { position: 0n, at: 0 }, askAt: 0 }
    return host
  })
  const join = joinRunningCall<void>()
  /** What a standby must have replayed, and when no commit was later. Undefined while that is not known. */
  let needed: Place | undefined
  let changing = 0
  /** Changes whose position stayed unknown. */
  let losses = 0
  let turn = 0

  const setNeeded = (position: bigint, at = needed?.at ?? -Infinity) => {
    const known = needed?.position ?? position
    needed = { position: position > known ? position : known, at }
  }
  const askPrimary = async () => {
    const [at, before] = [performance.now(), losses]
    const row = await primary.row(positionRow, sql`select pg_current_wal_insert_lsn() as position`)
    // A change of meanwhile may come later in the log.
    if (row && before === losses) setNeeded(row.position, at)
  }
  const askStandby = async (host: Host) => {
    const at = performance.now()
    const row = await host.database.row(
      z.object({ position: z.nullable(toPosition) }),
      sql`select case when pg_is_in_recovery() then pg_last_wal_replay_lsn() end as position`,
    )
    host.reached = { position: row?.position ?? 0n, at }
    host.askAt = performance.now() + pauses.behind
  }
  const isKnown = (place: Place | undefined, since: number): place is Place =>
    place !== undefined && isRecent(place) && place.at >= since
  const isReady = ({ reached }: Host, since: number) =>
    changing === 0 &&
    isKnown(needed, since) &&
    isRecent(reached) &&
    reached.position >= needed.position

  const findReady = async (since: number): Promise<Host | undefined> => {
    if (changing > 0) return undefined
    if (!isKnown(needed, since)) await join('primary', () => asSharedWork(askPrimary))
    turn += 1
    for (let index = 0; index < hosts.length; index++) {
      const number = (turn + index) % hosts.length
      const host = hosts[number]
      if (!host) continue
      if (!isReady(host, since) && host.askAt <= performance.now())
        await join(`${number}`, () => asSharedWork(() => askStandby(host))).catch(() => pause(host))
      if (isReady(host, since)) return host
    }
    return undefined
  }
  const waitForReady = async (since: number): Promise<Host | undefined> => {
    for (const end = since + waitMs; ; await sleep(pauses.behind)) {
      const host = await findReady(since)
      const isLate = performance.now() > end || hosts.every(({ askAt }) => askAt > end)
      if (host || isLate) return host
    }
  }

  return {
    /** Asks a standby that has what was committed before `since`, or else `otherwise`: where none is ready or the standby fails. */
    read: async <Result>(ask: Ask<Result>, otherwise: Database, since: number): Promise<Result> => {
      const host = await waitForReady(since).catch(() => undefined)
      if (!host) return ask(otherwise)
      try {
        return await ask(host.database)
      } catch (error) {
        if (isConnectionFailure(error)) pause(host)
        return ask(otherwise)
      }
    },
    /** No standby is asked until the returned function says which position of the log contains the change. Without one the primary is asked. */
    hold: () => {
      changing += 1
      return (position?: string) => {
        changing -= 1
        if (position) return setNeeded(z.parse(toPosition, position))
        needed = undefined
        losses += 1
      }
    },
    [Symbol.asyncDispose]: async () => {
      await Promise.all(hosts.map(({ database }) => database[Symbol.asyncDispose]()))
    },
  }
}

type Ask<Result> = (database: Database) => Promise<Result>
type Place = { position: bigint; at: number }
type Host = { database: Database; reached: Place; askAt: number }

const isRecent = ({ at }: Place) => performance.now() - at <= maxLagMs

function pause(host: Host) {
  host.reached = { position: 0n, at: 0 }
  host.askAt = performance.now() + pauses.failed
}

/** PostgreSQL writes a position as two hexadecimal numbers. */
const toPosition = z.pipe(
  z.string().check(z.regex(/^[0-9A-F]+\/[0-9A-F]+$/)),
  z.transform((text) => {
    const [high = '', low = ''] = text.split('/')
    return (BigInt(`0x${high}`) << 32n) | BigInt(`0x${low}`)
  }),
)
const positionRow = z.object({ position: toPosition })
