import { setTimeout as pause } from 'node:timers/promises'

import * as z from 'zod/mini'

import type { Database } from '#server/platform/database/database.ts'
import { sql, type Sql } from '#server/platform/database/sql.ts'

/**
 * Generates campaigns in SQL: nine of ten approved, five per owner, in fifty cities, with common words (in a fifth of them)
 * and rare words (in five of them). `owner` is the one of `testDatabase()`.
 */
export async function insertManyCampaigns(owner: Database, count: number): Promise<void> {
  const tables = ['campaign', 'campaign_listing', 'campaign_slug', 'search_word', 'user_document']
  await withoutIndexes(owner, ['campaign', 'campaign_listing', 'search_word'], async () => {
    for (const insertion of [users(count), campaigns(count), slugs, listing, words])
      await owner.run(insertion)
  })
  for (const table of tables) await vacuum(owner, table)
}

/** Repeats the vacuum until all pages are marked visible: it skips rows that another session's snapshot may still need. */
async function vacuum(owner: Database, table: string) {
  for (let attempt = 0; attempt < 100; attempt++) {
    await owner.pool.query(`vacuum analyze ${table}`)
    const pages = await owner.row(
      z.object({ hidden: z.int() }),
      sql`select relpages - relallvisible as hidden from pg_class where relname = ${table}`,
    )
    if (pages?.hidden === 0) return
    await pause(100)
  }
}

const indexSchema = z.object({ name: z.string(), definition: z.string() })

/** Creating an index afterwards takes a third of the time of updating it row by row. */
async function withoutIndexes(owner: Database, tables: string[], insert: () => Promise<void>) {
  const indexes = await owner.rows(
    indexSchema,
    sql`select indexname as name, indexdef as definition from pg_indexes
      where tablename = any(${tables}) and indexdef not like 'CREATE UNIQUE%'`,
  )
  for (const { name } of indexes) await owner.pool.query(`drop index ${name}`)
  await insert()
  for (const { definition } of indexes) await owner.pool.query(definition)
}

const users = (count: number): Sql => sql`
  insert into user_document (id, uid, firstname, lastname, email, gender, terms, email_verified)
  select gen_random_uuid(), 'owner-' || n, 'Owner', n::text, 'owner-' || n || '@example.com', 'Other', true, true
  from generate_series(1, ${count / 5}::integer) n`

const campaigns = (count: number): Sql => sql`
  insert into campaign (id, slug, owner_uid, status, title, country, city, category, cause, description, goal, start_date, end_date,
    raise_money_for, importance, impact, images, contact_name, contact_email, contact_phone, contact_public, bank_code,
    account_number_last4, sub_account_code, created_at)
  select gen_random_uuid(), 'campaign-' || n, 'owner-' || (n % ${count / 5}::integer + 1),
    case when n % 20 = 0 then 'pending' when n % 20 = 1 then 'rejected' else 'approved' end,
    (array['Water', 'Books', 'A roof', 'Surgery', 'Tools'])[n % 5 + 1] || ' for Town' || (n % 5000),
    case when n % 10 = 0 then 'Ghana' else 'Nigeria' end, 'City' || (n % 50),
    (array['Education', 'Health', 'Emergency Assistance', 'Community Development', 'Career', 'other'])[n % 6 + 1],
    case when n % 6 = 5 then (array['charity', 'legal', null])[n / 6 % 3 + 1] end,
    'Rare' || (n % ${count / 5}::integer), 1000000 + n, current_date, current_date + (n % 400 - 30), 'a', 'b', 'c', '[]', 'Name', 'name@example.com',
    '08012345678', false, '058', '6789', 'ACCT_many', date_trunc('second', now()) - n * interval '1 minute'
  from generate_series(1, ${count}::integer) n`

const slugs = sql`insert into campaign_slug (slug, campaign_id) select slug, id from campaign`

const listing = sql`
  insert into campaign_listing (campaign_id, category, cause, country, city, created_at, end_date, goal_kobo, raised_kobo, share, trend,
    ranked_at, search)
  select id, category, cause, lower(country), lower(city), created_at, end_date, goal, r.raised, least(r.raised * 10000 / goal, 10000),
    (r.raised % 97) * 10000000000 + extract(epoch from created_at)::bigint, now(), search
  from campaign, lateral (select (goal * 7919) % 1300000 as raised) r where status = 'approved'`

const words = sql`
  insert into search_word (word)
  select distinct word from campaign, unnest(tsvector_to_array(search)) as word`
