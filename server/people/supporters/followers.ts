import * as z from 'zod/mini'

import type { Language } from '#shared/language.ts'
import { terms, toTermMs } from '#shared/terms.ts'

import type { Foundation } from '../../providers/foundation.ts'
import type { Transaction } from '../../platform/database/database.ts'
import { sql } from '../../platform/database/sql.ts'
import { mailToken } from '../../platform/mail/mail-token.ts'
import { languageSchema } from '../../platform/mail/reader-language.ts'
import type { Sealing } from '../../platform/runtime/sealing.ts'
import type { StoredCampaign } from '../../providers/content/content.ts'
import { followMail } from './mails.ts'

type Deps = Pick<Foundation, 'database' | 'sealing' | 'outbox' | 'publicUrl' | 'now'>
type Follower = Pick<FollowLink, 'campaignId' | 'email' | 'language'>
type Reader = Pick<Follower, 'campaignId' | 'email'>

export type CampaignFollowers = ReturnType<typeof openCampaignFollowers>

/** People who get a campaign's updates by mail, with or without an account or a donation. */
export function openCampaignFollowers(deps: Deps) {
  const { database, sealing, now } = deps
  const toKey = (email: string) => sealing.fingerprint('donor', email.toLowerCase())
  return {
    findLink: async (token: string) => openFollowLink(deps, token),

    /** Mails the same link to every address, so that neither the answer nor the mail tells who follows. */
    async requestLink(
      { id, title }: Pick<StoredCampaign, 'id' | 'title'>,
      email: string,
      language: Language,
    ): Promise<void> {
      const url = createFollowUrl(deps, { campaignId: id, email, language })
      const mail = followMail(email, language, { campaign: title, url })
      await database.transaction((queries) => deps.outbox.enqueue(queries, mail))
    },

    /** False for a campaign that was deleted: nothing would remove the follower any more. */
    follow({ campaignId, email, language }: Follower): Promise<boolean> {
      return database.transaction(async ({ run }) => {
        // A deletion holds the lock alone (migration 0028).
        await run(
          sql`select pg_advisory_xact_lock_shared(hashtextextended(${`deletion ${campaignId}`}, 0))`,
        )
        const followed = await run(sql`
          insert into campaign_follower (campaign_id, donor_key, email_sealed, language, followed_at)
          select ${campaignId}, ${toKey(email)}::bytea, ${sealing.seal('follower-email', email)}::bytea, ${language}, ${now()}::timestamptz
          where not exists (select from deleted_campaign where campaign_id = ${campaignId})
          on conflict (campaign_id, donor_key) do update set language = excluded.language`)
        return followed > 0
      })
    },

    async unfollow({ campaignId, email }: Reader): Promise<void> {
      await database.run(sql`
        delete from campaign_follower where campaign_id = ${campaignId} and donor_key = ${toKey(email)}`)
    },

    async isFollowing({ campaignId, email }: Reader): Promise<boolean> {
      const found = await database.row(
        z.object({ one: z.int() }),
        sql`select 1 as one from campaign_follower
            where campaign_id = ${campaignId} and donor_key = ${toKey(email)}`,
      )
      return found !== undefined
    },
  }
}

const linkSchema = z.object({
  campaignId: z.string(),
  email: z.string(),
  language: languageSchema,
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

/** Undefined also if the link has expired. */
function openFollowLink(
  { sealing, now }: { sealing: Pick<Sealing, 'open'>; now: () => Date },
  text: string,
): FollowLink | undefined {
  const link = token.open(sealing, text)
  return link && link.expiresAt > now().getTime() ? link : undefined
}

const emailRow = z.object({ email: z.string() })

type Change = { uid: string; formerEmail: string }

/** What an account follows is mailed to its new address. The former mailbox may belong to another person soon. */
export async function moveFollows(
  sealing: Pick<Sealing, 'seal' | 'fingerprint'>,
  queries: Transaction,
  { uid, formerEmail }: Change,
): Promise<void> {
  const account = await queries.row(emailRow, sql`select email from account where uid = ${uid}`)
  if (!account) return
  const toKey = (email: string) => sealing.fingerprint('donor', email.toLowerCase())
  const [from, to] = [toKey(formerEmail), toKey(account.email)]
  await queries.run(sql`
    insert into campaign_follower (campaign_id, donor_key, email_sealed, language, followed_at)
    select campaign_id, ${to}::bytea, ${sealing.seal('follower-email', account.email)}::bytea, language, followed_at
    from campaign_follower where donor_key = ${from}
    on conflict (campaign_id, donor_key) do nothing`)
  await queries.run(
    sql`delete from campaign_follower where donor_key = ${from} and ${from}::bytea <> ${to}::bytea`,
  )
}
