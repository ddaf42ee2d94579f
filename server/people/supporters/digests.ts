import * as z from 'zod/mini'

import type { Transaction } from '../../platform/database/database.ts'
import { sql, takeLock } from '../../platform/database/sql.ts'
import { languageSchema } from '../../platform/mail/reader-language.ts'
import type { Task } from '../../platform/queue/queue.ts'
import { isTakenDown } from '../../staff/moderation/decisions.ts'
import { toUnsubscribeToken } from './mail-links.ts'
import { digestMail } from './mails.ts'
import { selectRecipients, type UpdateDeps } from './updates.ts'

export const weekMs = 7 * 86_400_000
/** A Saturday, 8 o'clock in Lagos. */
const firstWeekMs = Date.UTC(1970, 0, 3, 7)

/** Each hour mails what waited at the end of the week, so that neither a stopped server nor a withdrawn mail delays it for a week. */
export function digestTask(deps: UpdateDeps): Task {
  const { database, content, now } = deps
  return {
    name: 'mail-digests',
    lane: 'maintenance',
    cron: '10 * * * *',
    run: async () => {
      const sinceFirstMs = now().getTime() - firstWeekMs
      const until = new Date(firstWeekMs + sinceFirstMs - (sinceFirstMs % weekMs))
      const due = sql`from digest_item where mail is null and at < ${until}`
      const campaigns: Campaigns = new Map()
      for (const id of await database.values(z.string(), sql`select distinct campaign_id ${due}`))
        campaigns.set(id, await content.findCampaign(id))
      for (const key of await database.values(bytes, sql`select distinct donor_key ${due}`))
        await database.transaction((queries) =>
          mailDigest(deps, queries, { key, until, campaigns }),
        )
    },
  }
}

type Campaigns = Map<string, { title: string; slug: string } | undefined>
type Due = { key: Buffer; until: Date; campaigns: Campaigns }

const bytes = z.instanceof(Buffer)
const itemRow = z.object({
  campaignId: z.string(),
  id: z.string(),
  title: z.string(),
  text: z.string(),
  emailSealed: bytes,
  language: languageSchema,
  follows: z.boolean(),
})

/** An update is in one mail, because it is marked in the transaction that stores the mail, and there is one mail for a person and a week. */
async function mailDigest(deps: UpdateDeps, queries: Transaction, { key, until, campaigns }: Due) {
  const { sealing, outbox, publicUrl, mode } = deps
  const person = key.toString('hex')
  const mailKey = `digest ${until.toISOString().slice(0, 10)} ${person}`
  await queries.run(takeLock(`digest ${person}`))
  if (await queries.exists(sql`select from mail_outbox where key = ${mailKey}`)) return
  const found = await queries.rows(
    itemRow,
    sql`select item.campaign_id as "campaignId", update.id, title, text, email_sealed as "emailSealed", language, follows
        from digest_item item
        join campaign_update update on update.campaign_id = item.campaign_id and update.id = item.update_id
        cross join lateral (${selectRecipients({ mode, campaignId: sql`item.campaign_id` })}) reader
        where item.donor_key = ${key} and reader.donor_key = ${key} and mail is null and at < ${until} and hidden_at is null
          and not ${isTakenDown(sql`item.campaign_id`)}
          and not exists (select from mail_outbox where key = 'update ' || update.id || ${` ${person}`})
        order by item.campaign_id, published_at`,
  )
  const items = found.flatMap((item) => {
    const { title, slug } = campaigns.get(item.campaignId) ?? {}
    return title === undefined
      ? []
      : [{ ...item, campaign: title, url: `${publicUrl}/c/${slug}/updates` }]
  })
  const [first] = found
  if (!first || items.length === 0) return
  const token = toUnsubscribeToken(sealing, { campaignId: first.campaignId, donorKey: key })
  const to = sealing.open(first.follows ? 'follower-email' : 'donor-email', first.emailSealed)
  const unsubscribeUrl = `${publicUrl}/unsubscribe/${token}?choice=all`
  const mail = digestMail({ to, language: first.language }, { items, unsubscribeUrl })
  await outbox.enqueue(queries, mail, mailKey)
  await queries.run(sql`
    update digest_item set mail = ${mailKey} where donor_key = ${key} and mail is null and update_id = any(${items.map(({ id }) => id)}::uuid[])`)
}

/** A person's choice and what waits go along to a new address. */
export async function moveDigest({ run }: Transaction, from: Buffer, to: Buffer): Promise<void> {
  await run(sql`
    insert into digest_reader (donor_key, chosen_at)
    select ${to}::bytea, chosen_at from digest_reader where donor_key = ${from} on conflict do nothing`)
  await run(sql`
    insert into digest_item (campaign_id, update_id, donor_key, at)
    select campaign_id, update_id, ${to}::bytea, at from digest_item where donor_key = ${from} and mail is null
    on conflict do nothing`)
}
