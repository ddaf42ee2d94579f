import { randomUUID } from 'node:crypto'

import * as z from 'zod/mini'

import type { Thanks } from '#shared/campaign-money.ts'

import type { Queries } from '../database/database.ts'
import { sql, type Sql } from '../database/sql.ts'
import { Refused } from '../http/context.ts'
import { enqueueJob, type Task } from '../queue/queue.ts'
import type { Books, LedgerParts } from '../ledger/ledger-deps.ts'
import { thanksMail } from './thank-you-mail.ts'
import type { Outbox } from '../mail/mail.ts'
import type { StoredCampaign } from '../providers/content/content.ts'
import { thankable, thanksPauseMs } from './thankable.ts'
import { unsubscribeToken } from './unsubscribe.ts'

export type ThanksParts = Books & Pick<LedgerParts, 'sealing' | 'publicUrl'> & { outbox: Outbox }

type Asked = {
  campaign: Pick<StoredCampaign, 'id'>
  form: Thanks
  /** The form's own key: however often it is sent, it thanks once. */
  key: string
}

const sendTask = 'send-thanks'
const dayMs = 86_400_000
const mostADay = 5
const atOnce = 100

/** What an owner writes to donors, who asked to hear of it. The owner never learns who they are. */
export function openThanks(parts: ThanksParts) {
  return {
    /** Answers how many will be written to. */
    ask: (asked: Asked) => ask(parts, asked),
    task: {
      name: sendTask,
      run: (payload: unknown) => send(parts, z.parse(placeSchema, payload)),
    } satisfies Task,
  }
}

const placeSchema = z.object({ campaignId: z.string(), id: z.string() })
type Place = z.output<typeof placeSchema>

const knownSchema = z.object({ bodyHash: z.instanceof(Buffer), recipients: z.int() })

async function ask(parts: ThanksParts, { campaign, form, key }: Asked): Promise<number> {
  const { database, sealing, mode, now } = parts
  const keyHash = sealing.fingerprint('thanks-key', key)
  const bodyHash = sealing.fingerprint('thanks-form', JSON.stringify(form))
  return database.transaction(async (queries) => {
    // One at a time for a campaign: what is counted stays so.
    await queries.run(
      sql`select pg_advisory_xact_lock(hashtextextended(${`thanks ${campaign.id}`}, 0))`,
    )
    const known = await queries.row(
      knownSchema,
      sql`select body_hash as "bodyHash", recipients from thanks
          where campaign_id = ${campaign.id} and key_hash = ${keyHash}`,
    )
    if (known) {
      if (!known.bodyHash.equals(bodyHash)) throw new Refused('idempotency-mismatch')
      return known.recipients
    }
    await refuseTooMany(queries, parts, campaign.id)
    const wanted =
      'gift' in form ? { gift: form.gift, least: null } : { gift: null, least: form.least }
    const recipients = await countRecipients(queries, parts, { campaignId: campaign.id, ...wanted })
    if (recipients === 0) throw new Refused('nobody-to-thank')
    const id = randomUUID()
    await queries.run(sql`
      insert into thanks (
        campaign_id, id, mode, key_hash, body_hash, message, donation_id, least_kobo, recipients, created_at)
      values (
        ${campaign.id}, ${id}, ${mode}, ${keyHash}, ${bodyHash}, ${form.message}, ${wanted.gift}, ${wanted.least},
        ${recipients}, ${now()})`)
    await enqueueJob(queries, {
      task: sendTask,
      payload: { campaignId: campaign.id, id },
      key: `${sendTask} ${id}`,
    })
    return recipients
  })
}

async function refuseTooMany(queries: Queries, { now }: ThanksParts, campaignId: string) {
  const found = await queries.row(
    z.object({ count: z.int() }),
    sql`select count(*)::integer as count from thanks
        where campaign_id = ${campaignId} and created_at > ${new Date(now().getTime() - dayMs)}`,
  )
  if ((found?.count ?? 0) >= mostADay)
    throw new Refused('too-many-requests', { retryAfterSeconds: dayMs / 1_000 })
}

type Wanted = { campaignId: string; gift: string | null; least: number | null }

/** The gifts whose donors are meant, and may be written to. */
const meant = ({ mode, now }: ThanksParts, { campaignId, gift, least }: Wanted): Sql => sql`
  from donation
  where donation.campaign_id = ${campaignId} and donation.mode = ${mode}
    and ${gift === null ? sql`donation.amount_kobo >= ${least}` : sql`donation.id::text = ${gift}`}
    and ${thankable(now())}`

async function countRecipients(queries: Queries, parts: ThanksParts, wanted: Wanted) {
  const found = await queries.row(
    z.object({ count: z.int() }),
    sql`select count(distinct donation.donor_key)::integer as count ${meant(parts, wanted)}`,
  )
  return found?.count ?? 0
}

const messageSchema = z.object({
  message: z.string(),
  gift: z.nullable(z.string()),
  least: z.nullable(z.int()),
})
const donorSchema = z.object({
  donorKey: z.instanceof(Buffer),
  emailSealed: z.instanceof(Buffer),
  title: z.string(),
  slug: z.string(),
})
type Donor = z.output<typeof donorSchema>

/** Cut short, it goes on where it was: who was written to is no longer among those who may be. */
async function send(parts: ThanksParts, { campaignId, id }: Place): Promise<void> {
  const { database } = parts
  const thanks = await database.row(
    messageSchema,
    sql`select message, donation_id as gift, least_kobo as least from thanks
        where campaign_id = ${campaignId} and id = ${id}`,
  )
  if (!thanks) return
  for (;;) {
    const donors = await database.rows(
      donorSchema,
      sql`select distinct on (donation.donor_key) donation.donor_key as "donorKey",
            donation.donor_email_sealed as "emailSealed", donation.campaign_title as title, donation.campaign_slug as slug
          ${meant(parts, { campaignId, ...thanks })}
          order by donation.donor_key, donation.created_at desc limit ${atOnce}`,
    )
    for (const donor of donors)
      await database.transaction((queries) =>
        sendOne(parts, queries, { campaignId, id, donor, message: thanks.message }),
      )
    if (donors.length < atOnce) return
  }
}

type One = Place & { donor: Donor; message: string }

/** That somebody was thanked and the mail are written together. Of two messages at once the second finds the donor thanked. */
async function sendOne(
  parts: ThanksParts,
  queries: Queries,
  { campaignId, id, donor, message }: One,
) {
  const { sealing, publicUrl, outbox, now } = parts
  const { donorKey, title, slug } = donor
  const isFirst = await queries.run(sql`
    insert into thanks_sent as sent (campaign_id, donor_key, thanks_id, sent_at)
    values (${campaignId}, ${donorKey}, ${id}, ${now()})
    on conflict (campaign_id, donor_key) do update set thanks_id = excluded.thanks_id, sent_at = excluded.sent_at
    where sent.sent_at <= ${new Date(now().getTime() - thanksPauseMs)}`)
  if (isFirst === 0) return
  const token = unsubscribeToken(sealing, { campaignId, donorKey })
  const links = {
    campaign: new URL(`/c/${slug}`, publicUrl).href,
    unsubscribe: new URL(`/unsubscribe/${token}`, publicUrl).href,
  }
  const to = sealing.open('donor-email', donor.emailSealed)
  await outbox.enqueue(
    queries,
    thanksMail(to, { title, message, ...links }),
    `thanks ${id} ${donorKey.toString('hex')}`,
  )
}
