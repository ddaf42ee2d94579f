// Campaign queries at growing sizes: node bench/campaigns.ts [1000 100000 1000000]. The reference is hand-written SQL through the
// same driver. Medians of alternating runs.
import { hash } from 'node:crypto'

import type { Pool, PoolConfig } from 'pg'

import { openDatabase, type Database } from '#server/platform/database/database.ts'
import { migrate } from '#server/platform/database/migrate.ts'
import type {
  CampaignFilter,
  ContentStore,
  ListingOrder,
} from '#server/providers/content/content.ts'
import { embeddedContent } from '#server/providers/content/embedded/embedded-content.ts'
import { categories } from '#shared/category.ts'
import { campaignSorts, maxListTotal } from '#shared/campaign-query.ts'
import { lagosToday } from '#shared/day.ts'
import { insertManyCampaigns } from '#test/support/campaigns/many-campaigns.ts'

import { benchPostgres } from './bench-postgres.ts'
import { measureMedians } from './rates.ts'

/** Both return the slugs found. `turn` varies the parameters. */
type CampaignQuery = Record<'store' | 'reference', (turn: number) => Promise<string[]>>

const shown = 12
const columns = `c.id, c.slug, c.owner_uid, u.firstname, u.lastname, c.status, c.title, c.country, c.city, c.category, c.description, c.goal,
  c.start_date, c.end_date, c.raise_money_for, c.importance, c.impact, c.images, c.contact_name, c.contact_email, c.contact_phone,
  c.contact_public, c.bank_code, c.account_number_last4, c.sub_account_code, c.created_at`
const selection = `select ${columns} from campaign c left join user_document u on u.uid = c.owner_uid`

const notEnded = 'end_date > $1::date'
const orders: Record<ListingOrder, { among: string; order: string }> = {
  newest: { among: '$1::date is not null', order: 'created_at desc, campaign_id desc' },
  ending: { among: notEnded, order: 'end_date, campaign_id' },
  'most-funded': { among: '$1::date is not null', order: 'raised_kobo desc, campaign_id desc' },
  'nearly-there': {
    among: `share < 10000 and (end_date is null or ${notEnded})`,
    order: 'share desc, campaign_id desc',
  },
  trending: { among: '$1::date is not null', order: 'trend desc, campaign_id desc' },
}

const sizeArguments = process.argv.slice(2).map(Number)
const sizes = sizeArguments.length > 0 ? sizeArguments : [1_000, 100_000, 1_000_000]

await using postgres = await benchPostgres()
await using opened = new AsyncDisposableStack()
const queriesBySize: Record<string, CampaignQuery>[] = []
for (const size of sizes) {
  const database = opened.use(await createDatabase(postgres.connection, size))
  queriesBySize.push(campaignQueries(embeddedContent(database), { pool: database.pool, size }))
}
for (const name of Object.keys(queriesBySize[0] ?? {}))
  await measure(
    name,
    queriesBySize.flatMap((queries) => queries[name] ?? []),
  )

async function createDatabase(connection: PoolConfig, size: number): Promise<Database> {
  const onIdleError = () => {}
  const name = `campaigns_${size}`
  await using first = openDatabase(connection, { onIdleError })
  await first.pool.query(`create database ${name}`)
  await migrate({ ...connection, database: name })
  const database = openDatabase({ ...connection, database: name }, { onIdleError })
  await insertManyCampaigns(database, size)
  return database
}

/** Compares one query with hand-written SQL at each size, and with the previous size. */
async function measure(name: string, queries: CampaignQuery[]) {
  for (const query of queries) await assertSameResult(name, query)
  const medians = await measureMedians(
    queries.flatMap(({ store, reference }) => [store, reference]),
  )
  for (const [index, size] of sizes.entries()) {
    const [before = 0, , ours = 0, reference = 0] = [0, 0, ...medians].slice(index * 2)
    const figures = `${ours.toFixed(2)} ms, SQL ${reference.toFixed(2)} ms`
    const growth = index > 0 ? `  ${(ours / before).toFixed(2)} times the previous size` : ''
    console.log(
      `${name.padEnd(32)}${String(size).padStart(8)}  ${figures}  ratio ${(ours / reference).toFixed(2)}${growth}`,
    )
  }
}

