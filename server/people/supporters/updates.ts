import { randomUUID } from 'node:crypto'

import * as z from 'zod/mini'

import {
  campaignUpdateSchema,
  type CampaignUpdate,
  type UpdateContent,
} from '#shared/campaign-update.ts'
import type { PaymentMode } from '#shared/donation.ts'
import { escapeMarkup } from '#shared/escape-markup.ts'
import { imageSchema } from '#shared/image-schema.ts'
import { jpegPath } from '#shared/image.ts'
import type { UpdateForm } from '#shared/update-form.ts'

import type { Expenses } from '../../campaigns/records/records.ts'
import { isFrozen } from '../../money/ledger/frozen-campaign.ts'
import type { Transaction, Queries } from '../../platform/database/database.ts'
import { asUuid, sql, takeLock, type Sql } from '../../platform/database/sql.ts'
import { Refused } from '../../platform/http/context.ts'
import { hashRequest, replayOrRun, type RequestHashes } from '../../platform/http/idempotency.ts'
import type { Mail } from '../../platform/mail/mail.ts'
import { languageSchema, donorLanguage, findLanguage } from '../../platform/mail/reader-language.ts'
import { type Reader, writeMail } from '../../platform/mail/write-mail.ts'
import { enqueueJob, type Task } from '../../platform/queue/queue.ts'
import { toRss } from '../../platform/share/rss.ts'
import type { ContentStore, StoredCampaign } from '../../providers/content/content.ts'
import { toSearchTextSql, toWords } from '../../providers/content/search-text.ts'
import { isTakenDown } from '../../staff/moderation/decisions.ts'
import { texts } from '../../text/texts.ts'
import { withdrawWords, toUnsubscribeToken, toWordsKey } from './mail-links.ts'
import { updateMail } from './mails.ts'
import { agreedToMails, type DeliveryDeps } from './thank-yous.ts'

const dayMs = 86_400_000
const maxPerDay = 3
export const updatesPerPage = 20

const storedRow = z.object({ bodyHash: z.instanceof(Buffer), recipients: z.int() })

/** The account `writer` also reads what it typed and was refused. */
type Page = { limit: number; before?: string | undefined; writer?: string | null }
type Publication = { campaignId: string; form: UpdateContent; idempotencyKey: string }
export type CampaignUpdates = ReturnType<typeof openCampaignUpdates>

