import { randomUUID } from 'node:crypto'

import * as z from 'zod/mini'

import type { PaymentMode } from '#shared/donation.ts'
import type { ThankYouMessage } from '#shared/payouts.ts'

import type { LedgerDeps, PaymentDeps } from '../../money/ledger/provider-report.ts'
import type { Transaction, Queries } from '../../platform/database/database.ts'
import { sql, takeLock, asUuid, type Sql } from '../../platform/database/sql.ts'
import { Refused } from '../../platform/http/context.ts'
import { hashRequest, replayOrRun, type RequestHashes } from '../../platform/http/idempotency.ts'
import type { Outbox } from '../../platform/mail/mail.ts'
import { donorLanguage, languageSchema } from '../../platform/mail/reader-language.ts'
import { enqueueJob, type Task } from '../../platform/queue/queue.ts'
import { isTakenDown } from '../../staff/moderation/decisions.ts'
import {
  hasConfirmedAddress,
  toMessageReportUrl,
  toUnsubscribeToken,
  toWordsKey,
} from './mail-links.ts'
import { thankYouMail } from './mails.ts'

type ThankYouRequest = {
  campaignId: string
  form: ThankYouMessage
  idempotencyKey: string
}

const dayMs = 86_400_000
const maxPerDay = 5

/** Messages of an organiser to donors who opted in. The organiser does not learn who they are. */
export function openThankYouMessages(deps: DeliveryDeps) {
  return {
    /** Returns the number of donors that the message goes to. */
    send: (request: ThankYouRequest) => enqueue(deps, request),
    task: {
      name: sendTask,
      lane: 'maintenance',
      run: (payload) => sendMessage(deps, z.parse(keySchema, payload)),
    } satisfies Task,
  }
}

const storedSchema = z.object({ bodyHash: z.instanceof(Buffer), recipients: z.int() })

async function enqueue(deps: DeliveryDeps, request: ThankYouRequest): Promise<number> {
  const { campaignId, form, idempotencyKey: key } = request
  const hashes = hashRequest(deps.sealing, 'thank-you', { scope: campaignId, key, form })
  return deps.database.transaction(async (queries) => {
    // The lock keeps the daily count and the number of recipients valid until the message is stored.
    await queries.run(takeLock(`thank-you ${campaignId}`))
    return replayOrRun(hashes, {
      find: () =>
        queries.row(
          storedSchema,
          sql`select body_hash as "bodyHash", recipients from thank_you_message
              where campaign_id = ${campaignId} and key_hash = ${hashes.keyHash}`,
        ),
      replay: ({ recipients }) => recipients,
      run: () => insertMessage(deps, queries, { ...request, hashes }),
    })
  })
}

async function insertMessage(
  deps: DeliveryDeps,
  queries: Transaction,
  { campaignId, form, hashes }: ThankYouRequest & { hashes: RequestHashes },
): Promise<number> {
  const { mode, now } = deps
  await refuseTooMany(queries, now(), campaignId)
  const filter: ThankYouFilter =
    'donation' in form
      ? { campaignId, donation: form.donation, minimum: null }
      : { campaignId, donation: null, minimum: form.minimum }
  const recipients = await countRecipients(deps, queries, filter)
  if (recipients === 0) throw new Refused('no-donors-to-thank')
  const id = randomUUID()
  await queries.run(sql`
    insert into thank_you_message (
      campaign_id, id, mode, key_hash, body_hash, message, donation_id, minimum_kobo, recipients, created_at)
    values (
      ${campaignId}, ${id}, ${mode}, ${hashes.keyHash}, ${hashes.bodyHash}, ${form.message}, ${filter.donation},
      ${filter.minimum}, ${recipients}, ${now()})`)
  const key = { campaignId, id }
  if (filter.donation === null)
    await enqueueJob(queries, { task: sendTask, payload: key, key: `${sendTask} ${id}` })
  // In this transaction, so that the donation can at once not be thanked again.
  else
    for (const donor of await findDonors(deps, queries, key))
      await sendToDonor(deps, queries, { ...key, ...donor })
  return recipients
}

async function refuseTooMany(queries: Transaction, now: Date, campaignId: string) {
  const found = await queries.value(
    z.int(),
    sql`select count(*)::integer as count from thank_you_message
        where campaign_id = ${campaignId} and created_at > ${new Date(now.getTime() - dayMs)}`,
  )
  if ((found ?? 0) >= maxPerDay)
    throw new Refused('too-many-requests', { retryAfterSeconds: dayMs / 1_000 })
}

async function countRecipients(deps: LedgerDeps, queries: Transaction, filter: ThankYouFilter) {
  const found = await queries.value(
    z.int(),
    sql`select count(distinct donation.donor_key)::integer as count ${thankYouDonations(deps, filter)}`,
  )
  return found ?? 0
}

/** One donation, or all of at least `minimum` kobo. */
type ThankYouFilter = {
  campaignId: string
  donation: string | null
  minimum: number | null
}

/** The donations whose donors receive the message. */
const thankYouDonations = (
  { mode, now }: { mode: PaymentMode; now: () => Date },
  { campaignId, donation, minimum }: ThankYouFilter,
): Sql => sql`
  from donation
  where donation.campaign_id = ${campaignId} and donation.mode = ${mode}
    and ${donation === null ? sql`donation.amount_kobo >= ${minimum}` : sql`donation.id = ${asUuid(donation)}::uuid`}
    and ${canBeThanked(now())}`

/** A campaign's organiser can thank a donor once in this period. */
const thankYouIntervalMs = 7 * 24 * 3_600_000

/** Condition on `donation`: the donor opted in with a confirmed address and has not unsubscribed, and the donation is not fully refunded. */
export const agreedToMails: Sql = sql`(
  donation.wants_updates and donation.state = 'paid' and ${hasConfirmedAddress}
  and not exists (
    select from campaign_unsubscribe unsubscribe
    where unsubscribe.campaign_id = donation.campaign_id and unsubscribe.donor_key = donation.donor_key)
  and (
    select sum(raised_kobo) > 0 from ledger_entry entry
    where entry.campaign_id = donation.campaign_id and entry.donation_id = donation.id))`

/** Condition on `donation`: the donor agreed to mails and was not thanked recently. */
export const canBeThanked = (at: Date): Sql => sql`(
  ${agreedToMails} and not exists (
    select from thank_you_delivery delivery
    where delivery.campaign_id = donation.campaign_id and delivery.donor_key = donation.donor_key
      and delivery.sent_at > ${new Date(at.getTime() - thankYouIntervalMs)}))`

export type DeliveryDeps = LedgerDeps &
  Pick<PaymentDeps, 'sealing' | 'publicUrl'> & { outbox: Outbox }

const sendTask = 'send-thank-you-messages'
const batchSize = 100

const keySchema = z.object({ campaignId: z.string(), id: z.string() })
type MessageKey = z.output<typeof keySchema>

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
  const mail = thankYouMail(
    { to: sealing.open('donor-email', emailSealed), language },
    {
      campaignId,
      title,
      message,
      campaignUrl: new URL(`/c/${slug}`, publicUrl).href,
      reportUrl: toMessageReportUrl(
        { sealing, publicUrl },
        { campaignId, messageId: id, donorKey: donorKey.toString('hex') },
      ),
      unsubscribeUrl: new URL(`/unsubscribe/${token}`, publicUrl).href,
    },
  )
  await outbox.enqueue(queries, mail, toWordsKey({ kind: 'thank-you', id, donorKey }))
}
