import * as z from 'zod/mini'

import { campaignStatuses } from './campaign.ts'
import { koboSchema } from './kobo-schema.ts'
import { payeeKinds } from './payee.ts'

/** GET /api/campaigns/:id/trust: what was checked, with days in Lagos. A value is null while no stored check backs it. */
export const trustSchema = z.object({
  /** The name is of an institution. Names of people stay private. */
  payee: z.nullable(z.object({ kind: z.enum(payeeKinds), name: z.nullable(z.string()) })),
  /** When the organiser confirmed the account name that the bank reports, which is the organiser's name. */
  bankNameMatchedOn: z.nullable(z.string()),
  payeeAgreedOn: z.nullable(z.string()),
  /** Documents that both of two reviewers saw before their approval. */
  documents: z.nullable(z.object({ count: z.int(), approvedOn: z.string() })),
  accountSince: z.nullable(z.string()),
  /** How many people look after the money: the organiser and the treasurers. */
  keepers: z.int(),
  /** Public campaigns of the organiser from before this one, newest first. */
  earlierCampaigns: z.array(
    z.object({
      slug: z.string(),
      title: z.string(),
      status: z.enum(campaignStatuses),
      raised: z.nullable(koboSchema),
      goal: koboSchema,
    }),
  ),
})
export type Trust = z.output<typeof trustSchema>
