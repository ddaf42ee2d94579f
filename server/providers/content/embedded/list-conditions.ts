import { endingSoonDays, type CampaignFilter, type ListingOrder } from '../content.ts'
import { sql, type Sql } from '../../../platform/database/sql.ts'
import { toSearchText } from '../search-text.ts'

export type SearchFilter = Omit<CampaignFilter, 'text'> & { query: string | undefined }

export type ListConditions = {
  /** What indexes find in the list's order, each on its own. A campaign matches one of them at most. */
  leads: Sql[]
  /** What is compared in each row, if anything, and the columns that it needs. */
  rest: Sql | undefined
  restColumns: readonly string[]
}

type Name = Exclude<keyof SearchFilter, 'status' | 'ownerUid' | 'ids'>

/** The columns with which an index in this order can begin, the narrowest first. */
const leading: Record<ListingOrder, Name[]> = {
  newest: ['city', 'country', 'place', 'cause', 'category'],
  ending: ['city', 'country', 'place', 'cause', 'category'],
  'most-funded': ['cause', 'category'],
  'nearly-there': ['cause', 'category'],
  trending: ['cause', 'category'],
}

/** The columns that a condition compares, apart from the id, which every index includes. */
const columns: Record<Name, readonly string[]> = {
  category: ['category'],
  cause: ['cause'],
  country: ['country'],
  city: ['city'],
  place: ['city', 'country'],
  state: ['end_date', 'share'],
  query: ['search'],
  except: [],
}

export function toConditions(
  filter: SearchFilter,
  { order, today }: { order: ListingOrder; today: string },
): ListConditions {
  const conditions = listConditions(filter, today)
  const first = leading[order].find((name) => conditions.has(name))
  const isLead = (name: Name) =>
    name === first || (name === 'state' && order === 'ending' && filter.state !== 'funded')
  const rest = [...conditions].filter(([name]) => !isLead(name))
  const alternatives =
    first === 'place'
      ? toPlaces(filter.place ?? '')
      : [joined([...conditions].filter(([name]) => name === first))]
  const ending = joined([...conditions].filter(([name]) => isLead(name) && name !== first))
  return {
    leads: alternatives.map((lead) => sql`${lead} ${ending}`),
    rest: rest.length > 0 ? joined(rest) : undefined,
    restColumns: rest.flatMap(([name]) => columns[name]),
  }
}

const joined = (conditions: [Name, Sql][]) =>
  conditions.reduce((before, [, condition]) => sql`${before} and ${condition}`, sql``)

/** A campaign of the country whose city has the same name is listed with the city. */
function toPlaces(place: string): Sql[] {
  const name = toSearchText(place)
  return [sql`and l.city = ${name}`, sql`and l.country = ${name} and l.city <> ${name}`]
}

function listConditions(filter: SearchFilter, today: string): Map<Name, Sql> {
  const { category, cause, country, city, place, state, except, query } = filter
  const conditions = new Map<Name, Sql>()
  if (query !== undefined) conditions.set('query', sql`l.search @@ ${query}::tsquery`)
  if (category !== undefined) conditions.set('category', sql`l.category = ${category}`)
  if (cause !== undefined) conditions.set('cause', sql`l.cause = ${cause}`)
  if (country !== undefined) conditions.set('country', sql`l.country = ${toSearchText(country)}`)
  if (city !== undefined) conditions.set('city', sql`l.city = ${toSearchText(city)}`)
  if (place !== undefined)
    conditions.set(
      'place',
      sql`(l.city = ${toSearchText(place)} or l.country = ${toSearchText(place)})`,
    )
  if (except !== undefined) conditions.set('except', sql`l.campaign_id <> all(${except}::text[])`)
  if (state !== undefined) conditions.set('state', toStateCondition(state, today))
  return conditions
}

function toStateCondition(state: NonNullable<CampaignFilter['state']>, today: string): Sql {
  if (state === 'funded') return sql`l.share >= 10000`
  if (state === 'open') return sql`(l.end_date is null or l.end_date > ${today}::date)`
  return sql`l.end_date > ${today}::date and l.end_date <= ${today}::date + ${endingSoonDays}::integer`
}
