import * as z from 'zod/mini'

import { koboSchema } from './kobo-schema.ts'
import { timeSchema } from './time-schema.ts'

/** A stop of payouts at the provider. Only `in-force` means that nothing is paid out. */
export const holdStates = ['requested', 'in-force', 'failed'] as const

const campaignExposureSchema = z.object({
  campaignId: z.string(),
  title: z.string(),
  /** What the organiser owes Ajo. */
  receivable: koboSchema,
  /** Returned to donors, not yet taken by the provider. */
  undeducted: koboSchema,
  /** Refunds and disputes in progress. */
  open: koboSchema,
  /** Not paid out yet. */
  available: koboSchema,
  exposure: koboSchema,
})
export type CampaignExposureItem = z.output<typeof campaignExposureSchema>

export const payoutHoldSchema = z.object({
  campaign: z.string(),
  subAccount: z.string(),
  state: z.enum(holdStates),
  reason: z.nullable(z.string()),
  /** What the provider showed when the sub-account was read back. */
  seen: z.nullable(z.string()),
  inForceSince: z.nullable(timeSchema),
  checkedAt: z.nullable(timeSchema),
})
export type PayoutHold = z.output<typeof payoutHoldSchema>

/** What an admin or reviewer requested and another one has to do as well. */
export const waitingActSchema = z.object({
  id: z.string(),
  action: z.string(),
  campaign: z.nullable(z.string()),
  amount: koboSchema,
  reason: z.string(),
  at: timeSchema,
})
export type WaitingAct = z.output<typeof waitingActSchema>

/** GET /api/admin/exposure */
export const exposureSchema = z.object({
  total: koboSchema,
  caps: z.object({ perCampaign: koboSchema, perOwner: koboSchema, inTotal: koboSchema }),
  campaigns: z.array(campaignExposureSchema),
  holds: z.array(payoutHoldSchema),
  waiting: z.array(waitingActSchema),
})
export type Exposure = z.output<typeof exposureSchema>
