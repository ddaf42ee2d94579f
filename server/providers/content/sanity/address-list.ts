import * as z from 'zod/mini'

import { parseJson } from '#shared/json.ts'

import { UnknownCursor, type AddressPage } from '../content.ts'
import { toCampaignId } from './campaign-document.ts'
import { approvedAddresses } from './queries.ts'
import type { SanityApi } from './sanity-api.ts'

const addressesSchema = z.array(
  z.object({ _id: z.string(), slug: z.nullish(z.string()), createdAt: z.string() }),
)
const cursorSchema = z.tuple([
  z.string().check(z.maxLength(40)),
  z.string().check(z.regex(/^[\w.-]{1,128}$/)),
])

export async function listDocumentAddresses(
  api: Pick<SanityApi, 'query'>,
  { limit, after }: { limit: number; after?: string },
): Promise<AddressPage> {
  const [key, id] = after === undefined ? [null, null] : decodeCursor(after)
  const found = await api.query(addressesSchema, approvedAddresses, { key, id, limit: limit + 1 })
  const shown = found.slice(0, limit)
  const last = shown.at(-1)
  return {
    addresses: shown.map(({ _id, slug, createdAt }) => ({
      id: toCampaignId(_id),
      slug: slug ?? toCampaignId(_id),
      createdAt: new Date(createdAt),
    })),
    next:
      found.length > limit && last
        ? Buffer.from(JSON.stringify([last.createdAt, last._id])).toString('base64url')
        : null,
  }
}

function decodeCursor(cursor: string): [string, string] {
  const result = z.safeParse(cursorSchema, parseJson(Buffer.from(cursor, 'base64url').toString()))
  if (!result.success) throw new UnknownCursor(cursor)
  return result.data
}
