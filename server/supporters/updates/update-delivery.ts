import * as z from 'zod/mini'

import type { PaymentMode } from '#shared/donation.ts'

import { sql, type Sql } from '../../database/sql.ts'
import { donorLanguage, languageSchema } from '../../mail/reader-language.ts'
import type { Task } from '../../queue/queue.ts'
import type { DeliveryDeps } from '../thank-you-delivery.ts'
import { agreedToMails } from '../thank-you-eligibility.ts'
import { toUnsubscribeToken } from '../unsubscribe.ts'
import { updateMail } from './update-mail.ts'

const mailTask = 'mail-campaign-update'
const batchSize = 100

const keySchema = z.object({ campaignId: z.string(), id: z.string() })
export type UpdateKey = z.output<typeof keySchema>

export function updateMailJob({ campaignId, id }: UpdateKey) {
  return { task: mailTask, payload: { campaignId, id }, key: `${mailTask} ${id}` }
}

export function updateMailTask(deps: DeliveryDeps): Task {
  return {
    name: mailTask,
    lane: 'maintenance',
    run: (payload) => mailUpdate(deps, z.parse(keySchema, payload)),
  }
}

const updateRow = z.object({ title: z.string(), text: z.string() })
const donorRow = z.object({
  donorKey: z.instanceof(Buffer),
  emailSealed: z.instanceof(Buffer),
  campaign: z.string(),
  slug: z.string(),
  language: languageSchema,
})

/** The donations whose donors agreed to mails about the campaign. */
export const updateDonations = (mode: PaymentMode, campaignId: string): Sql => sql`
  from donation
  where donation.campaign_id = ${campaignId} and donation.mode = ${mode} and ${agreedToMails}`

/** Can be interrupted and run again: the key of a mail lets the outbox store it once for each donor. */
async function mailUpdate(deps: DeliveryDeps, { campaignId, id }: UpdateKey): Promise<void> {
  const { database, outbox, sealing, publicUrl, mode, now } = deps
  const update = await database.row(
    updateRow,
    sql`select title, text from campaign_update
        where campaign_id = ${campaignId} and id = ${id} and hidden_at is null and mailed_at is null`,
  )
  if (!update) return
  let after: Buffer = Buffer.alloc(0)
  for (;;) {
    const donors = await database.rows(
      donorRow,
      sql`select distinct on (donation.donor_key) donation.donor_key as "donorKey",
            donation.donor_email_sealed as "emailSealed", donation.campaign_title as campaign,
            donation.campaign_slug as slug, ${donorLanguage} as language
          ${updateDonations(mode, campaignId)} and donation.donor_key > ${after}
          order by donation.donor_key, donation.created_at desc limit ${batchSize}`,
    )
    for (const { donorKey, emailSealed, campaign, slug, language } of donors) {
      const token = toUnsubscribeToken(sealing, { campaignId, donorKey })
      const mail = updateMail(sealing.open('donor-email', emailSealed), language, {
        ...update,
        campaignId,
        campaign,
        updatesUrl: new URL(`/c/${slug}/updates`, publicUrl).href,
        unsubscribeUrl: new URL(`/unsubscribe/${token}`, publicUrl).href,
      })
      const key = `update ${id} ${donorKey.toString('hex')}`
      await database.transaction((queries) => outbox.enqueue(queries, mail, key))
      after = donorKey
    }
    if (donors.length < batchSize) break
  }
  await database.run(
    sql`update campaign_update set mailed_at = ${now()} where campaign_id = ${campaignId} and id = ${id}`,
  )
}
