import { createHmac, timingSafeEqual } from 'node:crypto'

import * as z from 'zod/mini'

import type { Database } from '../../../platform/database/database.ts'
import { sql } from '../../../platform/database/sql.ts'
import { joinNextCall } from '../../../platform/runtime/single-flight.ts'
import type { ContentWebhook } from '../content.ts'
import type { ListedWrites } from './listed-writes.ts'

/** Older and later signatures may be copies of an earlier request. */
const maxAgeMs = 300_000
const maxDeliveries = 100

const deliveredRow = z.object({ isDelivered: z.boolean() })

type WebhookDeps = { database: Database; writes: Pick<ListedWrites, 'mutate'>; secret: string }

/** Sanity's GROQ-powered webhook (https://www.sanity.io/docs/webhooks), which reports what editors change. */
export function sanityWebhook({ database, writes, secret }: WebhookDeps): ContentWebhook {
  const join = joinNextCall<void>()
  const isNew = async (delivery: string) => {
    const row = await database.row(
      deliveredRow,
      sql`select ${delivery} = any(deliveries) as "isDelivered" from listed_write`,
    )
    return row?.isDelivered !== true
  }

  return {
    isSigned: (body, signature, now) => isSigned(secret, { body, signature, now }),

    async receive(delivery) {
      if (!(await isNew(delivery))) return false
      // Reports that arrive together share one change of the count, which the CDN's answers must then contain.
      await join('count', async () => void (await writes.mutate([])))
      await database.run(
        sql`update listed_write set deliveries =
          (array_append(deliveries, ${delivery}))[greatest(cardinality(deliveries) + 2 - ${maxDeliveries}, 1):]`,
      )
      return true
    },
  }
}

type Signed = { body: Uint8Array; signature: string | undefined; now: Date }

/** `t` is in milliseconds. The signature covers it and the received bytes, because serialised JSON can differ from them. */
function isSigned(secret: string, { body, signature, now }: Signed): boolean {
  const [, at, digest] = /^t=(\d{13}),\s?v1=([\w-]{43})$/.exec(signature ?? '') ?? []
  if (at === undefined || digest === undefined) return false
  const expected = createHmac('sha256', secret).update(`${at}.`).update(body).digest()
  const isValid = timingSafeEqual(expected, Buffer.from(digest, 'base64url'))
  return isValid && Math.abs(now.getTime() - Number(at)) <= maxAgeMs
}
