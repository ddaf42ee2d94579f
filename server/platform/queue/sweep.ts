import * as z from 'zod/mini'

import type { PaymentMode } from '#shared/donation.ts'

import type { Database } from '../database/database.ts'
import { sql } from '../database/sql.ts'
import { Outage } from '../runtime/errors.ts'

type Deps = { database: Database; mode: PaymentMode; now: () => Date }

/** An item that failed this often is reported to the admin. */
export const attemptsToAlarm = 5
const firstDelayMs = 60_000
const maxDelayMs = 60 * 60_000
/** One item can fail alone. After this many outages in a row, the service is unavailable and the sweep ends. */
const outagesToEnd = 3

/** 1, 2, 4 … 60 minutes. */
export const getRetryDelay = (attempts: number): number =>
  Math.min(firstDelayMs * 2 ** (attempts - 1), maxDelayMs)

const isDueAt = (known: { nextAttemptAt: Date } | undefined, at: Date) =>
  !known || known.nextAttemptAt <= at

const failingSchema = z.object({ key: z.string(), attempts: z.int(), nextAttemptAt: z.date() })

/**
 * Goes through the items of one kind so that a failing one never stops the next. Each has its own attempts, reason and time of the next
 * attempt, which outlast the sweep.
 */
export async function openSweep({ database, mode, now }: Deps, kind: string) {
  const failing = new Map(
    (
      await database.rows(
        failingSchema,
        sql`select key, attempts, next_attempt_at as "nextAttemptAt" from failing_item
            where mode = ${mode} and kind = ${kind}`,
      )
    ).map((item) => [item.key, item]),
  )
  let outages = 0

  /** Records a failure. Answers when the item is due again. */
  const fail = async (key: string, error: unknown): Promise<Date> => {
    const attempts = (failing.get(key)?.attempts ?? 0) + 1
    const at = now()
    const nextAttemptAt = new Date(at.getTime() + getRetryDelay(attempts))
    failing.set(key, { key, attempts, nextAttemptAt })
    const reason = String(error).slice(0, 500)
    await database.run(sql`
      insert into failing_item as known (
        mode, kind, key, attempts, reason, first_failed_at, last_failed_at, next_attempt_at)
      values (${mode}, ${kind}, ${key}, ${attempts}, ${reason}, ${at}, ${at}, ${nextAttemptAt})
      on conflict (mode, kind, key) do update set
        attempts = known.attempts + 1, reason = excluded.reason, last_failed_at = excluded.last_failed_at,
        next_attempt_at = excluded.next_attempt_at`)
    return nextAttemptAt
  }

  /** Forgets the failures of an item. */
  const succeed = async (key: string): Promise<void> => {
    if (!failing.delete(key)) return
    await database.run(
      sql`delete from failing_item where mode = ${mode} and kind = ${kind} and key = ${key}`,
    )
  }

  const forget = async (before: Date): Promise<void> => {
    await database.run(sql`
      delete from failing_item where mode = ${mode} and kind = ${kind} and last_failed_at < ${before}`)
  }

  return {
    fail,
    succeed,
    forget,

    /** Answers undefined if the work failed or is not due. Throws an `Outage` if the service does not respond for any item. */
    async run<Result>(
      key: string,
      work: () => Promise<Result>,
      { isDue = isDueAt(failing.get(key), now()) } = {},
    ): Promise<Result | undefined> {
      if (!isDue) return undefined
      try {
        const result = await work()
        outages = 0
        await succeed(key)
        return result
      } catch (error) {
        await fail(key, error)
        outages = error instanceof Outage ? outages + 1 : 0
        if (outages >= outagesToEnd) throw error
        return undefined
      }
    },
  }
}

/** Goes through a list of the provider. One that fails is a failing item, because the task that reads it goes on with its next run. */
export async function watchList<Result>(
  deps: Deps,
  name: string,
  work: () => Promise<Result>,
): Promise<Result> {
  const sweep = await openSweep(deps, 'list')
  try {
    const result = await work()
    await sweep.succeed(name)
    return result
  } catch (error) {
    await sweep.fail(name, error)
    throw error
  }
}
