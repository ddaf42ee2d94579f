import { randomUUID } from 'node:crypto'

import * as z from 'zod/mini'

import { accessLogEntrySchema } from '#shared/access-log.ts'

import type { Foundation } from '../../providers/foundation.ts'
import { sql, type Sql } from '../../platform/database/sql.ts'
import type { Cursor } from '../../money/donations/donation-list.ts'
import type { StaffRead } from '../../platform/http/staff-read.ts'
import type { ContentStore } from '../../providers/content/content.ts'
import { readsAbout } from './inventory/entry.ts'
import { listOwnCampaigns } from './legal-hold.ts'

const pageRows = 30

type Deps = Pick<Foundation, 'database' | 'now'> & {
  content: Pick<ContentStore, 'listCampaigns'>
}

type Page = { person: string | undefined; after: Cursor | undefined }

/** Who of the staff read whose personal data. The application may add rows and never change or delete one. */
export function openAccessLog({ database, content, now }: Deps) {
  return {
    async record(read: StaffRead): Promise<void> {
      await database.run(sql`
        insert into access_log (id, uid, role, action, concerns, campaign_ids, subject_uids, subjects, at)
        values (${randomUUID()}, ${read.uid}, ${read.role}, ${read.action}, ${read.concerns}, ${read.campaignIds},
          ${read.subjectUids}, ${read.subjects}, ${now()})`)
    },

    /** A page of 30, newest first. `person` is an account's address or uid: what it read, and what was read about it. */
    async list({ person, after }: Page) {
      const about = person === undefined ? sql`` : await toFilter(person)
      const rows = await database.rows(
        accessLogEntrySchema,
        sql`select id, coalesce(account.email, log.uid) as staff, role, action, concerns,
            campaign_ids as "campaignIds", subjects, at
          from access_log log left join account on account.uid = log.uid
          where true ${about}
            ${after ? sql`and (at, id) < (${after.createdAt}, ${after.id}::uuid)` : sql``}
          order by at desc, id desc limit ${pageRows + 1}`,
      )
      const page = rows.slice(0, pageRows)
      const last = rows.length > pageRows ? page.at(-1) : undefined
      return { entries: page, next: last ? `${Date.parse(last.at)}.${last.id}` : null }
    },
  }

  async function toFilter(person: string): Promise<Sql> {
    const account = await database.value(
      z.string(),
      sql`select uid from account where uid = ${person} union select uid from account where email = lower(${person})`,
    )
    const uid = account ?? person
    const campaigns = await listOwnCampaigns(content, uid)
    const campaignIds = campaigns.map(({ id }) => id)
    const who = {
      uid,
      email: null,
      donorKey: null,
      recipientKey: null,
      campaignIds,
      subAccountCodes: [],
    }
    return sql`and (log.uid = ${uid} or ${readsAbout.where(who) ?? sql`false`})`
  }
}
