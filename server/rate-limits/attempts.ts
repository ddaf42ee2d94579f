import * as z from 'zod/mini'

import type { Database } from '../database/database.ts'
import { sql } from '../database/sql.ts'
import type { Sealing } from '../runtime/sealing.ts'

/** `endsAt` is where the span is over that began with the first of them. */
export type Counted = { count: number; endsAt: Date }

/** What is counted, or the key that is kept of it. */
type Subject = string | Buffer

/** Counts what was tried, in the database: every process counts the same, and a restart forgets nothing. */
export interface Attempts {
  keyOf: (subject: string) => Buffer
  /** Counts one more, or `by` more, and says how many there are now. */
  count: (subject: Subject, withinMs: number, by?: number) => Promise<Counted>
  /** How many there are, without counting. */
  look: (subject: string) => Promise<Counted | undefined>
  /** The same for many at once, in their order. */
  lookAll: (subjects: readonly string[]) => Promise<(Counted | undefined)[]>
  /** Forgets what was counted. */
  forget: (subject: string) => Promise<void>
  purge: () => Promise<number>
}

type Options = { database: Database; sealing: Pick<Sealing, 'fingerprint'>; now: () => Date }

export function openAttempts({ database, sealing, now }: Options): Attempts {
  const keyOf = (subject: Subject) =>
    typeof subject === 'string' ? sealing.fingerprint('attempt', subject).subarray(0, 16) : subject

  const lookAll = async (subjects: readonly string[]) => {
    const keys = subjects.map(keyOf)
    const found = await database.rows(
      foundRow,
      sql`select key, count, ends_at from attempt_count
        where key = any(${keys}) and ends_at > ${now()}`,
    )
    return keys.map((key) => found.find((row) => row.key.equals(key))?.counted)
  }

  return {
    keyOf,
    async count(subject, withinMs, by = 1) {
      const at = now()
      const endsAt = new Date(at.getTime() + withinMs)
      const counted = await database.row(
        countedRow,
        sql`
          insert into attempt_count as held (key, count, ends_at)
          values (${keyOf(subject)}, ${by}, ${endsAt})
          on conflict (key) do update set
            count = case when held.ends_at <= ${at} then excluded.count
              else least(held.count, 1000000) + excluded.count end,
            ends_at = case when held.ends_at <= ${at} then excluded.ends_at else held.ends_at end
          returning count, ends_at`,
      )
      if (!counted) throw new Error('an attempt was not counted')
      return counted
    },
    look: async (subject) => (await lookAll([subject]))[0],
    lookAll,
    async forget(subject) {
      await database.run(sql`delete from attempt_count where key = ${keyOf(subject)}`)
    },
    purge: () => database.run(sql`delete from attempt_count where ends_at <= ${now()}`),
  }
}

const countedRow = z.pipe(
  z.object({ count: z.int(), ends_at: z.date() }),
  z.transform(({ count, ends_at }): Counted => ({ count, endsAt: ends_at })),
)

const foundRow = z.pipe(
  z.object({ key: z.instanceof(Buffer), count: z.int(), ends_at: z.date() }),
  z.transform(({ key, count, ends_at }) => ({ key, counted: { count, endsAt: ends_at } })),
)
