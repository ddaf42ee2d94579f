import * as z from 'zod/mini'

import type { Database } from '../../platform/database/database.ts'
import { sql } from '../../platform/database/sql.ts'
import type { Sealing } from '../../platform/runtime/sealing.ts'
import { donorKeySchema, mailToken } from '../../platform/mail/mail-token.ts'
import { withdrawWords } from './words-mails.ts'

const subscriptionSchema = z.object({ campaignId: z.string(), donorKey: donorKeySchema })
/** A donor or follower who receives emails about a campaign. */
export type Subscription = z.output<typeof subscriptionSchema>

const token = mailToken('unsubscribe', subscriptionSchema)

export function toUnsubscribeToken(
  sealing: Sealing,
  { campaignId, donorKey }: { campaignId: string; donorKey: Buffer },
): string {
  return token.create(sealing, { campaignId, donorKey: donorKey.toString('hex') })
}

export type Unsubscribe = ReturnType<typeof openUnsubscribe>

type Deps = { database: Database; sealing: Sealing; now: () => Date }

/** Lets a donor or follower unsubscribe with the link in an email, without logging in. */
export function openUnsubscribe({ database, sealing, now }: Deps) {
  return {
    findSubscription: async (text: string) => token.open(sealing, text),

    async unsubscribe({ campaignId, donorKey }: Subscription): Promise<void> {
      await database.run(sql`
        insert into campaign_unsubscribe (campaign_id, donor_key, at)
        values (${campaignId}, ${Buffer.from(donorKey, 'hex')}, ${now()})
        on conflict do nothing`)
      await database.run(sql`
        delete from campaign_follower
        where campaign_id = ${campaignId} and donor_key = ${Buffer.from(donorKey, 'hex')}`)
      await withdrawWords(database, { campaignId, donorKey })
    },

    /** From the campaigns of today. Who agrees again later, for another campaign, is mailed about that one. */
    async unsubscribeFromAll(subscription: Subscription): Promise<void> {
      const donorKey = Buffer.from(subscription.donorKey, 'hex')
      await this.unsubscribe(subscription)
      await database.run(sql`
        insert into campaign_unsubscribe (campaign_id, donor_key, at)
        select distinct campaign_id, donor_key, ${now()}::timestamptz from donation
        where donor_key = ${donorKey} and wants_updates
        on conflict do nothing`)
      await database.run(sql`delete from campaign_follower where donor_key = ${donorKey}`)
      await withdrawWords(database, { donorKey: subscription.donorKey })
    },
  }
}
