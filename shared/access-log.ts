import * as z from 'zod/mini'
import { timeSchema } from './time-schema.ts'

/** Whose personal data was read. */
export const accessConcerns = ['organisers', 'donors', 'recipients', 'staff'] as const

export const accessLogEntrySchema = z.object({
  id: z.string(),
  /** Address of the reviewer or admin, or the uid of an account that is deleted. */
  staff: z.string(),
  role: z.enum(['reviewer', 'admin']),
  /** Method and pattern of the route. */
  action: z.string(),
  concerns: z.enum(accessConcerns),
  campaignIds: z.array(z.string()),
  /** Null: all donors of the campaign. */
  subjects: z.nullable(z.int()),
  at: timeSchema,
})
export type AccessLogEntry = z.output<typeof accessLogEntrySchema>
export const accessLogSchema = z.object({
  entries: z.array(accessLogEntrySchema),
  next: z.nullable(z.string()),
})
