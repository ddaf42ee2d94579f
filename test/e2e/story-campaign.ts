import { randomUUID } from 'node:crypto'

import type pg from 'pg'

import { getRunningConnection } from '#server/platform/database/embedded/running-connection.ts'

import { withClient } from '../support/database/query.ts'
import type { Ajo } from './ajo.ts'

/** A sample campaign of the sample organiser, approved by the sample reviewer. Stories read it and donate to it. */
export const sampleTitle = 'A reading room for the children of Nsukka'

/** A word by which the search finds it and every copy. */
export const sampleWord = 'Nsukka'

export type StoryCampaign = { id: string; slug: string; title: string; address: string }

/**
 * A public campaign of the sample organiser for one story: a copy of the one above without its donations. Stories of a worker
 * share a server, so a story that changes a campaign needs its own.
 */
export function addCampaign(ajo: Ajo, title: string): Promise<StoryCampaign> {
  return withDatabase(ajo, async (client) => {
    const { id, slug } = await copyCampaign(client, title, 'approved')
    await copyRows(client, 'campaign_listing', [
      'campaign_id',
      { campaign_id: id, raised_kobo: 0, ranked_at: null },
    ])
    for (const table of ['campaign_history', 'campaign_version'])
      await copyRows(client, table, ['campaign_id', { campaign_id: id }])
    await client.query(
      `update campaign_version set content = content || jsonb_build_object('title', $2::text)
      where campaign_id = $1`,
      [id, title],
    )
    await client.query(
      `insert into money_decision (campaign_id, kind, subject, facts, decided_by, at)
      select $1, kind, subject, facts, decided_by, at from money_decision
      where kind = 'payee-approved' and campaign_id = (select id from campaign where title = $2) order by id desc limit 1`,
      [id, sampleTitle],
    )
    return { id, slug, title, address: `/c/${slug}` }
  })
}

/**
 * Fills more than a page of a list of twelve. `sampleWord` finds them, which no list in the cache does. A person who never logs in
 * organises them, so that they fill no list of the sample organiser.
 */
export async function addTwoPages(ajo: Ajo, title: string): Promise<void> {
  for (let number = 1; number <= 13; number++) {
    const { id } = await addCampaign(ajo, `${title} ${number}`)
    await withDatabase(ajo, (client) =>
      client.query(
        `update campaign set owner_uid = (select uid from account where email = 'musa.abdullahi@example.com')
        where id = $1`,
        [id],
      ),
    )
  }
}

/** A public one that has expired. The sample data's is ended by the job of the next full hour. */
export async function addExpiredCampaign(ajo: Ajo, title: string): Promise<StoryCampaign> {
  const campaign = await addCampaign(ajo, title)
  await withDatabase(ajo, async (client) => {
    const past = 'end_date = current_date - 3'
    await client.query(`update campaign set ${past} where id = $1`, [campaign.id])
    await client.query(`update campaign_listing set ${past} where campaign_id = $1`, [campaign.id])
  })
  return campaign
}

/** One that waits for a reviewer. */
export function addPendingCampaign(ajo: Ajo, title: string): Promise<{ id: string }> {
  return withDatabase(ajo, (client) => copyCampaign(client, title, 'pending'))
}

async function copyCampaign(client: pg.Client, title: string, status: 'approved' | 'pending') {
  const id = randomUUID()
  const slug = title.toLowerCase().replaceAll(/\W+/g, '-')
  await copyRows(client, 'campaign', ['id', { id, slug, title, status }])
  await client.query('insert into campaign_slug (slug, campaign_id) values ($1, $2)', [slug, id])
  return { id, slug }
}

/** As the owner of the server's database. */
export const withDatabase = <Result>(
  { dataDir }: Pick<Ajo, 'dataDir'>,
  work: (client: pg.Client) => Promise<Result>,
) => withClient(getRunningConnection(dataDir) ?? {}, work)

/** Copies the sample's rows of the table with other values in some columns. The column `key` holds the campaign's id. */
async function copyRows(client: pg.Client, table: string, [key, change]: [string, object]) {
  const { rows } = await client.query<{ columns: string }>(
    `select string_agg(quote_ident(column_name), ', ') as columns from information_schema.columns
    where table_schema = 'public' and table_name = $1 and is_generated = 'NEVER'`,
    [table],
  )
  const columns = rows[0]?.columns
  await client.query(
    `insert into ${table} (${columns}) select ${columns} from (
      select copy.* from ${table} source,
        jsonb_populate_record(null::${table}, to_jsonb(source) || $1::jsonb) copy
      where source.${key} = (select id from campaign where title = $2)) copies`,
    [JSON.stringify(change), sampleTitle],
  )
}
