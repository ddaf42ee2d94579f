import * as z from 'zod/mini'

import { daysLeft } from '#shared/day.ts'
import { terms, toTermMs } from '#shared/terms.ts'

import type { Foundation } from '../../providers/foundation.ts'
import type { Transaction } from '../../platform/database/database.ts'
import { sql } from '../../platform/database/sql.ts'
import type { Task } from '../../platform/queue/queue.ts'
import { mailToken } from '../../platform/mail/mail-token.ts'
import { languageSchema } from '../../platform/mail/reader-language.ts'
import type { Sealing } from '../../platform/runtime/sealing.ts'
import type { ContentStore, StoredCampaign } from '../../providers/content/content.ts'
import { isFrozen } from '../../money/ledger/frozen-campaign.ts'
import { moveDigest } from './digests.ts'
import { chooseWeekly, toUnsubscribeToken } from './mail-links.ts'
import { endMail, followMail } from './mails.ts'

type Deps = Pick<Foundation, 'database' | 'sealing' | 'outbox' | 'publicUrl' | 'now'>
type Follower = Omit<FollowLink, 'expiresAt'>
type Reader = Pick<FollowLink, 'campaignId' | 'email'>

export type CampaignFollowers = ReturnType<typeof openCampaignFollowers>

/** People who get a campaign's updates by mail, with or without an account or a donation. */
export function openCampaignFollowers(deps: Deps) {
  const { database, sealing, now } = deps
  const toKey = (email: string) => sealing.fingerprint('donor', email.toLowerCase())
  return {
    /** Undefined also if the link has expired. */
    findLink: async (text: string) => {
      const link = token.open(sealing, text)
      return link && link.expiresAt > now().getTime() ? link : undefined
    },

    /** Mails the same link to every address, so that neither the answer nor the mail tells who follows. */
    async requestLink(
      { id, title }: Pick<StoredCampaign, 'id' | 'title'>,
      { email, language, remindOnly }: Omit<Follower, 'campaignId'>,
    ): Promise<void> {
      const url = createFollowUrl(deps, { campaignId: id, email, language, remindOnly })
      const mail = followMail({ to: email, language }, { campaign: title, url, remindOnly })
      await database.transaction((queries) => deps.outbox.enqueue(queries, mail))
    },

    /** False for a campaign that was deleted: nothing would remove the follower any more. */
    follow({ campaignId, email, language, remindOnly = false }: Follower): Promise<boolean> {
      return database.transaction(async ({ run }) => {
        // A deletion holds the lock alone.
        await run(
          sql`select pg_advisory_xact_lock_shared(hashtextextended(${`deletion ${campaignId}`}, 0))`,
        )
        const followed = await run(sql`
          insert into campaign_follower as known (campaign_id, donor_key, email_sealed, language, followed_at, wants_updates, wants_reminder)
          select ${campaignId}, ${toKey(email)}::bytea, ${sealing.seal('follower-email', email)}::bytea, ${language}, ${now()}::timestamptz,
            ${!remindOnly}::boolean, ${remindOnly}::boolean
          where not exists (select from deleted_campaign where campaign_id = ${campaignId})
          on conflict (campaign_id, donor_key) do update set language = excluded.language,
            wants_updates = known.wants_updates or excluded.wants_updates,
            wants_reminder = known.wants_reminder or excluded.wants_reminder`)
        return followed > 0
      })
    },

    async unfollow({ campaignId, email }: Reader): Promise<void> {
      await database.run(sql`
        delete from campaign_follower where campaign_id = ${campaignId} and donor_key = ${toKey(email)}`)
    },

    chooseWeekly: (email: string, isWeekly: boolean): Promise<number> =>
      chooseWeekly(database, toKey(email), isWeekly ? now() : null),

    isWeekly: (email: string): Promise<boolean> =>
      database.exists(sql`select from digest_reader where donor_key = ${toKey(email)}`),

    async isFollowing({ campaignId, email }: Reader): Promise<boolean> {
      return database.exists(sql`
        select from campaign_follower
          where campaign_id = ${campaignId} and donor_key = ${toKey(email)} and wants_updates`)
    },
  }
}

