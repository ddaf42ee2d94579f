import type { Context } from 'hono'
import * as z from 'zod/mini'

import { invalid } from '#shared/messages.ts'

import { parsed, Refused } from '../http/context.ts'
import { parseCursor, type Cursor } from '../donations/transactions.ts'

const questionSchema = z.object({
  after: z.optional(z.string().check(z.maxLength(64, invalid.input))),
})

/** Where the page begins that the address asks for. */
export function pageCursor(c: Context): Cursor | undefined {
  const { after } = parsed(questionSchema, c.req.query())
  const cursor = after ? parseCursor(after) : undefined
  if (after && !cursor) throw new Refused('invalid-input', { fields: { after: [invalid.input] } })
  return cursor
}
