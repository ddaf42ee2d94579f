import * as z from 'zod/mini'

import type { Database } from '../database/database.ts'
import { sql } from '../database/sql.ts'
import type { Sealing } from '../runtime/sealing.ts'

const subscriptionSchema = z.object({
  campaignId: z.string(),
  donorKey: z.string().check(z.regex(/^[0-9a-f]{64}$/)),
})
/** A donor who receives emails about a campaign. */
export type Subscription = z.output<typeof subscriptionSchema>

const tokenPattern = /^[\w-]{60,400}$/

/** The token is sealed: it cannot be read or forged without the sealing secret. */
export function toUnsubscribeToken(
  sealing: Sealing,
  { campaignId, donorKey }: { campaignId: string; donorKey: Buffer },
): string {
  const subscription: Subscription = { campaignId, donorKey: donorKey.toString('hex') }
  return sealing.seal('unsubscribe', JSON.stringify(subscription)).toString('base64url')
}

export type Unsubscribe = ReturnType<typeof openUnsubscribe>

type Deps = { database: Database; sealing: Sealing; now: () => Date }

/** Lets a donor unsubscribe with the link in an email, without logging in. */
export function openUnsubscribe({ database, sealing, now }: Deps) {
  return {
    async findSubscription(token: string): Promise<Subscription | undefined> {
      if (!tokenPattern.test(token)) return undefined
      try {
        const text = sealing.open('unsubscribe', Buffer.from(token, 'base64url'))
        return z.parse(subscriptionSchema, JSON.parse(text))
      } catch {
        return undefined
      }
    },

    async unsubscribe({ campaignId, donorKey }: Subscription): Promise<void> {
      await database.run(sql`
        insert into campaign_unsubscribe (campaign_id, donor_key, at)
        values (${campaignId}, ${Buffer.from(donorKey, 'hex')}, ${now()})
        on conflict do nothing`)
    },
  }
}
