import { categories } from './category.ts'

/** Orders of the public list. */
export const campaignSorts = [
  'newest',
  'ending',
  'most-funded',
  'nearly-there',
  'trending',
] as const
export type CampaignSort = (typeof campaignSorts)[number]

/** Filters of the public list by progress. open: accepts donations today. All but 'ended' show approved campaigns only. */
export const campaignStates = ['open', 'funded', 'ending-soon', 'ended'] as const
export type CampaignState = (typeof campaignStates)[number]

/** Counts in the public list stop above this number, because exact counts are slow. */
export const maxListTotal = 1_000

/** Query parameters of campaign lists, in the dashboard and on public pages. */
export const campaignQueryNames = ['category', 'q', 'place', 'state', 'sort', 'after'] as const
type QueryName = (typeof campaignQueryNames)[number]
export type CampaignQuery = Partial<Record<QueryName, string>>

export const campaignsPerPage = 12

const knownValues: Partial<Record<QueryName, readonly string[]>> = {
  category: categories,
  state: campaignStates,
  sort: campaignSorts,
}

/** The parameters without unknown values and empty fields. */
export function parseCampaignQuery(search: URLSearchParams): CampaignQuery {
  const entries = campaignQueryNames.map((name) => [name, search.get(name)?.trim().slice(0, 100)])
  return Object.fromEntries(entries.filter(([name, value]) => isKnown(name as QueryName, value)))
}

function isKnown(name: QueryName, value: string | undefined): boolean {
  return Boolean(value) && (knownValues[name]?.includes(value ?? '') ?? true)
}
