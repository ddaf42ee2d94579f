import * as z from 'zod/mini'

import { budgetSchema } from './budget.ts'
import { mapTexts } from './campaign-content.ts'
import { categories, causes } from './category.ts'
import { imageSchema } from './image-schema.ts'
import { koboSchema } from './kobo-schema.ts'
import { invalid } from './text/invalid.ts'
import { paragraphs } from './text.ts'

/** How a version of a campaign became public. */
export const versionKinds = ['approved', 'corrected', 'change-approved', 'restored'] as const
export type VersionKind = (typeof versionKinds)[number]

/** What a stored campaign says to readers, apart from its contact. A hosted campaign may lack dates (readings C4). */
export const storyFields = {
  title: z.string(),
  country: z.string(),
  city: z.string(),
  category: z.enum(categories),
  /** Versions from before causes were asked for have none. */
  cause: z._default(z.nullable(z.enum(causes)), null),
  goal: koboSchema,
  startDate: z.nullable(z.string()),
  endDate: z.nullable(z.string()),
  ...mapTexts(() => z.string()),
  images: z.array(imageSchema),
  budget: budgetSchema,
}

export type CampaignStory = z.output<z.ZodMiniObject<typeof storyFields>>

export const storyNames = Object.keys(storyFields) as (keyof CampaignStory)[]

export const toStory = (campaign: CampaignStory) =>
  Object.fromEntries(storyNames.map((name) => [name, campaign[name]])) as CampaignStory

/** The public content of a campaign. `beneficiary` is the name of the contact, null where the owner does not publish it. */
export const versionContentSchema = z.object({
  ...storyFields,
  beneficiary: z.nullable(z.string()),
})
export type VersionContent = z.output<typeof versionContentSchema>

const versionFields = {
  number: z.int(),
  kind: z.enum(versionKinds),
  at: z.string(),
}

/** GET /api/campaigns/:id/versions: newest first. */
export const campaignVersionsSchema = z.object({ versions: z.array(z.object(versionFields)) })
export type CampaignVersions = z.output<typeof campaignVersionsSchema>['versions']

/** GET /api/campaigns/:id/versions/:number. `before` is the content of the version before it. */
export const campaignVersionSchema = z.object({
  version: z.object({
    ...versionFields,
    content: versionContentSchema,
    before: z.nullable(versionContentSchema),
    earlier: z.nullable(z.int()),
    later: z.nullable(z.int()),
  }),
})
export type CampaignVersion = z.output<typeof campaignVersionSchema>['version']

/** GET /api/reviews/edits: campaigns whose live edits a reviewer must check, longest waiting first. */
export const liveEditsSchema = z.object({
  total: z.int(),
  threshold: z.int(),
  edits: z.array(
    z.object({
      campaign: z.object({ id: z.string(), slug: z.string(), title: z.string() }),
      /** The newest version, which the decision is about. */
      number: z.int(),
      score: z.int(),
      at: z.string(),
      /** The content that a reviewer last approved. */
      before: versionContentSchema,
      after: versionContentSchema,
    }),
  ),
})
export type LiveEdits = z.output<typeof liveEditsSchema>
export type LiveEdit = LiveEdits['edits'][number]

/** POST /api/reviews/:id/edits/accept */
export const acceptEditsSchema = z.object({ number: z.int().check(z.minimum(1)) })

/** POST /api/reviews/:id/edits/take-back. The owner reads the reason. */
export const takeBackSchema = z.object({
  number: z.int().check(z.minimum(1)),
  reason: paragraphs({ min: 10, max: 2_000, message: invalid.reason }),
})
