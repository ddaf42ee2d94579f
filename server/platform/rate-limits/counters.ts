import * as z from 'zod/mini'

import type { Database } from '../database/database.ts'
import { sql } from '../database/sql.ts'
import type { Sealing } from '../runtime/sealing.ts'

/** The name of a counter, or the key that `toKey` made from it. */
type Counter = string | Buffer

/** Fixed-window counters in the database: all processes share them, and a restart keeps them. */
export type Counters = ReturnType<typeof openCounters>

type CounterDeps = { database: Database; sealing: Pick<Sealing, 'fingerprint'>; now: () => Date }

export function openCounters({ database, sealing, now }: CounterDeps) {
  /** Keyed hash of a name: names hold addresses, which the table must not reveal. */
  const toKey = (counter: Counter) =>
    typeof counter === 'string' ? sealing.fingerprint('attempt', counter).subarray(0, 16) : counter

  const getMany = async (names: readonly string[]) => {
    const keys = names.map(toKey)
    const rows = await database.rows(
      keyedCountRow,
      sql`select key, count, ends_at as "endsAt" from rate_limit_counter
        where key = any(${keys}) and ends_at > ${now()}`,
    )
    return keys.map((key) => rows.find((row) => row.key.equals(key)))
  }

  return {
    toKey,
    /** Adds `by` and returns the new count. Starts a window if none is open. */
    async increment(counter: Counter, windowMs: number, by = 1) {
      const at = now()
      const endsAt = new Date(at.getTime() + windowMs)
      const counted = await database.row(
        countRow,
        sql`
          insert into rate_limit_counter as current (key, count, ends_at)
          values (${toKey(counter)}, ${by}, ${endsAt})
          on conflict (key) do update set
            count = case when current.ends_at <= ${at} then excluded.count
              else least(current.count, 1000000) + excluded.count end,
            ends_at = case when current.ends_at <= ${at} then excluded.ends_at else current.ends_at end
          returning count, ends_at as "endsAt"`,
      )
      if (!counted) throw new Error('the counter was not updated')
      return counted
    },
    /** Takes back what `increment` added, unless the window has ended since. */
    async release(counter: Counter, by = 1) {
      await database.run(sql`
        update rate_limit_counter set count = greatest(0, count - ${by})
        where key = ${toKey(counter)} and ends_at > ${now()}`)
    },
    /** Opens a window that ends no sooner than `windowMs` from now. */
    async extend(counter: Counter, windowMs: number) {
      await database.run(sql`
        insert into rate_limit_counter as current (key, count, ends_at)
        values (${toKey(counter)}, 1, ${new Date(now().getTime() + windowMs)})
        on conflict (key) do update set ends_at = greatest(current.ends_at, excluded.ends_at)`)
    },
    get: async (name: string) => (await getMany([name]))[0],
    /** Counts in the order of the names. */
    getMany,
    async reset(name: string) {
      await database.run(sql`delete from rate_limit_counter where key = ${toKey(name)}`)
    },
    purge: () => database.run(sql`delete from rate_limit_counter where ends_at <= ${now()}`),
  }
}

/** `endsAt` is the end of the window, which starts with the first count. */
const countRow = z.object({ count: z.int(), endsAt: z.date() })
const keyedCountRow = z.extend(countRow, { key: z.instanceof(Buffer) })
