import * as z from 'zod/mini'

import type { Queries, Transaction } from '../../platform/database/database.ts'
import { sql } from '../../platform/database/sql.ts'
import type { LedgerDeps, PaymentDeps } from '../../money/ledger/entries/ledger-deps.ts'
import { isTakenDown } from '../../staff/moderation/decisions/takedowns.ts'
import type { Outbox } from '../../platform/mail/mail.ts'
import { donorLanguage, languageSchema } from '../../platform/mail/reader-language.ts'
import type { Task } from '../../platform/queue/queue.ts'
import { toMessageReportUrl } from './message-reports.ts'
import { thankYouIntervalMs } from './thank-you-eligibility.ts'
import { thankYouMail } from './thank-you-mail.ts'
import { thankYouDonations } from './thank-you-recipients.ts'
import { toUnsubscribeToken } from './unsubscribe.ts'
import { toWordsKey } from './words-mails.ts'

export type DeliveryDeps = LedgerDeps &
  Pick<PaymentDeps, 'sealing' | 'publicUrl'> & { outbox: Outbox }

const sendTask = 'send-thank-you-messages'
const batchSize = 100

const keySchema = z.object({ campaignId: z.string(), id: z.string() })
type MessageKey = z.output<typeof keySchema>

export function thankYouJob({ campaignId, id }: MessageKey) {
  return { task: sendTask, payload: { campaignId, id }, key: `${sendTask} ${id}` }
}

export function thankYouTask(deps: DeliveryDeps): Task {
  return {
    name: sendTask,
    lane: 'maintenance',
    run: (payload) => sendMessage(deps, z.parse(keySchema, payload)),
  }
}

const messageSchema = z.object({
  message: z.string(),
  donation: z.nullable(z.string()),
  minimum: z.nullable(z.int()),
})
const donorSchema = z.object({
  donorKey: z.instanceof(Buffer),
  emailSealed: z.instanceof(Buffer),
  title: z.string(),
  slug: z.string(),
  language: languageSchema,
})
type Donor = z.output<typeof donorSchema>

const findUnstopped = (queries: Queries, { campaignId, id }: MessageKey) =>
  queries.row(
    messageSchema,
    sql`select message, donation_id as donation, minimum_kobo as minimum from thank_you_message
        where campaign_id = ${campaignId} and id = ${id} and not ${isTakenDown(campaignId)}`,
  )

/** Can be interrupted and run again: a donor who has received the message is no longer eligible. */
async function sendMessage(deps: DeliveryDeps, key: MessageKey): Promise<void> {
  for (;;) {
    const found = await findDonors(deps, deps.database, key)
    for (const donor of found)
      await deps.database.transaction((queries) => sendToDonor(deps, queries, { ...key, ...donor }))
    if (found.length < batchSize) return
  }
}

/** Sends a message for one donation within the transaction that stores it, so that the donation can at once not be thanked again. */
export async function sendToOne(deps: DeliveryDeps, queries: Transaction, key: MessageKey) {
  for (const donor of await findDonors(deps, queries, key))
    await sendToDonor(deps, queries, { ...key, ...donor })
}

async function findDonors(deps: DeliveryDeps, queries: Queries, { campaignId, id }: MessageKey) {
  const stored = await findUnstopped(queries, { campaignId, id })
  if (!stored) return []
  const donors = await queries.rows(
    donorSchema,
    sql`select distinct on (donation.donor_key) donation.donor_key as "donorKey",
          donation.donor_email_sealed as "emailSealed", donation.campaign_title as title, donation.campaign_slug as slug,
          ${donorLanguage} as language
        ${thankYouDonations(deps, { campaignId, ...stored })}
        order by donation.donor_key, donation.created_at desc limit ${batchSize}`,
  )
  return donors.map((donor) => ({ donor, message: stored.message }))
}

/** Writes the delivery and the mail in one transaction. Of two messages at the same time, only one reaches the donor. */
async function sendToDonor(
  { sealing, publicUrl, outbox, now }: DeliveryDeps,
  queries: Transaction,
  { campaignId, id, donor, message }: MessageKey & { donor: Donor; message: string },
) {
  const { donorKey, emailSealed, title, slug, language } = donor
  // A takedown withdraws the mails that wait, and none may follow.
  if (!(await findUnstopped(queries, { campaignId, id }))) return
  const inserted = await queries.run(sql`
    insert into thank_you_delivery as delivery (campaign_id, donor_key, message_id, sent_at)
    values (${campaignId}, ${donorKey}, ${id}, ${now()})
    on conflict (campaign_id, donor_key) do update set message_id = excluded.message_id, sent_at = excluded.sent_at
    where delivery.sent_at <= ${new Date(now().getTime() - thankYouIntervalMs)}`)
  if (inserted === 0) return
  const token = toUnsubscribeToken(sealing, { campaignId, donorKey })
  const mail = thankYouMail(sealing.open('donor-email', emailSealed), language, {
    campaignId,
    title,
    message,
    campaignUrl: new URL(`/c/${slug}`, publicUrl).href,
    reportUrl: toMessageReportUrl(
      { sealing, publicUrl },
      { campaignId, messageId: id, donorKey: donorKey.toString('hex') },
    ),
    unsubscribeUrl: new URL(`/unsubscribe/${token}`, publicUrl).href,
  })
  await outbox.enqueue(queries, mail, toWordsKey({ kind: 'thank-you', id, donorKey }))
}
