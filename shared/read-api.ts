import * as z from 'zod/mini'

import { mapTexts } from './campaign-content.ts'
import { campaignSorts, campaignStates } from './campaign-query.ts'
import { publicStatuses } from './campaign.ts'
import { categories } from './category.ts'
import { oneLine } from './text.ts'
import { entryKindSchema } from './campaign-ledger.ts'

const maxRows = 50
const limit = z._default(z.coerce.number().check(z.int(), z.minimum(1), z.maximum(maxRows)), 20)
const line = (max: number) =>
  z.optional(z.pipe(z.string().check(z.maxLength(max)), oneLine({ max })))
const words = line(100)
const cursor = line(200)

const kobo = z.int()
const campaignFields = {
  id: z.string(),
  slug: z.string(),
  url: z.url(),
  /** 1200 × 630 pixels, with the title and the progress. */
  picture: z.url(),
  status: z.enum(publicStatuses),
  title: z.string(),
  description: z.string(),
  category: z.enum(categories),
  country: z.string(),
  city: z.string(),
  goalKobo: kobo,
  raisedKobo: kobo,
  donors: z.int(),
  endDate: z.nullable(z.iso.date()),
}
const campaignSchema = z.object(campaignFields)
const legs = { donor: kobo, owner: kobo, platform: kobo, provider: kobo }

/** Every operation of version 1. The routes parse and answer by it, and the document is written from it. */
export const operations = {
  listCampaigns: {
    path: '/campaigns',
    summary: 'Campaigns that accept donations or were ended, page by page',
    query: z.object({
      limit,
      after: cursor,
      q: words,
      category: z.optional(z.enum(categories)),
      country: words,
      city: words,
      state: z.optional(z.enum(campaignStates)),
      sort: z.optional(z.enum(campaignSorts)),
    }),
    answer: z.object({ campaigns: z.array(campaignSchema), next: z.nullable(z.string()) }),
  },
  readCampaign: {
    path: '/campaigns/{slug}',
    summary: 'A campaign with its texts',
    query: z.object({}),
    answer: z.object({
      ...campaignFields,
      startDate: z.nullable(z.iso.date()),
      acceptsDonations: z.boolean(),
      ...mapTexts(() => z.string()),
    }),
  },
  listUpdates: {
    path: '/campaigns/{slug}/updates',
    summary: 'What the organiser told since, newest first',
    query: z.object({ after: line(40) }),
    answer: z.object({
      updates: z.array(
        z.object({ id: z.string(), title: z.string(), text: z.string(), at: z.iso.datetime() }),
      ),
      next: z.nullable(z.string()),
    }),
  },
  listEntries: {
    path: '/campaigns/{slug}/ledger',
    summary: 'Every movement of the money of a campaign, oldest first; it names no person',
    query: z.object({
      limit,
      after: z._default(z.coerce.number().check(z.int(), z.minimum(0), z.maximum(2 ** 31)), 0),
    }),
    answer: z.object({
      entries: z.array(
        z.object({
          place: z.int(),
          kind: entryKindSchema,
          day: z.iso.date(),
          ...legs,
          paidOut: kobo,
          raised: kobo,
          total: kobo,
          leaf: z.nullable(z.int()),
        }),
      ),
      sums: z.object({ entries: z.int(), ...legs, paidOut: kobo, raised: kobo }),
      next: z.nullable(z.int()),
    }),
  },
} as const
export type OperationId = keyof typeof operations

export const problemAnswer = z.object({
  error: z.looseObject({ code: z.string(), requestId: z.string() }),
})
