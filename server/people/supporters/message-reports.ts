import { createHash } from 'node:crypto'

import * as z from 'zod/mini'

import type { Database } from '../../platform/database/database.ts'
import { asUuid, sql } from '../../platform/database/sql.ts'
import type { ContentStore } from '../../providers/content/content.ts'
import { insertReport } from '../../staff/moderation/reports/reports.ts'
import type { Sealing } from '../../platform/runtime/sealing.ts'
import { donorKeySchema, mailToken } from '../../platform/mail/mail-token.ts'

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

type Deps = {
  database: Database
  content: Pick<ContentStore, 'findCampaign'>
  sealing: Sealing
  now: () => Date
}

const messageRow = z.object({ message: z.string() })

/** Lets a donor report an organiser's message with the link in the email, without logging in. */
export function openMessageReports({ database, content, sealing, now }: Deps) {
  return {
    findMessage: async (text: string) => token.open(sealing, text),

    /** Writes a report for the reviewers, with the message. A second click adds none. */
    async report(received: ReceivedMessage): Promise<void> {
      const { campaignId, messageId } = received
      const sent = await database.row(
        messageRow,
        sql`select message from thank_you_message where campaign_id = ${campaignId} and id = ${asUuid(messageId)}::uuid`,
      )
      if (!sent) return
      const campaign = await content.findCampaign(campaignId)
      await insertReport(database, {
        id: toReportId(received),
        campaign: campaign ?? { id: campaignId, title: '', ownerUid: null },
        reason: 'other',
        details: `A donor reported this thank-you message: ${sent.message}`.slice(0, 2_000),
        at: now(),
      })
    },
  }
}

/** The same id for the same message and donor. */
function toReportId({ messageId, donorKey }: ReceivedMessage): string {
  return createHash('sha256').update(`${messageId} ${donorKey}`).digest('hex').slice(0, 32)
}
