import * as z from 'zod/mini'

import { categories } from './category.ts'
import { koboSchema } from './kobo-schema.ts'

/** What stays public of a deleted campaign. It names no person. */
export const deletedCampaignSchema = z.object({
  /** The address that was asked for. */
  slug: z.string(),
  /** Names are replaced by '…'. Empty where the title is not known any more. */
  title: z.string(),
  category: z.enum(categories),
  startDate: z.nullable(z.string()),
  endDate: z.nullable(z.string()),
  deletedOn: z.string(),
  donated: koboSchema,
  refunded: koboSchema,
  raised: koboSchema,
  donors: z.int(),
})
export type DeletedCampaign = z.output<typeof deletedCampaignSchema>

/** GET /api/deleted-campaigns/{slug} */
export const deletedCampaignResponseSchema = z.object({ campaign: deletedCampaignSchema })
