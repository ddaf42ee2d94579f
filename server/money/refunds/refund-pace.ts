import { setTimeout as delay } from 'node:timers/promises'

import * as z from 'zod/mini'

import type { PaymentMode } from '#shared/donation.ts'

import type { Database } from '../../platform/database/database.ts'
import { sql } from '../../platform/database/sql.ts'
import { leaseSeconds } from './refund-rows.ts'

type Deps = { database: Database; mode: PaymentMode; refundsPerMinute: number }

/** What was not used in the last seconds may be used at once, so that late timers do not slow the whole down. */
const burstSeconds = 5

export type RefundPace = ReturnType<typeof openRefundPace>

/** A rate limit on calls about refunds that all processes share. Its row is a token bucket, kept by the database's clock. */
export function openRefundPace({ database, mode, refundsPerMinute }: Deps) {
  const gapSeconds = 60 / refundsPerMinute
  let turn: Promise<unknown> = Promise.resolve()

  /** Seconds to wait, or 0 if the call may be made now. */
  const take = async (): Promise<number> => {
    const taken = await database.row(
      waitSchema,
      sql`insert into refund_pace as pace (mode, next_at) values (${mode}, clock_timestamp())
          on conflict (mode) do update set
            next_at = greatest(pace.next_at, clock_timestamp() - make_interval(secs => ${burstSeconds}))
              + make_interval(secs => ${gapSeconds})
          where pace.next_at <= clock_timestamp()
          returning 0::float8 as seconds`,
    )
    if (taken) return 0
    const waiting = await database.row(
      waitSchema,
      sql`select greatest(extract(epoch from next_at - clock_timestamp()), 0.001)::float8 as seconds
          from refund_pace where mode = ${mode}`,
    )
    return waiting?.seconds ?? gapSeconds
  }

  const waitForTurn = async (mayWait: () => boolean) => {
    for (;;) {
      const seconds = await take()
      if (seconds === 0) return true
      if (!mayWait()) return false
      await delay(Math.min(seconds, maxSleepSeconds) * 1_000)
    }
  }

  return {
    take,

    /** Waits until a call may be made. False if `mayWait` ended the wait. The callers of one process wait in a row. */
    wait(mayWait: () => boolean): Promise<boolean> {
      const result = turn.then(() => waitForTurn(mayWait))
      turn = result.catch(() => {})
      return result
    },

    /** The provider said 429. */
    pause: (seconds: number) =>
      database.run(sql`
        insert into refund_pace as pace (mode, next_at) values (${mode}, clock_timestamp() + make_interval(secs => ${seconds}))
        on conflict (mode) do update set next_at = greatest(pace.next_at, excluded.next_at)`),
  }
}

const waitSchema = z.object({ seconds: z.number() })
/** A pause may be long, and `mayWait` is asked in between. */
const maxSleepSeconds = 1

const tokenSchema = z.object({ token: z.string() })

/** One process at a time sends what is due. Undefined while another one does. The lease ends by itself when the process is killed. */
export async function leadRefunds(
  database: Database,
  mode: PaymentMode,
): Promise<AsyncDisposable | undefined> {
  const lease = sql`clock_timestamp() + make_interval(secs => ${leaseSeconds})`
  const led = await database.row(
    tokenSchema,
    sql`insert into refund_pace as pace (mode, next_at, run_token, run_until)
        values (${mode}, clock_timestamp(), gen_random_uuid(), ${lease})
        on conflict (mode) do update set run_token = excluded.run_token, run_until = excluded.run_until
        where pace.run_until is null or pace.run_until <= clock_timestamp()
        returning run_token as token`,
  )
  if (!led) return undefined
  const renew = (until: typeof lease) =>
    database.run(sql`
      update refund_pace set run_until = ${until} where mode = ${mode} and run_token = ${led.token}::uuid`)
  const timer = setInterval(() => void renew(lease).catch(() => {}), (leaseSeconds * 1_000) / 3)
  timer.unref()
  return {
    [Symbol.asyncDispose]: async () => {
      clearInterval(timer)
      await renew(sql`clock_timestamp()`)
    },
  }
}
