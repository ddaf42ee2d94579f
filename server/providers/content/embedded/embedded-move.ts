import * as z from 'zod/mini'

import { compiledObject } from '../../../platform/database/compiled-object.ts'
import type { Database, Transaction } from '../../../platform/database/database.ts'
import { joinSql, sql, type Sql } from '../../../platform/database/sql.ts'
import {
  MoveRefused,
  type MovableStore,
  type MovedCampaign,
  type MovedUser,
} from '../moved-content.ts'
import { updateListing } from './approved-list.ts'
import { campaignColumns, campaignFields, campaignTables, writtenColumns } from './campaign-row.ts'
import { embeddedContent, insertedRow } from './embedded-content.ts'
import { saveSearchWords } from './search-words.ts'
import { insertUser, userColumns, userRow } from './users.ts'

const batchSize = 100
const movedRow = compiledObject({
  ...campaignFields,
  sealed: z.nullable(z.instanceof(Uint8Array)),
  raised: z.nullable(z.int()),
  share: z.nullable(z.int()),
  trend: z.nullable(z.int()),
})
const slugRow = z.object({ campaignId: z.string() })

/** The embedded store as a whole. Slugs stay where they are, because both stores share their table. */
export function embeddedMovableStore(database: Database): MovableStore {
  const find = (condition: Sql) => findMoved(database, condition)
  return {
    async *listCampaigns() {
      for (let after = ''; ;) {
        const campaigns = await find(
          sql`c.id collate "C" > ${after} order by c.id collate "C" limit ${batchSize}`,
        )
        yield { campaigns, others: [] }
        after = campaigns.at(-1)?.id ?? ''
        if (campaigns.length < batchSize) return
      }
    },
    findCampaigns: (ids) => find(sql`c.id = any(${ids})`),
    saveCampaigns: (campaigns) =>
      database.transaction(async (queries) => {
        for (const campaign of campaigns) await saveCampaign(queries, campaign)
      }),
    deleteCampaign: (id) => embeddedContent(database).deleteCampaign(id),

    async *listUsers() {
      for (let after = ''; ;) {
        const users = await database.rows(
          userRow,
          sql`select ${userColumns} from user_document where uid collate "C" > ${after}
            order by uid collate "C" limit ${batchSize}`,
        )
        yield users.map(toUser)
        after = users.at(-1)?.uid ?? ''
        if (users.length < batchSize) return
      }
    },
    async findUsers(uids) {
      const found = sql`select ${userColumns} from user_document where uid = any(${uids})`
      return (await database.rows(userRow, found)).map(toUser)
    },
    saveUsers: (users) =>
      database.transaction(async (queries) => {
        for (const user of users) await queries.run(insertUser(user))
      }),
    deleteUser: async (uid) =>
      void (await database.run(sql`delete from user_document where uid = ${uid}`)),
  }
}

async function findMoved(database: Database, condition: Sql): Promise<MovedCampaign[]> {
  const rows = await database.rows(
    movedRow,
    sql`select ${campaignColumns}, c.account_number_sealed as sealed, l.raised_kobo as raised, l.share, l.trend
      from ${campaignTables} left join campaign_listing l on l.campaign_id = c.id
      where c.deleted_at is null and ${condition}`,
  )
  return rows.map(({ sealed, raised, share, trend, owner: _owner, ...campaign }) => {
    const ranking =
      raised === null || share === null || trend === null ? null : { raised, share, trend }
    return { ...campaign, accountNumberSealed: sealed, ranking }
  })
}

const toUser = ({ _id, ...user }: z.output<typeof userRow>): MovedUser => user

async function saveCampaign(queries: Transaction, campaign: MovedCampaign): Promise<void> {
  const { id, ranking } = campaign
  await claimSlug(queries, campaign)
  await queries.run(
    sql`with changed as (
        ${insertedRow(campaign)}
        on conflict (id) do update set slug = excluded.slug, owner_uid = excluded.owner_uid, status = excluded.status,
          ${joinSql(writtenColumns.map((column) => sql`${column} = excluded.${column}`))},
          account_number_sealed = excluded.account_number_sealed, created_at = excluded.created_at, deleted_at = null
        returning *), ${updateListing(sql`select * from changed`)}
      select id from changed`,
  )
  // The next ranking compares them with the ledger.
  if (ranking)
    await queries.run(
      sql`update campaign_listing set raised_kobo = ${ranking.raised}, share = ${ranking.share}, trend = ${ranking.trend},
          created_at = ${campaign.createdAt}, ranked_at = null
        where campaign_id = ${id}`,
    )
  await saveSearchWords(queries, id)
}

async function claimSlug(queries: Transaction, { id, slug }: MovedCampaign): Promise<void> {
  await queries.run(
    sql`insert into campaign_slug (slug, campaign_id) values (${slug}, ${id}) on conflict do nothing`,
  )
  const owner = await queries.row(
    slugRow,
    sql`select campaign_id as "campaignId" from campaign_slug where slug = ${slug}`,
  )
  if (owner?.campaignId !== id)
    throw new MoveRefused(`The address ${slug} of ${id} belongs to ${owner?.campaignId}.`)
}
