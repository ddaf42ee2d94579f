import type { Database, Queries, Transaction } from '../../../database/database.ts'
import { sql, type Sql } from '../../../database/sql.ts'
import { assignSlug } from '../campaign-slugs.ts'
import {
  isCampaignId,
  type CampaignChange,
  type CampaignUpdate,
  type ContentStore,
  type NewCampaign,
  type StoredCampaign,
} from '../content.ts'
import { isSlug, toSlug } from '../slug.ts'
import { listOverdue, updateListing } from './approved-list.ts'
import { countCampaigns, listCampaigns } from './campaign-list.ts'
import { campaignRow, selectCampaigns, toCampaign } from './campaign-row.ts'
import { saveSearchWords } from './search-words.ts'
import { embeddedUsers } from './users.ts'

/** Stores campaigns and profiles in our own database. */
export function embeddedContent(database: Database): ContentStore {
  return {
    ...embeddedUsers(database),

    insertCampaign: (campaign, record) =>
      database.transaction(async (queries) => {
        const stored = await insertCampaign(queries, campaign)
        await record?.(queries, stored)
        return stored
      }),

    findCampaign: (id) => findCampaign(database, id),

    async findCampaignBySlug(slug) {
      if (!isSlug(slug)) return undefined
      const row = await database.row(
        campaignRow,
        sql`${selectCampaigns} join campaign_slug s on s.campaign_id = c.id
          where s.slug = ${slug.toLowerCase()} and c.deleted_at is null`,
      )
      return row && toCampaign(row)
    },

    listCampaigns: (filter, page) => listCampaigns(database, filter, page),
    countCampaigns: (filter) => countCampaigns(database, filter),

    changeCampaign: (id, plan) =>
      database.transaction(async (queries) => {
        const existing = await lockCampaign(queries, id)
        if (!existing) return false
        const update = typeof plan === 'function' ? await plan(queries, existing) : plan
        if (update.from !== undefined && update.from !== existing.status) return false
        await updateCampaign(queries, existing, update)
        await update.record?.(queries)
        return true
      }),

    listOverdue: (today, limit) => listOverdue(database, today, limit),

    async deleteCampaign(id) {
      if (!isCampaignId(id)) return
      await database.run(
        withListing(sql`update campaign set deleted_at = now(), account_number_sealed = null,
            contact_name = '', contact_email = '', contact_phone = '', contact_public = false,
            description = '', raise_money_for = '', importance = '', impact = '', images = '[]'
          where id = ${id.toLowerCase()} and deleted_at is null returning *`),
      )
    },
  }
}

/** Runs the update and brings the listing up to date in one statement, which returns the ids of the changed campaigns. */
function withListing(update: Sql): Sql {
  return sql`with changed as (${update}), ${updateListing(sql`select * from changed`)}
    select id from changed`
}

async function findCampaign(queries: Queries, id: string): Promise<StoredCampaign | undefined> {
  if (!isCampaignId(id)) return undefined
  const row = await queries.row(
    campaignRow,
    sql`${selectCampaigns} where c.id = ${id.toLowerCase()} and c.deleted_at is null`,
  )
  return row && toCampaign(row)
}

async function insertCampaign(
  queries: Transaction,
  campaign: NewCampaign,
): Promise<StoredCampaign> {
  const existing = await findCampaign(queries, campaign.id)
  if (existing) return existing

  const slug = await assignSlug(queries, campaign)
  const { contact, bankAccount } = campaign
  await queries.run(
    sql`insert into campaign (id, slug, owner_uid, status, title, country, city, category, description, goal, start_date,
        end_date, raise_money_for, importance, impact, images, contact_name, contact_email, contact_phone, contact_public,
        bank_code, account_number_sealed, account_number_last4, sub_account_code, created_at)
      values (${campaign.id}, ${slug}, ${campaign.ownerUid}, 'pending', ${campaign.title}, ${campaign.country},
        ${campaign.city}, ${campaign.category}, ${campaign.description}, ${campaign.goal}, ${campaign.startDate},
        ${campaign.endDate}, ${campaign.raiseMoneyFor}, ${campaign.importance}, ${campaign.impact},
        ${JSON.stringify(campaign.images)}, ${contact.name}, ${contact.email}, ${contact.phone}, ${contact.isPublic},
        ${bankAccount.bankCode}, ${campaign.accountNumberSealed}, ${bankAccount.last4}, ${bankAccount.subAccountCode},
        ${campaign.createdAt})`,
  )
  await saveSearchWords(queries, campaign.id)
  const stored = await findCampaign(queries, campaign.id)
  if (!stored) throw new Error('the inserted campaign was not found')
  return stored
}

/** The campaign, which no other transaction changes until this one ends. */
async function lockCampaign(queries: Transaction, id: string): Promise<StoredCampaign | undefined> {
  if (!isCampaignId(id)) return undefined
  await queries.run(sql`select from campaign where id = ${id.toLowerCase()} for update`)
  return findCampaign(queries, id)
}

async function updateCampaign(
  queries: Transaction,
  existing: StoredCampaign,
  { to: status = existing.status, fields }: CampaignUpdate,
): Promise<void> {
  if (fields) return updateFields(queries, existing, { ...fields, status })
  if (status === existing.status) return
  await queries.run(
    withListing(sql`update campaign set status = ${status} where id = ${existing.id} returning *`),
  )
}

async function updateFields(
  queries: Transaction,
  existing: StoredCampaign,
  { status, ...change }: CampaignChange & Pick<StoredCampaign, 'status'>,
): Promise<void> {
  const { accountNumberSealed = null, ...campaign } = { ...existing, ...change }
  const isRenamed = toSlug(campaign.title) !== toSlug(existing.title)
  const slug = isRenamed ? await assignSlug(queries, campaign) : existing.slug
  const { contact, bankAccount } = campaign
  await queries.run(
    withListing(sql`update campaign set status = ${status}, slug = ${slug}, title = ${campaign.title}, country = ${campaign.country},
        city = ${campaign.city}, category = ${campaign.category}, description = ${campaign.description}, goal = ${campaign.goal},
        start_date = ${campaign.startDate}, end_date = ${campaign.endDate}, raise_money_for = ${campaign.raiseMoneyFor},
        importance = ${campaign.importance}, impact = ${campaign.impact}, images = ${JSON.stringify(campaign.images)},
        contact_name = ${contact.name}, contact_email = ${contact.email}, contact_phone = ${contact.phone},
        contact_public = ${contact.isPublic}, bank_code = ${bankAccount.bankCode}, account_number_last4 = ${bankAccount.last4},
        sub_account_code = ${bankAccount.subAccountCode},
        account_number_sealed = coalesce(${accountNumberSealed}, account_number_sealed)
      where id = ${existing.id} returning *`),
  )
  await saveSearchWords(queries, existing.id)
}