/** What organisers tell about their campaign: on its page, in its feed, and by mail to donors who agreed and followers. */
export function openCampaignUpdates(deps: UpdateDeps) {
  const { database, now } = deps
  return {
    task: {
      name: mailTask,
      lane: 'maintenance',
      run: (payload) => mailUpdate(deps, z.parse(keySchema, payload)),
    } satisfies Task,

    /** Newest first, without the hidden ones. `before` is the id of the last update of the page before. */
    async list(campaignId: string, page: Page) {
      const { limit } = page
      const found = await database.rows(campaignUpdateSchema, selectShown(campaignId, page))
      const updates = found.slice(0, limit)
      const next = found.length > limit ? (updates.at(-1)?.id ?? null) : null
      return { updates, next }
    },

    /** The campaigns of which an update has words that begin so, in any status. */
    async findCampaigns(words = ''): Promise<string[]> {
      const query = toWords(words).map((word) => `'${word}':*`)
      if (query.length === 0) return []
      return database.values(
        z.string(),
        sql`select distinct campaign_id from campaign_update where hidden_at is null
          and to_tsvector('simple', ${toSearchTextSql(sql`title || ' ' || text`)}) @@ ${query.slice(0, 8).join(' & ')}::tsquery
          limit 100`,
      )
    },

    /** Publishes once for each key and returns the number of people that it is mailed to. */
    publish(publication: Publication): Promise<number> {
      const { campaignId, form, idempotencyKey: key } = publication
      const hashes = hashRequest(deps.sealing, 'campaign-update', { scope: campaignId, key, form })
      return database.transaction(async (queries) => {
        // The lock keeps the daily count valid until the update is stored.
        await queries.run(takeLock(`update ${campaignId}`))
        return replayOrRun(hashes, {
          find: () =>
            queries.row(
              storedRow,
              sql`select body_hash as "bodyHash", ${countRecipients(deps, campaignId)} as recipients
                  from campaign_update where campaign_id = ${campaignId} and key_hash = ${hashes.keyHash}`,
            ),
          replay: ({ recipients }) => recipients,
          run: () => insertUpdate(deps, queries, { ...publication, hashes }),
        })
      })
    },

    /**
     * Replaces texts and pictures and adds the earlier ones to the history. False if there is no such update. Refuses what was typed into a
     * form that does not show the newest ones, and hands it to `keep`.
     */
    async edit(
      { campaignId, id }: UpdateKey,
      { base, ...content }: UpdateContent & Pick<UpdateForm, 'base'>,
      keep: (refused: UpdateContent) => Promise<void>,
    ): Promise<boolean> {
      const { title, text } = content
      const shown = sql`campaign_id = ${campaignId} and id = ${asUuid(id)}::uuid and hidden_at is null`
      const writtenAt = toIso(sql`coalesce(edited_at, published_at)`)
      const pictures = sql`${JSON.stringify(content.images)}::jsonb`
      const changed = await database.run(sql`
        update campaign_update set title = ${title}, text = ${text}, images = ${pictures}, edited_at = ${now()},
          earlier = case when (title, text, images) = (${title}, ${text}, ${pictures}) then earlier else earlier || jsonb_build_array(jsonb_build_object(
            'title', title, 'text', text, 'images', images, 'at', ${writtenAt})) end
        where ${shown} and jsonb_array_length(earlier) < 50
          and (${base ?? null}::text is null or ${writtenAt} = ${base ?? null}::text
            or (title, text, images) = (${title}, ${text}, ${pictures}))`)
      if (changed > 0 || base === undefined) return changed > 0
      const newer = sql`select id from campaign_update where ${shown} and ${writtenAt} <> ${base}`
      if (!(await database.row(z.object({ id: z.string() }), newer))) return false
      await keep(content)
      throw new Refused('draft-changed')
    },

    /** Also withdraws its mails that wait. False if it is hidden already. */
    hide({ campaignId, id }: UpdateKey, by: string): Promise<boolean> {
      return database.transaction(async (queries) => {
        const changed = await queries.run(sql`
          update campaign_update set hidden_at = ${now()}, hidden_by = ${by}
          where campaign_id = ${campaignId} and id = ${asUuid(id)}::uuid and hidden_at is null`)
        if (changed > 0) await withdrawWords(queries, { updateId: id })
        return changed > 0
      })
    },
  }
}

const toIso = (time: Sql) =>
  sql`to_char(${time} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`

const selectShown = (campaignId: string, { limit, before, writer = null }: Page): Sql => sql`
  select id, title, text, images, published_at as at, edited_at as "editedAt", earlier,
    array(select form::jsonb || jsonb_build_object('savedAt', ${toIso(sql`saved_at`)}) from campaign_draft
      where owner_uid = ${writer} and campaign_id = shown.campaign_id and update_id = shown.id::text
        and not earlier || jsonb_build_object('title', title, 'text', text, 'images', images) @> jsonb_build_array(form::jsonb)
      order by saved_at desc) as kept
  from campaign_update shown
  where campaign_id = ${campaignId} and hidden_at is null
    ${
      before === undefined
        ? sql``
        : sql`and (published_at, id) < (select published_at, id from campaign_update last
            where last.campaign_id = ${campaignId} and last.id = ${asUuid(before)}::uuid)`
    }
  order by published_at desc, id desc limit ${limit + 1}`

const countRecipients = ({ mode }: Pick<UpdateDeps, 'mode'>, campaignId: string): Sql =>
  sql`(select count(*)::integer from (${selectRecipients({ mode, campaignId })}) recipient)`

async function insertUpdate(
  deps: UpdateDeps,
  queries: Transaction,
  { campaignId, form, hashes }: Publication & { hashes: RequestHashes },
): Promise<number> {
  const { now } = deps
  const found = await queries.row(
    z.object({ today: z.int(), recipients: z.int() }),
    sql`select (select count(*)::integer from campaign_update
            where campaign_id = ${campaignId} and published_at > ${new Date(now().getTime() - dayMs)}) as today,
          ${countRecipients(deps, campaignId)} as recipients`,
  )
  if ((found?.today ?? 0) >= maxPerDay)
    throw new Refused('too-many-requests', { retryAfterSeconds: dayMs / 1_000 })
  const id = randomUUID()
  await queries.run(sql`
    insert into campaign_update (campaign_id, id, key_hash, body_hash, title, text, images, published_at)
    values (${campaignId}, ${id}, ${hashes.keyHash}, ${hashes.bodyHash}, ${form.title}, ${form.text},
      ${JSON.stringify(form.images)}::jsonb, ${now()})`)
  const job = { task: mailTask, payload: { campaignId, id }, key: `${mailTask} ${id}` }
  if (!deps.isQuiet) await enqueueJob(queries, job)
  return found?.recipients ?? 0
}

