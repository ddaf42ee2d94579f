import * as z from 'zod/mini'

import { koboSchema } from './kobo-schema.ts'
import { leafKinds } from './transparency/leaf.ts'

/** Of the leaves, those that move money. */
export const entryKindSchema = z.enum(
  leafKinds.filter((kind) => kind !== 'genesis' && kind !== 'payee'),
)

const legs = { donor: koboSchema, owner: koboSchema, platform: koboSchema, provider: koboSchema }

/** An entry of a campaign's public ledger. It names no person; the legs sum to zero. */
export const campaignEntrySchema = z.object({
  /** 1, 2, 3 … in the order of the transparency log. Entries that it does not contain yet come last. */
  place: z.int(),
  kind: entryKindSchema,
  /** Day in Lagos, as in the log. */
  day: z.string(),
  ...legs,
  /** What reached the organiser's bank account. It is a part of `owner`, which a payout does not change. */
  paidOut: koboSchema,
  raised: koboSchema,
  /** What was raised up to and with this entry. */
  total: koboSchema,
  /** The number of the entry in the log. Null until it is merged. */
  leaf: z.nullable(z.int()),
})
export type CampaignEntry = z.output<typeof campaignEntrySchema>

/** GET /api/campaigns/{slug}/ledger: `next` is the value of `after` for the next page. */
export const campaignLedgerSchema = z.object({
  campaign: z.object({ title: z.string(), slug: z.string() }),
  entries: z.array(campaignEntrySchema),
  sums: z.object({
    entries: z.int(),
    ...legs,
    paidOut: koboSchema,
    raised: koboSchema,
    /** What was refunded, reversed by a bank or lost in a dispute. With `raised` it is what was received. */
    returned: koboSchema,
  }),
  next: z.nullable(z.int()),
})
export type CampaignLedger = z.output<typeof campaignLedgerSchema>
