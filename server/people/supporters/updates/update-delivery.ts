import * as z from 'zod/mini'

import { imageSchema } from '#shared/image-schema.ts'

import type { Queries } from '../../../platform/database/database.ts'
import { sql } from '../../../platform/database/sql.ts'
import { languageSchema } from '../../../platform/mail/reader-language.ts'
import { isTakenDown } from '../../../staff/moderation/decisions/takedowns.ts'
import type { ContentStore } from '../../../providers/content/content.ts'
import type { Task } from '../../../platform/queue/queue.ts'
import type { DeliveryDeps } from '../thank-you-delivery.ts'
import { toUnsubscribeToken } from '../unsubscribe.ts'
import { toWordsKey } from '../words-mails.ts'
import { updateMail } from './update-mail.ts'
import { selectRecipients } from './update-recipients.ts'

export type UpdateDeps = DeliveryDeps & { content: Pick<ContentStore, 'findCampaign'> }

const mailTask = 'mail-campaign-update'
const batchSize = 100

const keySchema = z.object({ campaignId: z.string(), id: z.string() })
export type UpdateKey = z.output<typeof keySchema>

export function updateMailJob({ campaignId, id }: UpdateKey) {
  return { task: mailTask, payload: { campaignId, id }, key: `${mailTask} ${id}` }
}

export function updateMailTask(deps: UpdateDeps): Task {
  return {
    name: mailTask,
    lane: 'maintenance',
    run: (payload) => mailUpdate(deps, z.parse(keySchema, payload)),
  }
}

/** Undefined once it is mailed, hidden or taken down. */
const findUnmailed = (queries: Queries, { campaignId, id }: UpdateKey) =>
  queries.row(
    updateRow,
    sql`select title, text, images from campaign_update
        where campaign_id = ${campaignId} and id = ${id} and hidden_at is null and mailed_at is null and not ${isTakenDown(campaignId)}`,
  )

const updateRow = z.object({ title: z.string(), text: z.string(), images: z.array(imageSchema) })
const recipientRow = z.object({
  key: z.instanceof(Buffer),
  emailSealed: z.instanceof(Buffer),
  language: languageSchema,
  follows: z.boolean(),
})

/** Can be interrupted and run again: the key of a mail lets the outbox store it once for each person. */
async function mailUpdate(deps: UpdateDeps, updateKey: UpdateKey): Promise<void> {
  const { campaignId, id } = updateKey
  const { database, outbox, content, sealing, publicUrl, mode, now } = deps
  const update = await findUnmailed(database, updateKey)
  const campaign = update && (await content.findCampaign(campaignId))
  if (!campaign) return
  const updatesUrl = new URL(`/c/${campaign.slug}/updates`, publicUrl).href
  let after: Buffer = Buffer.alloc(0)
  for (;;) {
    const recipients = await database.rows(
      recipientRow,
      sql`select donor_key as key, email_sealed as "emailSealed", language, follows
          from (${selectRecipients({ mode, campaignId })}) recipient
          where donor_key > ${after} order by donor_key limit ${batchSize}`,
    )
    for (const { key, emailSealed, language, follows } of recipients) {
      const token = toUnsubscribeToken(sealing, { campaignId, donorKey: key })
      const address = sealing.open(follows ? 'follower-email' : 'donor-email', emailSealed)
      const mail = updateMail(address, language, {
        ...update,
        campaignId,
        campaign: campaign.title,
        updatesUrl,
        unsubscribeUrl: new URL(`/unsubscribe/${token}`, publicUrl).href,
        follows,
      })
      const mailKey = toWordsKey({ kind: 'update', id, donorKey: key })
      await database.transaction(async (queries) => {
        // A takedown withdraws the mails that wait, and none may follow.
        if (await findUnmailed(queries, updateKey)) await outbox.enqueue(queries, mail, mailKey)
      })
      after = key
    }
    if (recipients.length < batchSize) break
  }
  await database.run(
    sql`update campaign_update set mailed_at = ${now()} where campaign_id = ${campaignId} and id = ${id}`,
  )
}
