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
