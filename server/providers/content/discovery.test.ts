import { beforeAll, describe, expect, it } from 'vitest'
import * as z from 'zod/mini'

import { openDatabase, type Database, type Queries } from '#server/database/database.ts'
import { sql, type Sql } from '#server/database/sql.ts'
import { campaignSorts, categories } from '#shared/campaign.ts'
import { testDatabase } from '#test/database.ts'
import { insertManyCampaigns } from '#test/many-campaigns.ts'

import type { CampaignFilter, ListingOrder } from './content.ts'
import { embeddedContent } from './embedded.ts'

const { database, owner, connection } = await testDatabase()

beforeAll(() => insertManyCampaigns(owner, 100_000), 180_000)

/** The database as it is, and every question that it was asked. */
function overheard() {
  const asked: Sql[] = []
  const hear =
    <Rest extends unknown[], Answer>(ask: (...rest: [...Rest, Sql]) => Answer) =>
    (...given: [...Rest, Sql]) => {
      const question = given.at(-1) as Sql
      asked.push(question)
      return ask(...given)
    }
  const queries: Queries = {
    rows: hear(database.rows) as Queries['rows'],
    row: hear(database.row) as Queries['row'],
    run: hear(database.run),
  }
  const heard: Database = {
    ...queries,
    pool: database.pool,
    transaction: (work) => work(queries),
    [Symbol.asyncDispose]: async () => {},
  }
  return { content: embeddedContent(heard), asked }
}

const planSchema = z.array(z.object({ 'QUERY PLAN': z.array(z.object({ Plan: z.unknown() })) }))
type Node = { 'Node Type': string; 'Relation Name'?: string; Plans?: Node[] }

const nodesOf = (node: Node): Node[] => [node, ...(node.Plans ?? []).flatMap(nodesOf)]

async function planOf(question: Sql): Promise<Node[]> {
  const { text, values } = question.compile()
  const { rows } = await database.pool.query(`explain (format json) ${text}`, values)
  const [plan] = z.parse(planSchema, rows)
  return nodesOf(plan?.['QUERY PLAN'][0]?.Plan as Node)
}

/** The tables that the answer to a question reads from one end to the other. */
async function readWhole(question: Sql): Promise<string[]> {
  return (await planOf(question))
    .filter((node) => node['Node Type'] === 'Seq Scan')
    .map((node) => node['Relation Name'] ?? 'something')
}

const filters: Record<string, CampaignFilter> = {
  'without a filter': {},
  'of a category': { category: 'Health' },
  'of a country that nearly all are in': { country: 'Nigeria' },
  'of a city': { city: 'City7' },
  'of a place': { place: 'Ghana' },
  'that are funded': { state: 'funded' },
  'that end soon': { state: 'ending-soon', category: 'Career' },
  'with a common word': { text: 'water' },
  'with a rare word': { text: 'rare7777' },
  'with a misspelt word': { text: 'srugery town12' },
}
const rows = Object.entries(filters).flatMap(([name, filter]) =>
  campaignSorts.map((order): [string, ListingOrder, CampaignFilter] => [name, order, filter]),
)

describe('among a hundred thousand campaigns, no table is read whole', () => {
  it.each(rows)('for those %s, %s first', async (_name, order, filter) => {
    const { content, asked } = overheard()
    const page = { limit: 12, order }
    const first = await content.listCampaigns({ status: 'approved', ...filter }, page)
    if (first.next !== null)
      await content.listCampaigns({ status: 'approved', ...filter }, { ...page, after: first.next })

    expect((await Promise.all(asked.map(readWhole))).flat()).toEqual([])
  })

  it.each<[string, (content: ReturnType<typeof embeddedContent>) => Promise<unknown>]>([
    ['one by its address', (content) => content.findCampaignBySlug('campaign-777')],
    ['one by its id', (content) => content.findCampaign('7f1c2a54-90a3-4d27-8f0e-2f9f6d2f6a01')],
    [
      'the list of an owner',
      (content) => content.listCampaigns({ ownerUid: 'owner-7' }, { limit: 12 }),
    ],
    [
      'the rejected ones of an owner',
      (content) =>
        content.listCampaigns({ ownerUid: 'owner-7', status: 'rejected' }, { limit: 12 }),
    ],
    [
      'the queue of the reviewers',
      (content) => content.listCampaigns({ status: 'pending' }, { limit: 100, order: 'oldest' }),
    ],
    ['how many are approved', (content) => content.countCampaigns({ status: 'approved' })],
  ])('for %s', async (_name, ask) => {
    const { content, asked } = overheard()
    await ask(content)
    expect((await Promise.all(asked.map(readWhole))).flat()).toEqual([])
    expect(asked.length).toBeGreaterThan(0)
  })
})

describe('of a hundred thousand campaigns', () => {
  it.each([
    ['a rare word is looked up', 'rare17777', true],
    ['the list is walked until a common word was found often enough', 'water', false],
  ])('%s', async (_title, text, isLookedUp) => {
    const { content, asked } = overheard()
    await content.listCampaigns({ status: 'approved', text }, { limit: 12 })

    const plans = await Promise.all(asked.map(planOf))
    expect(plans).toHaveLength(2)
    for (const plan of plans)
      expect(plan.some((node) => node['Node Type'] === 'Bitmap Index Scan')).toBe(isLookedUp)
  })

  it.each<ListingOrder>(['newest', 'ending', 'most-funded', 'trending'])(
    'the list that goes %s first is planned once, not for every visitor',
    async (order) => {
      await using alone = openDatabase(connection, { max: 1, onIdleError: () => {} })
      const content = embeddedContent(alone)
      for (const category of [...categories, ...categories])
        await content.listCampaigns({ status: 'approved', category }, { limit: 12, order })

      const plans = await alone.rows(
        z.object({ anew: z.int(), once: z.int() }),
        sql`select custom_plans as anew, generic_plans as once from pg_prepared_statements
          where statement like '%campaign_listing%' and statement not like '%pg_prepared%'`,
      )
      // PostgreSQL tries five times what planning with the values is worth.
      expect(plans).toEqual([
        { anew: 5, once: 7 },
        { anew: 5, once: 7 },
      ])
    },
  )
})

describe('the test itself', () => {
  it('hears a table that is read whole', async () => {
    const question = { text: `select from campaign where title like '%x%'`, values: [] }
    expect(await readWhole({ compile: () => question, parts: [], inputs: [] })).toEqual([
      'campaign',
    ])
  })
})
