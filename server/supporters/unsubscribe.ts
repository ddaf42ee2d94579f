import * as z from 'zod/mini'

import type { Database } from '../database/database.ts'
import { sql } from '../database/sql.ts'
import type { Sealing } from '../runtime/sealing.ts'

const readerSchema = z.object({
  campaignId: z.string(),
  donorKey: z.string().check(z.regex(/^[0-9a-f]{64}$/)),
})
/** Whom a link of a mail stands for, and what the mails were about. */
export type MailReader = z.output<typeof readerSchema>

const tokenForm = /^[\w-]{60,400}$/

/** Sealed: whoever holds it was sent it, and cannot read in it. */
export function unsubscribeToken(
  sealing: Sealing,
  { campaignId, donorKey }: { campaignId: string; donorKey: Buffer },
): string {
  const reader: MailReader = { campaignId, donorKey: donorKey.toString('hex') }
  return sealing.seal('unsubscribe', JSON.stringify(reader)).toString('base64url')
}

export type Unsubscribing = ReturnType<typeof openUnsubscribing>

type Parts = { database: Database; sealing: Sealing; now: () => Date }

/** How a donor ends mails from a campaign's owner: with the link alone, without logging in. */
export function openUnsubscribing({ database, sealing, now }: Parts) {
  return {
    async findReader(token: string): Promise<MailReader | undefined> {
      if (!tokenForm.test(token)) return undefined
      try {
        const text = sealing.open('unsubscribe', Buffer.from(token, 'base64url'))
        return z.parse(readerSchema, JSON.parse(text))
      } catch {
        return undefined
      }
    },

    /** Twice is as good as once. */
    async refuse({ campaignId, donorKey }: MailReader): Promise<void> {
      await database.run(sql`
        insert into mail_refusal (campaign_id, donor_key, at)
        values (${campaignId}, ${Buffer.from(donorKey, 'hex')}, ${now()})
        on conflict do nothing`)
    },
  }
}
