import { beforeAll, describe, expect, it } from 'vitest'
import * as z from 'zod/mini'

import { sql } from '#server/platform/database/sql.ts'
import { campaignSorts } from '#shared/campaign-query.ts'
import { lagosDay } from '#shared/day.ts'
import { testDatabase } from '#test/support/database/database.ts'
import { insertManyCampaigns } from '#test/support/campaigns/many-campaigns.ts'

import { endingSoonDays, type CampaignFilter, type ListingOrder } from '../content.ts'
import { listApproved } from './approved-list.ts'

// More rows than are walked, so that common filters end early and rare ones are selected.
const campaigns = 6_000
const pageLength = 50
const { database, owner } = await testDatabase()
let rows: Row[] = []

beforeAll(async () => {
  await insertManyCampaigns(owner, campaigns)
  rows = await owner.rows(rowSchema, selectRows)
})

const filters: Record<string, CampaignFilter> = {
  'no filter': {},
  'a country': { country: 'Ghana' },
  'a city and a category': { city: 'City12', category: 'Education' },
  'a city that has no campaign of the category': { city: 'City13', category: 'Education' },
  'a city as a place, and a category': { place: 'City12', category: 'Education' },
  'a place and a state': { place: 'Ghana', state: 'ending-soon' },
  'a category, a country and a state': { category: 'Health', country: 'Nigeria', state: 'open' },
  'a common word': { text: 'books' },
  'two common words that no campaign has together': { text: 'water surgery' },
  'a rare word': { text: 'rare77' },
  'a rare word and its category': { text: 'rare77', category: 'Health' },
}

describe.each(Object.entries(filters))('the list with %s', (_name, filter) => {
  it.each(campaignSorts)('has each campaign once, by %s', async (order) => {
    const found = await readAllPages(filter, order)

    expect(found.map(({ id }) => id).toSorted()).toEqual(selectIds(filter, order))
  })

  it.each(campaignSorts)('states the total, or that there may be more, by %s', async (order) => {
    const { total, isTotalExact } = await readPage(filter, order)

    const { length } = selectIds(filter, order)
    const least = isTotalExact ? length : pageLength
    expect(total).toBeGreaterThanOrEqual(least)
    expect(total).toBeLessThanOrEqual(length)
  })
})

async function readAllPages(filter: CampaignFilter, order: ListingOrder) {
  const found = []
  let after: string | undefined
  do {
    const page = await readPage(filter, order, after)
    found.push(...page.campaigns)
    after = page.next ?? undefined
  } while (after !== undefined)
  return found
}

const readPage = (filter: CampaignFilter, order: ListingOrder, after?: string) =>
  listApproved(database, filter, {
    limit: pageLength,
    order,
    ...(after !== undefined && { after }),
  })

const rowSchema = z.object({
  id: z.string(),
  category: z.string(),
  country: z.string(),
  city: z.string(),
  endDate: z.string(),
  share: z.int(),
  words: z.string(),
})
type Row = z.output<typeof rowSchema>

const selectRows = sql`select c.id, c.category, c.country, c.city, c.end_date::text as "endDate", l.share,
    lower(c.title || ' ' || c.description) as words
  from campaign_listing l join campaign c on c.id = l.campaign_id order by c.id`

/** The same campaigns, chosen without SQL. */
function selectIds({ text = '', ...filter }: CampaignFilter, order: ListingOrder): string[] {
  const { country, city, place, category, state = 'any' } = filter
  const today = lagosDay()
  const soon = lagosDay(new Date(Date.now() + endingSoonDays * 86_400_000))
  const states = {
    any: () => true,
    open: (row: Row) => row.endDate > today,
    'ending-soon': (row: Row) => row.endDate > today && row.endDate <= soon,
    funded: (row: Row) => row.share >= 10_000,
  }
  const orders: Partial<Record<ListingOrder, (row: Row) => boolean>> = {
    ending: states.open,
    'nearly-there': (row) => states.open(row) && !states.funded(row),
  }
  const isAt = ({ city: own, country: land }: Row) =>
    [own, land, undefined].includes(place) &&
    [own, undefined].includes(city) &&
    [land, undefined].includes(country)
  const conditions = [
    isAt,
    states[state],
    orders[order] ?? states.any,
    (row: Row) => [row.category, undefined].includes(category),
    (row: Row) => text.split(' ').every((word) => ` ${row.words}`.includes(` ${word}`)),
  ]
  return rows
    .filter((row) => conditions.every((holds) => holds(row)))
    .map(({ id }) => id)
    .toSorted()
}