const linkSchema = z.object({
  campaignId: z.string(),
  email: z.string(),
  language: languageSchema,
  remindOnly: z.optional(z.boolean()),
  expiresAt: z.int(),
})
/** What the mailed link contains, so that nothing is stored about an address before its owner confirms it. */
type FollowLink = z.output<typeof linkSchema>

const token = mailToken('follow', linkSchema)

type LinkDeps = { sealing: Pick<Sealing, 'seal'>; publicUrl: string; now: () => Date }

export function createFollowUrl(
  { sealing, publicUrl, now }: LinkDeps,
  link: Omit<FollowLink, 'expiresAt'>,
): string {
  const expiresAt = now().getTime() + toTermMs(terms.followLink)
  return new URL(`/follow/${token.create(sealing, { ...link, expiresAt })}`, publicUrl).href
}

type Change = { uid: string; formerEmail: string }

/** What an account follows is mailed to its new address. The former mailbox may belong to another person soon. */
export async function moveFollows(
  sealing: Pick<Sealing, 'seal' | 'fingerprint'>,
  queries: Transaction,
  { uid, formerEmail }: Change,
): Promise<void> {
  const account = await queries.value(z.string(), sql`select email from account where uid = ${uid}`)
  if (account === undefined) return
  const toKey = (email: string) => sealing.fingerprint('donor', email.toLowerCase())
  const [from, to] = [toKey(formerEmail), toKey(account)]
  await queries.run(sql`
    insert into campaign_follower (campaign_id, donor_key, email_sealed, language, followed_at, wants_updates, wants_reminder)
    select campaign_id, ${to}::bytea, ${sealing.seal('follower-email', account)}::bytea, language, followed_at, wants_updates, wants_reminder
    from campaign_follower where donor_key = ${from}
    on conflict (campaign_id, donor_key) do nothing`)
  await moveDigest(queries, from, to)
  await queries.run(
    sql`delete from campaign_follower where donor_key = ${from} and ${from}::bytea <> ${to}::bytea`,
  )
}

const reminderRow = z.object({
  key: z.instanceof(Buffer),
  emailSealed: z.instanceof(Buffer),
  language: languageSchema,
})

type ReminderDeps = Deps & { content: Pick<ContentStore, 'findCampaign'> }

/** Mails the people once, three days before, who asked to be reminded of the end of a campaign. */
export function remindOfEnds(deps: ReminderDeps): Task {
  const { database, content, now } = deps
  return {
    name: 'remind-of-ends',
    lane: 'maintenance',
    cron: '40 8 * * *',
    run: async () => {
      const ids = await database.values(
        z.string(),
        sql`select distinct campaign_id from campaign_follower where wants_reminder`,
      )
      for (const id of ids) {
        const campaign = await content.findCampaign(id)
        const days = (campaign && daysLeft(campaign.endDate, now())) ?? Infinity
        const isOver = campaign?.status !== 'approved' || days <= 0
        if (isOver) await database.transaction((queries) => takeReaders(queries, id))
        else if (days <= 3 && !(await isFrozen(database, id)))
          await database.transaction((queries) => remind(deps, queries, campaign))
      }
    },
  }
}

async function takeReaders(queries: Transaction, id: string) {
  const readers = await queries.rows(
    reminderRow,
    sql`update campaign_follower set wants_reminder = false where campaign_id = ${id} and wants_reminder
        returning donor_key as key, email_sealed as "emailSealed", language`,
  )
  await queries.run(
    sql`delete from campaign_follower where campaign_id = ${id} and not wants_updates and not wants_reminder`,
  )
  return readers
}

async function remind(
  { sealing, outbox, publicUrl }: ReminderDeps,
  queries: Transaction,
  { id, slug, title: campaign, endDate }: StoredCampaign,
) {
  const url = new URL(`/c/${slug}`, publicUrl).href
  for (const { key, emailSealed, language } of await takeReaders(queries, id)) {
    const token = toUnsubscribeToken(sealing, { campaignId: id, donorKey: key })
    const unsubscribeUrl = new URL(`/unsubscribe/${token}`, publicUrl).href
    const facts = { campaign, endDate: endDate ?? '', url, unsubscribeUrl }
    const mail = endMail({ to: sealing.open('follower-email', emailSealed), language }, facts)
    await outbox.enqueue(queries, mail, `end-reminder ${id} ${key.toString('hex')}`)
  }
}
