import * as z from 'zod/mini'

import { mostCounted } from '#shared/campaign.ts'
import { lagosToday } from '#shared/day.ts'

import {
  UnknownCursor,
  type CampaignFilter,
  type CampaignPage,
  type PageRequest,
} from './content.ts'
import { plainText } from './plain-text.ts'
import { readable, wordsOf } from './sanity-campaign-document.ts'
import { countedCampaigns, sortedCampaigns } from './sanity-queries.ts'
import type { SanityWire } from './sanity-wire.ts'

const mostWords = 8
const endingWithinDays = 14
const dayMs = 86_400_000

type Order = NonNullable<PageRequest['order']>
type Place = { key: string | number; id: string }

const placeSchema = z.tuple([
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

/** One page by key: the store is asked for what comes after a place, so that nothing is shown twice when new ones arrive. */
export async function listDocuments(
  wire: SanityWire,
  filter: CampaignFilter,
  { limit, after, order = 'newest' }: PageRequest,
): Promise<CampaignPage> {
  const place = after === undefined ? { key: null, id: null } : readCursor(after, order)
  const params = paramsOf(filter)
  if (params === undefined) return { campaigns: [], total: 0, next: null }
  const asked = { ...params, ...place, limit: limit + 1 }
  const { rows, total } = await wire.query(pageSchema, sortedCampaigns[order], asked)
  const shown = rows.slice(0, limit)
  const last = shown.at(-1)
  const isEverybodys = filter.status === 'approved' && filter.ownerUid === undefined
  return {
    campaigns: shown.flatMap(({ campaign }) => readable(campaign)),
    total: isEverybodys ? Math.min(total, mostCounted + 1) : total,
    next:
      rows.length > limit && last
        ? cursorOf(order, { key: last.key, id: last.campaign._id })
        : null,
  }
}

export async function countDocuments(wire: SanityWire, filter: CampaignFilter): Promise<number> {
  const params = paramsOf(filter)
  return params === undefined ? 0 : wire.query(z.int(), countedCampaigns, params)
}

/** Null where nothing is asked: a query's parameters are all there. Undefined if nothing can match. */
function paramsOf({ status, ownerUid, category, text, ...narrowed }: CampaignFilter) {
  const { country, city, place, state } = narrowed
  // Letters and digits alone, so that no pattern of anybody's reaches the store.
  const words = text === undefined ? null : wordsOf(text).slice(0, mostWords)
  if (words?.length === 0) return undefined
  const now = new Date()
  return {
    status: status ?? null,
    ownerUid: ownerUid ?? null,
    category: category ?? null,
    words: words && words.map((word) => `${word}*`),
    country: plainOrNull(country),
    city: plainOrNull(city),
    place: plainOrNull(place),
    state: state ?? null,
    today: lagosToday(now),
    soon: lagosToday(new Date(now.getTime() + endingWithinDays * dayMs)),
  }
}

const plainOrNull = (text: string | undefined) => (text === undefined ? null : plainText(text))

function cursorOf(order: Order, { key, id }: Place): string {
  return Buffer.from(JSON.stringify([order, key, id])).toString('base64url')
}

function readCursor(cursor: string, order: Order): Place {
  const result = z.safeParse(placeSchema, jsonOf(Buffer.from(cursor, 'base64url').toString()))
  if (!result.success || result.data[0] !== order) throw new UnknownCursor(cursor)
  const [, key, id] = result.data
  return { key, id }
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
