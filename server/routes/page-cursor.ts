import type { Context } from 'hono'
import * as z from 'zod/mini'

import { invalid } from '#shared/text/invalid.ts'
import { idSchema } from '#shared/text.ts'

import { parseCursor, type Cursor } from '../money/donations/donation-list.ts'
import { parseInput, Refused } from '../platform/http/context.ts'

const querySchema = z.object({ after: z.optional(z.union([z.literal(''), idSchema])) })

/** The cursor in the query parameter `after`, or undefined for the first page. */
export function parsePageCursor(c: Context): Cursor | undefined {
  const { after } = parseInput(querySchema, c.req.query())
  const cursor = after ? parseCursor(after) : undefined
  if (after && !cursor) throw new Refused('invalid-input', { fields: { after: [invalid.input] } })
  return cursor
}
