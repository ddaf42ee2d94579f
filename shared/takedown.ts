import * as z from 'zod/mini'
import { timeSchema } from './time-schema.ts'

/** Why a campaign is taken down. The sentences of moderation-sentences.ts name the rule of the terms. */
export const takedownGrounds = [
  'fraud',
  'untrue',
  'impersonation',
  'forbidden',
  'harmful',
  'rights',
  'court-order',
] as const
export type TakedownGround = (typeof takedownGrounds)[number]

/** What everyone may know about a campaign that was taken down. */
export const takedownSchema = z.object({
  ground: z.enum(takedownGrounds),
  reason: z.string(),
  at: timeSchema,
})
export type Takedown = z.output<typeof takedownSchema>
