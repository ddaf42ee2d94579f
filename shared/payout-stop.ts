import * as z from 'zod/mini'

import { conflictList } from './moderation.ts'
import { koboSchema } from './kobo-schema.ts'
import { reasonSchema } from './review.ts'
import { timeSchema } from './time-schema.ts'

/** Why payouts of a campaign are on hold. They leave only when no reason is left. */
export const payoutStopKinds = [
  'freeze',
  'payee',
  'bank-account',
  'waiting-days',
  'reviewer',
  'cancelled',
  'exposure',
] as const

/** `until`: when it ends by itself. */
export const payoutStopSchema = z.object({
  kind: z.enum(payoutStopKinds),
  since: timeSchema,
  until: z.nullable(timeSchema),
})
export type PayoutStop = z.output<typeof payoutStopSchema>

/** Stops that a reviewer can release. A freeze ends with its case, and a wait by itself. */
export const releasableStops = ['payee', 'reviewer', 'cancelled', 'exposure'] as const
export type ReleasableStop = (typeof releasableStops)[number]

/** POST /api/payout-stops/:id/release */
export const stopReleaseSchema = z.extend(reasonSchema, { kind: z.enum(releasableStops) })

const stoppedCampaignSchema = z.object({
  campaignId: z.string(),
  title: z.string(),
  held: koboSchema,
  stops: z.array(payoutStopSchema),
  /** What this reviewer can release now. */
  canRelease: z.array(z.enum(releasableStops)),
  conflicts: conflictList,
})
export type StoppedCampaign = z.output<typeof stoppedCampaignSchema>

/** GET /api/payout-stops: campaigns whose payouts wait for a reviewer, longest first. */
export const stoppedCampaignsSchema = z.object({ campaigns: z.array(stoppedCampaignSchema) })