export type UpdateDeps = DeliveryDeps & {
  content: Pick<ContentStore, 'findCampaign'>
  expenses: Pick<Expenses, 'getSpending'>
}

const mailTask = 'mail-campaign-update'
const batchSize = 100

const keySchema = z.object({ campaignId: z.string(), id: z.string() })
type UpdateKey = z.output<typeof keySchema>

/** Undefined once it is mailed, hidden or taken down. */
const findUnmailed = (queries: Queries, { campaignId, id }: UpdateKey) =>
  queries.row(
    unmailedRow,
    sql`select title, text, images from campaign_update
        where campaign_id = ${campaignId} and id = ${id} and hidden_at is null and mailed_at is null and not ${isTakenDown(campaignId)}`,
  )

const unmailedRow = z.object({ title: z.string(), text: z.string(), images: z.array(imageSchema) })
const recipientRow = z.object({
  key: z.instanceof(Buffer),
  emailSealed: z.instanceof(Buffer),
  language: languageSchema,
  follows: z.boolean(),
  isWeekly: z.boolean(),
})

/** Can be interrupted and run again: the key of a mail lets the outbox store it once for each person. */
async function mailUpdate(deps: UpdateDeps, updateKey: UpdateKey): Promise<void> {
  const { campaignId, id } = updateKey
  const { database, outbox, content, sealing, publicUrl, mode, now } = deps
  const update = await findUnmailed(database, updateKey)
  const campaign = update && (await content.findCampaign(campaignId))
  if (!campaign) return
  const spending =
    campaign.budget.length > 0 ? await deps.expenses.getSpending(campaignId, true) : undefined
  const updatesUrl = new URL(`/c/${campaign.slug}/updates`, publicUrl).href
  let after: Buffer = Buffer.alloc(0)
  for (;;) {
    const recipients = await database.rows(
      recipientRow,
      sql`select donor_key as key, email_sealed as "emailSealed", language, follows,
            exists (select from digest_reader weekly where weekly.donor_key = recipient.donor_key)
              or exists (select from digest_item item where item.campaign_id = ${campaignId} and item.update_id = ${id}
                and item.donor_key = recipient.donor_key) as "isWeekly"
          from (${selectRecipients({ mode, campaignId })}) recipient
          where donor_key > ${after} order by donor_key limit ${batchSize}`,
    )
    for (const { key, emailSealed, language, follows, isWeekly } of recipients) {
      const token = toUnsubscribeToken(sealing, { campaignId, donorKey: key })
      const address = sealing.open(follows ? 'follower-email' : 'donor-email', emailSealed)
      const mail = updateMail(
        { to: address, language },
        {
          ...update,
          campaignId,
          campaign: campaign.title,
          updatesUrl,
          unsubscribeUrl: new URL(`/unsubscribe/${token}`, publicUrl).href,
          follows,
          spending,
        },
      )
      const mailKey = toWordsKey({ kind: 'update', id, donorKey: key })
      await database.transaction(async (queries) => {
        // A takedown withdraws the mails that wait, and none may follow.
        if (!(await findUnmailed(queries, updateKey))) return
        if (isWeekly)
          await queries.run(sql`
            insert into digest_item (campaign_id, update_id, donor_key, at)
            select ${campaignId}, ${id}, ${key}, ${now()} where not exists (select from mail_outbox where key = ${mailKey})
            on conflict do nothing`)
        else await outbox.enqueue(queries, mail, mailKey)
      })
      after = key
    }
    if (recipients.length < batchSize) break
  }
  await database.run(
    sql`update campaign_update set mailed_at = ${now()} where campaign_id = ${campaignId} and id = ${id}`,
  )
}

type Recipients = { mode: PaymentMode; campaignId: string | Sql }

/**
 * Whom a campaign's updates are mailed to: donors who agreed to mails, and followers. A person who is both has one row, because
 * both have the same key.
 */
export const selectRecipients = ({ mode, campaignId }: Recipients): Sql => sql`
  select distinct on (donor_key) donor_key, email_sealed, language, follows from (
    select donation.donor_key, donation.donor_email_sealed as email_sealed, ${donorLanguage} as language,
      false as follows, donation.created_at as since
    from donation
    where donation.campaign_id = ${campaignId} and donation.mode = ${mode} and ${agreedToMails}
    union all
    select donor_key, email_sealed, language, true, followed_at
    from campaign_follower where campaign_id = ${campaignId} and wants_updates) reader
  order by donor_key, follows, since desc`

