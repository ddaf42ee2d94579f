import * as z from 'zod/mini'

import type { PaymentMode } from '#shared/donation.ts'

import type { Database } from '../../platform/database/database.ts'
import { sql } from '../../platform/database/sql.ts'
import { leaseSeconds } from './refund-rows.ts'

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