/** The reference is only valid if it returns the same campaigns. */
async function assertSameResult(name: string, { store, reference }: CampaignQuery) {
  const [ours, expected] = await Promise.all([store(7), reference(7)])
  if (ours.length === 0 || ours.join() !== expected.join())
    throw new Error(`${name}: ${ours.join(' ')} is not ${expected.join(' ')}`)
}

/** Queries of visitors and owners. `size` is the number of campaigns that `insertManyCampaigns` inserted. */
function campaignQueries(
  content: ContentStore,
  { pool, size }: { pool: Pool; size: number },
): Record<string, CampaignQuery> {
  const slugs = async (text: string, values: unknown[]) => {
    const { rows } = await pool.query<{ slug: string }>({ name: hash('sha1', text), text, values })
    return rows.map(({ slug }) => slug)
  }
  const listQuery = (
    where: string,
    filter: (turn: number) => { by: CampaignFilter; value: string | null },
    order: ListingOrder = 'newest',
  ): CampaignQuery => ({
    store: async (turn) =>
      toSlugs(
        await content.listCampaigns(
          { status: 'approved', ...filter(turn).by },
          { limit: shown, order },
        ),
      ),
    reference: (turn) => listWithSql(where, order, filter(turn).value),
  })

  async function listWithSql(where: string, by: ListingOrder, value: string | null) {
    const { among, order } = orders[by]
    const source = `campaign_listing where ${where} and ${among}`
    const values = [lagosToday(), value]
    const [found] = await Promise.all([
      slugs(
        `${selection} join (select * from ${source} order by ${order} limit ${shown + 1}) l on l.campaign_id = c.id order by ${order}`,
        values,
      ),
      slugs(
        `select count(*) from (select from ${source} order by ${order} limit ${maxListTotal + 1}) counted`,
        values,
      ),
    ])
    return found.slice(0, shown)
  }

  return {
    'first page': listQuery('$2::text is null', () => ({ by: {}, value: null })),
    'one campaign': {
      store: async (turn) => {
        const found = await content.findCampaignBySlug(getSlug(turn))
        return found ? [found.slug] : []
      },
      reference: (turn) =>
        slugs(`${selection} join campaign_slug s on s.campaign_id = c.id where s.slug = $1`, [
          getSlug(turn),
        ]),
    },
    "an owner's list": {
      store: async (turn) =>
        toSlugs(await content.listCampaigns({ ownerUid: getOwner(turn) }, { limit: shown })),
      reference: async (turn) => {
        const source = 'c.deleted_at is null and c.owner_uid = $1'
        const [found] = await Promise.all([
          slugs(
            `${selection} where ${source} order by c.created_at desc, c.id desc limit ${shown + 1}`,
            [getOwner(turn)],
          ),
          slugs(`select count(*) from campaign c where ${source}`, [getOwner(turn)]),
        ])
        return found.slice(0, shown)
      },
    },
    'a common word': listQuery(`search @@ to_tsquery('simple', $2)`, () => ({
      by: { text: 'water' },
      value: 'water:*',
    })),
    'a rare word': listQuery(`search @@ to_tsquery('simple', $2)`, (turn) => ({
      by: { text: `rare${getRareWord(turn)}` },
      value: `rare${getRareWord(turn)}:*`,
    })),
    ...Object.fromEntries(
      campaignSorts.map((order) => [
        `a category, ${order} first`,
        listQuery(
          'category = $2',
          (turn) => {
            const category = categories[turn % categories.length] ?? 'other'
            return { by: { category }, value: category }
          },
          order,
        ),
      ]),
    ),
  }

  function getSlug(turn: number): string {
    return `campaign-${((turn * 7919) % size) + 1}`
  }

  function getOwner(turn: number): string {
    return `owner-${((turn * 7919) % (size / 5)) + 1}`
  }

  /** A word that occurs in five campaigns and is a prefix of no other. */
  function getRareWord(turn: number): number {
    const words = size / 5
    return words / 2 + ((turn * 7919 * 20) % (words / 2)) + 7
  }
}

function toSlugs({ campaigns }: { campaigns: { slug: string }[] }): string[] {
  return campaigns.map(({ slug }) => slug)
}
