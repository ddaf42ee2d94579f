import * as z from 'zod/mini'

import { maxListTotal } from '#shared/campaign-query.ts'
import { lagosDay } from '#shared/day.ts'
import { parseJson } from '#shared/json.ts'

import {
  endingSoonDays,
  UnknownCursor,
  type CampaignFilter,
  type CampaignPage,
  type PageRequest,
} from '../content.ts'
import { toSearchText, toWords } from '../search-text.ts'
import { parseCampaigns, toPossibleIds } from './campaign-document.ts'
import { countedCampaigns, sortedCampaigns } from './queries.ts'
import type { SanityApi } from './sanity-api.ts'

const maxWords = 8
const dayMs = 86_400_000

type Order = NonNullable<PageRequest['order']>
type Cursor = { key: string | number; id: string }

const cursorSchema = z.tuple([
  z.string(),
  z.union([z.string().check(z.maxLength(40)), z.number()]),
  z.string().check(z.regex(/^[\w.-]{1,128}$/)),
])
const pageSchema = z.object({
  rows: z.array(
    z.object({
      key: z.union([z.string(), z.number()]),
      campaign: z.looseObject({ _id: z.string() }),
    }),
  ),
  total: z.int(),
})

/** Keyset pagination: new campaigns repeat no rows on later pages. */
export async function listDocuments(
  api: Pick<SanityApi, 'query'>,
  filter: CampaignFilter,
  { limit, after, order = 'newest' }: PageRequest,
): Promise<CampaignPage> {
  const cursor = after === undefined ? { key: null, id: null } : decodeCursor(after, order)
  const filterParams = toParams(filter)
  if (filterParams === undefined) return { campaigns: [], total: 0, isTotalExact: true, next: null }
  const params = { ...filterParams, ...cursor, limit: limit + 1 }
  const { rows, total } = await api.query(pageSchema, sortedCampaigns[order], params)
  const shown = rows.slice(0, limit)
  const last = shown.at(-1)
  return {
    campaigns: parseCampaigns(shown.map(({ campaign }) => campaign)),
    total: Math.min(total, maxListTotal),
    isTotalExact: total <= maxListTotal,
    next:
      rows.length > limit && last
        ? encodeCursor(order, { key: last.key, id: last.campaign._id })
        : null,
  }
}

export async function countDocuments(
  api: Pick<SanityApi, 'query'>,
  filter: CampaignFilter,
): Promise<number> {
  const params = toParams(filter)
  return params === undefined ? 0 : api.query(z.int(), countedCampaigns, params)
}

/** GROQ requires every parameter, so absent filters are null. Undefined when the search text has no words. */
function toParams({ status, ownerUid, category, cause, text, ...filter }: CampaignFilter) {
  const { country, city, place, state, ids, except, textIds } = filter
  const words = text === undefined ? null : [...new Set(toWords(text))].slice(0, maxWords)
  if (words?.length === 0) return undefined
  const now = new Date()
  return {
    status: status ?? null,
    ownerUid: ownerUid ?? null,
    category: category ?? null,
    cause: cause ?? null,
    words: words && words.map((word) => `${word}*`),
    textIds: toIdsOrNull(textIds),
    country: toSearchTextOrNull(country),
    city: toSearchTextOrNull(city),
    place: toSearchTextOrNull(place),
    state: state ?? null,
    ids: toIdsOrNull(ids),
    except: toIdsOrNull(except),
    today: lagosDay(now),
    soon: lagosDay(new Date(now.getTime() + endingSoonDays * dayMs)),
  }
}

const toIdsOrNull = (ids?: readonly string[]) => ids?.flatMap(toPossibleIds) ?? null

const toSearchTextOrNull = (text: string | undefined) =>
  text === undefined ? null : toSearchText(text)

function encodeCursor(order: Order, { key, id }: Cursor): string {
  return Buffer.from(JSON.stringify([order, key, id])).toString('base64url')
}

function decodeCursor(cursor: string, order: Order): Cursor {
  const result = z.safeParse(cursorSchema, parseJson(Buffer.from(cursor, 'base64url').toString()))
  if (!result.success || result.data[0] !== order) throw new UnknownCursor(cursor)
  const [, key, id] = result.data
  return { key, id }
}
