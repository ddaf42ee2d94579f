import { randomUUID } from 'node:crypto'

import * as z from 'zod/mini'

import type { CampaignUpdate, UpdateContent } from '#shared/campaign-update.ts'
import { imageSchema } from '#shared/image-schema.ts'

import type { Transaction } from '../../../platform/database/database.ts'
import { asUuid, sql, type Sql } from '../../../platform/database/sql.ts'
import { Refused } from '../../../platform/http/context.ts'
import { hashRequest, replayOrRun, type RequestHashes } from '../../../platform/http/idempotency.ts'
import { enqueueJob } from '../../../platform/queue/queue.ts'
import {
  updateMailJob,
  updateMailTask,
  type UpdateDeps,
  type UpdateKey,
} from './update-delivery.ts'
import { withdrawWords } from '../words-mails.ts'
import { selectRecipients } from './update-recipients.ts'

const dayMs = 86_400_000
const maxPerDay = 3
export const updatesPerPage = 20

const images = z.array(imageSchema)
/** Versions from before updates had pictures have none. */
const contentAt = z.object({
  title: z.string(),
  text: z.string(),
  images: z._default(images, []),
  at: z.string(),
})
const updateRow = z.pipe(
  z.object({
    id: z.string(),
    title: z.string(),
    text: z.string(),
    images,
    at: z.date(),
    editedAt: z.nullable(z.date()),
    earlier: z.array(contentAt),
  }),
  z.transform(({ at, editedAt, ...row }): CampaignUpdate => ({
    ...row,
    at: at.toISOString(),
    editedAt: editedAt?.toISOString() ?? null,
  })),
)
const storedRow = z.object({ bodyHash: z.instanceof(Buffer), recipients: z.int() })

type Page = { limit: number; before?: string | undefined }
type Publication = { campaignId: string; form: UpdateContent; idempotencyKey: string }
export type CampaignUpdates = ReturnType<typeof openCampaignUpdates>

/** What organisers tell about their campaign: on its page, in its feed, and by mail to donors who agreed and followers. */
export function openCampaignUpdates(deps: UpdateDeps) {
  const { database, now } = deps
  return {
    task: updateMailTask(deps),

    /** Newest first, without the hidden ones. `before` is the id of the last update of the page before. */
    async list(campaignId: string, { limit, before }: Page) {
      const found = await database.rows(updateRow, selectShown(campaignId, { limit, before }))
      const updates = found.slice(0, limit)
      const next = found.length > limit ? (updates.at(-1)?.id ?? null) : null
      return { updates, next }
    },

    /** Publishes once for each key and returns the number of people that it is mailed to. */
    publish(publication: Publication): Promise<number> {
      const { campaignId, form, idempotencyKey: key } = publication
      const hashes = hashRequest(deps.sealing, 'campaign-update', { scope: campaignId, key, form })
      return database.transaction(async (queries) => {
        // The lock keeps the daily count valid until the update is stored.
        await queries.run(
          sql`select pg_advisory_xact_lock(hashtextextended(${`update ${campaignId}`}, 0))`,
        )
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

    /** Replaces texts and pictures and adds the earlier ones to the history. False if there is no such update. */
    async edit({ campaignId, id }: UpdateKey, content: UpdateContent): Promise<boolean> {
      const { title, text } = content
      const pictures = sql`${JSON.stringify(content.images)}::jsonb`
      const changed = await database.run(sql`
        update campaign_update set title = ${title}, text = ${text}, images = ${pictures}, edited_at = ${now()},
          earlier = case when (title, text, images) = (${title}, ${text}, ${pictures}) then earlier else earlier || jsonb_build_array(jsonb_build_object(
            'title', title, 'text', text, 'images', images, 'at', ${toIso(sql`coalesce(edited_at, published_at)`)})) end
        where campaign_id = ${campaignId} and id = ${asUuid(id)}::uuid and hidden_at is null and jsonb_array_length(earlier) < 50`)
      return changed > 0
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

const selectShown = (campaignId: string, { limit, before }: Page): Sql => sql`
  select id, title, text, images, published_at as at, edited_at as "editedAt", earlier from campaign_update shown
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
  if (!deps.isQuiet) await enqueueJob(queries, updateMailJob({ campaignId, id }))
  return found?.recipients ?? 0
}
