import * as z from 'zod/mini'

import { maxBulk, staffListOrders } from './staff-list-limits.ts'
import { idSchema, oneLine, searchText } from './text.ts'

export const staffListQuerySchema = z.object({
  after: z.optional(z.union([z.literal(''), idSchema])),
  order: z.optional(z.enum(['', ...staffListOrders])),
  kind: z.optional(oneLine({ max: 100 })),
  q: searchText,
})
export type StaffListQuery = z.output<typeof staffListQuerySchema>

/** What a page of a list says beside its rows. */
export const listPageFields = {
  /** Of all pages, at most `maxListed`. */
  total: z.int(),
  /** What the list can be filtered by, most frequent first. */
  kinds: z.array(z.object({ kind: z.string(), count: z.int() })),
  next: z.nullable(z.string()),
}
const listPageSchema = z.object(listPageFields)
export type StaffListPage = z.output<typeof listPageSchema>

/** The form of an action on several items of a list. */
export const bulkFormSchema = z.object({
  ids: z.array(idSchema).check(z.minLength(1), z.maxLength(maxBulk)),
  reason: z.optional(oneLine({ max: 500 })),
})

/** How many were changed. The others had changed before, or a conflict of interest refused them. */
export type BulkResponse = { changed: number }
