import { createHash } from 'node:crypto'

import * as z from 'zod/mini'

import type { Database } from '../database/database.ts'
import { sql } from '../database/sql.ts'
import type { Sealing } from '../runtime/sealing.ts'
import { donorKeySchema, mailToken } from '../mail/mail-token.ts'

const receivedSchema = z.object({
  campaignId: z.string(),
  messageId: z.string(),
  donorKey: donorKeySchema,
})
/** A thank-you message that a donor received. */
export type ReceivedMessage = z.output<typeof receivedSchema>

const token = mailToken('report-message', receivedSchema)

export function toMessageReportUrl(
  { sealing, publicUrl }: { sealing: Sealing; publicUrl: string },
  message: ReceivedMessage,
): string {
  return new URL(`/report-message/${token.create(sealing, message)}`, publicUrl).href
}

export type MessageReports = ReturnType<typeof openMessageReports>

type Deps = { database: Database; sealing: Sealing; now: () => Date }

/** Lets a donor report an organiser's message with the link in the email, without logging in. */
export function openMessageReports({ database, sealing, now }: Deps) {
  return {
    findMessage: async (text: string) => token.open(sealing, text),

    /** Writes a report for the reviewers, with the message. A second click adds none. */
    async report(received: ReceivedMessage): Promise<void> {
      const { campaignId, messageId } = received
      await database.run(sql`
        insert into campaign_report (campaign_id, id, reason, details, reporter_uid, at)
        select campaign_id, ${toReportId(received)}::uuid, 'other',
          left('A donor reported this thank-you message: ' || message, 2000), null, ${now()}
        from thank_you_message where campaign_id = ${campaignId} and id::text = ${messageId}
        on conflict do nothing`)
    },
  }
}

/** The same id for the same message and donor. */
function toReportId({ messageId, donorKey }: ReceivedMessage): string {
  return createHash('sha256').update(`${messageId} ${donorKey}`).digest('hex').slice(0, 32)
}
