import { beforeAll, describe, expect, it } from 'vitest'
import * as z from 'zod/mini'

import { openDatabase } from '#server/database/database.ts'
import { sql, type Sql } from '#server/database/sql.ts'
import { categories } from '#shared/campaign.ts'
import { campaignSorts } from '#shared/campaign-query.ts'
import { testDatabase } from '#test/database.ts'
import { insertManyCampaigns } from '#test/many-campaigns.ts'
import { explain, recordQueries } from '#test/query-plans.ts'

import type { CampaignFilter, ListingOrder } from '../content.ts'
import { embeddedContent } from './embedded-content.ts'

const { database, owner, connection } = await testDatabase()

beforeAll(() => insertManyCampaigns(owner, 100_000), 180_000)

/** The content store on a database that records its queries. */
function openRecorded() {
  const { database: recorded, executed } = recordQueries(database)
  return { content: embeddedContent(recorded), executed }
}

/** The tables that the query scans sequentially. */
async function findSequentialScans(query: Sql): Promise<string[]> {
  return (await explain(database, query))
    .filter((node) => node['Node Type'] === 'Seq Scan')
    .map((node) => node['Relation Name'] ?? 'unknown')
}

const filters: Record<string, CampaignFilter> = {
  'without a filter': {},
  'in a category': { category: 'Health' },
  'of a cause': { category: 'other', cause: 'legal' },
  'in a country that contains nearly all': { country: 'Nigeria' },
  'in a city': { city: 'City7' },
  'in a place': { place: 'Ghana' },
  'that are funded': { state: 'funded' },
  'that are open': { state: 'open', except: ['7f1c2a54-90a3-4d27-8f0e-2f9f6d2f6a01'] },
  'that end soon': { state: 'ending-soon', category: 'Career' },
  'with a common word': { text: 'water' },
  'with a rare word': { text: 'rare7777' },
  'with a misspelt word': { text: 'srugery town12' },
}
const rows = Object.entries(filters).flatMap(([name, filter]) =>
  campaignSorts.map((order): [string, ListingOrder, CampaignFilter] => [name, order, filter]),
)

describe('with 100,000 campaigns, no query scans a whole table', () => {
  it.each(rows)('for campaigns %s, sorted by %s', async (_name, order, filter) => {
    const { content, executed } = openRecorded()
    const page = { limit: 12, order }
    const first = await content.listCampaigns({ status: 'approved', ...filter }, page)
    if (first.next !== null)
      await content.listCampaigns({ status: 'approved', ...filter }, { ...page, after: first.next })

    expect((await Promise.all(executed.map(findSequentialScans))).flat()).toEqual([])
  })

  it.each<[string, (content: ReturnType<typeof embeddedContent>) => Promise<unknown>]>([
    ['a campaign by its slug', (content) => content.findCampaignBySlug('campaign-777')],
    [
      'a campaign by its id',
      (content) => content.findCampaign('7f1c2a54-90a3-4d27-8f0e-2f9f6d2f6a01'),
    ],
    [
      'the campaigns of an owner',
      (content) => content.listCampaigns({ ownerUid: 'owner-7' }, { limit: 12 }),
    ],
    [
      'the rejected campaigns of an owner',
      (content) =>
        content.listCampaigns({ ownerUid: 'owner-7', status: 'rejected' }, { limit: 12 }),
    ],
    [
      'campaigns by their ids',
      (content) =>
        content.listCampaigns({ ids: ['7f1c2a54-90a3-4d27-8f0e-2f9f6d2f6a01'] }, { limit: 50 }),
    ],
    [
      "the reviewers' queue",
      (content) => content.listCampaigns({ status: 'pending' }, { limit: 100, order: 'oldest' }),
    ],
    [
      'the addresses of campaigns',
      async (content) => {
        const { next } = await content.listAddresses({ limit: 1_000 })
        await content.listAddresses({ limit: 1_000, after: next ?? '' })
      },
    ],
    [
      'the number of approved campaigns',
      (content) => content.countCampaigns({ status: 'approved' }),
    ],
  ])('for %s', async (_name, request) => {
    const { content, executed } = openRecorded()
    await request(content)
    expect((await Promise.all(executed.map(findSequentialScans))).flat()).toEqual([])
    expect(executed.length).toBeGreaterThan(0)
  })
})

describe('with 100,000 campaigns', () => {
  it.each([
    ['a rare word is found by the search index', 'rare17777', true],
    ['a common word is found by walking the list', 'water', false],
  ])('%s', async (_title, text, usesIndex) => {
    const { content, executed } = openRecorded()
    await content.listCampaigns({ status: 'approved', text }, { limit: 12 })

    const plans = await Promise.all(executed.map((query) => explain(database, query)))
    expect(plans).toHaveLength(2)
    for (const plan of plans)
      expect(plan.some((node) => node['Node Type'] === 'Bitmap Index Scan')).toBe(usesIndex)
  })

  it.each<ListingOrder>(['newest', 'ending', 'most-funded', 'trending'])(
    'the list sorted by %s gets one generic plan for all requests',
    async (order) => {
      await using single = openDatabase(connection, { max: 1, onIdleError: () => {} })
      const content = embeddedContent(single)
      for (const category of [...categories, ...categories])
        await content.listCampaigns({ status: 'approved', category }, { limit: 12, order })

      const plans = await single.rows(
        z.object({ custom: z.int(), generic: z.int() }),
        sql`select custom_plans as custom, generic_plans as generic from pg_prepared_statements
          where statement like '%campaign_listing%' and statement not like '%pg_prepared%'`,
      )
      // PostgreSQL uses custom plans for the first five executions of a prepared statement.
      expect(plans).toEqual([
        { custom: 5, generic: 7 },
        { custom: 5, generic: 7 },
      ])
    },
  )
})

describe('this test', () => {
  it('detects a sequential scan', async () => {
    const query = { text: `select from campaign where title like '%x%'`, values: [] }
    expect(await findSequentialScans({ compile: () => query, parts: [], inputs: [] })).toEqual([
      'campaign',
    ])
  })
})
