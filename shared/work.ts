import * as z from 'zod/mini'

/** What reviewers and admins decide, in the order of the lists. */
export const workKinds = [
  'disputes',
  'appeals',
  'reports',
  'campaigns',
  'changes',
  'quarantine',
  'refunds',
  'jobs',
  'emails',
] as const
export type WorkKind = (typeof workKinds)[number]

/** Within these hours of its beginning it should be decided. Disputes have the deadline of the bank. */
export const decisionHours = { campaigns: 4, changes: 4, reports: 72, appeals: 72 } as const

/** GET /api/work: what its reader can decide now, without the kinds of which nothing waits. */
export const workSchema = z.object({
  kinds: z.array(
    z.object({
      kind: z.enum(workKinds),
      count: z.int(),
      oldestAt: z.string(),
      /** Null: it has no deadline. */
      dueAt: z.nullable(z.string()),
    }),
  ),
  /** A mail each day on which something waits. */
  isMailed: z.boolean(),
})
export type Work = z.output<typeof workSchema>

/** PUT /api/work/mail */
export const workMailSchema = z.object({ isMailed: z.boolean() })