/** RSS of the newest updates of a campaign. */
export function toUpdateFeed(
  { title, slug }: Pick<StoredCampaign, 'title' | 'slug'>,
  updates: readonly CampaignUpdate[],
  publicUrl: string,
): string {
  const link = new URL(`/c/${slug}/updates`, publicUrl).href
  return toRss({
    title,
    link,
    self: `${link}.rss`,
    description: `Updates from ${title}`,
    items: updates.map(({ id, at, ...update }) => ({
      title: update.title,
      link,
      id,
      at: new Date(at),
      description: toHtml(update, publicUrl),
    })),
  })
}

/** Feed readers show a description as HTML. */
function toHtml({ text, images }: Pick<CampaignUpdate, 'text' | 'images'>, publicUrl: string) {
  const pictures = images.map(({ id, alt }) => {
    const { href } = new URL(jpegPath(id, 640), publicUrl)
    return `<p><img src="${escapeMarkup(href)}" alt="${escapeMarkup(alt)}"></p>`
  })
  return `<p>${escapeMarkup(text).replaceAll('\n', '<br>')}</p>${pictures.join('')}`
}

type Deps = Omit<UpdateDeps, 'expenses'> & {
  content: Pick<ContentStore, 'findCampaign' | 'findUserByUid'>
}

const silentMs = 30 * dayMs
/** A server that did not run for some days asks all the same. After that it is too late to ask. */
const askedWithinMs = 7 * dayMs

/** Asks the organiser of each campaign that had no update for 30 days after money arrived, once until the next update. */
export function updateReminderTask(deps: Deps): Task {
  return {
    name: 'remind-of-updates',
    lane: 'maintenance',
    cron: '25 9 * * *',
    run: async () => {
      for (const silent of await listSilent(deps)) await remind(deps, silent)
    },
  }
}

const silentRow = z.object({ campaignId: z.string(), since: z.date() })
type Silent = z.output<typeof silentRow>

/** Campaigns whose first donation since their last update is 30 days old. */
function listSilent({ database, mode, now }: Deps): Promise<Silent[]> {
  const until = new Date(now().getTime() - silentMs)
  const from = new Date(until.getTime() - askedWithinMs)
  return database.rows(
    silentRow,
    sql`
    with candidate as (
      select distinct campaign_id from ledger_entry
      where mode = ${mode} and kind = 'charge' and booked_at > ${from} and booked_at <= ${until})
    select campaign_id as "campaignId", first.at as since
    from candidate
    cross join lateral (
      select coalesce(max(published_at), '-infinity') as at from campaign_update known
      where known.campaign_id = candidate.campaign_id and hidden_at is null) latest
    cross join lateral (
      select min(booked_at) as at from ledger_entry entry
      where entry.campaign_id = candidate.campaign_id and entry.mode = ${mode} and entry.kind = 'charge'
        and entry.booked_at > latest.at) first
    where first.at > ${from} and first.at <= ${until} order by 1`,
  )
}

/** The key of the mail lets the outbox store it once, however often the task runs. */
async function remind(deps: Deps, { campaignId, since }: Silent): Promise<void> {
  const { database, content, outbox, publicUrl } = deps
  const campaign = await content.findCampaign(campaignId)
  if (campaign?.status !== 'approved' || (await isFrozen(database, campaignId))) return
  const owner = await content.findUserByUid(campaign.ownerUid)
  if (!owner) return
  const url = new URL(`/c/${campaign.slug}/updates`, publicUrl).href
  const reader = { to: owner.email, language: await findLanguage(database, campaign.ownerUid) }
  const mail = updateReminderMail(reader, { title: campaign.title, url })
  const key = `update-reminder ${campaignId} ${since.toISOString()}`
  await database.transaction((queries) => outbox.enqueue(queries, mail, key))
}

type Reminder = { title: string; url: string }

/** To an organiser whose donors have read nothing for a month. */
export function updateReminderMail(reader: Reader, { title, url }: Reminder): Mail {
  const words = texts[reader.language].update.reminder
  return writeMail({ ...reader, reason: 'organiser' }, words.subject({ title }), [
    words.lead({ title }),
    words.hint,
    { label: words.write, url },
  ])
}
