import * as z from 'zod/mini'

import { lagosToday } from './day.ts'
import { imageSchema, imagesPerCampaign } from './image.ts'
import { invalid } from './messages.ts'
import { koboSchema, parseNaira, type Kobo } from './money.ts'
import { emailSchema, idSchema, oneLine, paragraphs, patternText } from './text.ts'

/** The six categories of the specification's validation rule (readings C1). */
export const categories = [
  'Education',
  'Health',
  'Emergency Assistance',
  'Community Development',
  'Career',
  'other',
] as const
export type Category = (typeof categories)[number]

/** The first three are the specification's; reviews and endings need the others (readings P3). */
export const campaignStatuses = [
  'pending',
  'approved',
  'rejected',
  'information-requested',
  'ended',
  'cancelled',
] as const
export type CampaignStatus = (typeof campaignStatuses)[number]

/** Orders of the public list. */
export const campaignSorts = [
  'newest',
  'ending',
  'most-funded',
  'nearly-there',
  'trending',
] as const
export type CampaignSort = (typeof campaignSorts)[number]

/** Filters of the public list by progress. */
export const campaignStates = ['funded', 'ending-soon'] as const
export type CampaignState = (typeof campaignStates)[number]

/** Counts in the public list stop above this number, because exact counts are slow. */
export const maxListTotal = 1_000

const goalMin = 100_00
const goalMax = 10_000_000_000_00

const title = (message: string) => oneLine({ min: 1, max: 120, message })
const place = (message: string) => oneLine({ min: 1, max: 60, message })
const longText = (message: string, min: number) => paragraphs({ min, max: 10_000, message })

export const calendarDay = (message: string) => z.string(message).check(z.iso.date(message))

const goalAmount = z.pipe(
  z.string(invalid.goalAmount),
  z.transform((text, context): Kobo => {
    const amount = parseNaira(text)
    if (amount !== undefined && amount >= goalMin && amount <= goalMax) return amount
    const message = amount === undefined ? invalid.goalAmount : invalid.goalAmountRange
    context.issues.push({ code: 'custom', message, input: text })
    return z.NEVER
  }),
)

/** First tab of the wizard, 'Basic Information'. */
export const basicSchema = z.object({
  title: title(invalid.title),
  country: place(invalid.country),
  city: place(invalid.city),
  category: z.enum(categories, invalid.category),
})

export const informationFields = {
  description: longText(invalid.description, 1),
  goalAmount,
  startDate: calendarDay(invalid.startDate).check(
    z.refine((day) => day > lagosToday(), invalid.startDate),
  ),
  endDate: calendarDay(invalid.endDate),
  raiseMoneyFor: longText(invalid.raiseMoneyFor, 50),
  importance: longText(invalid.importance, 50),
  impact: longText(invalid.impact, 50),
  images: z
    .array(z.object({ id: idSchema, alt: oneLine({ max: 200 }) }), invalid.images)
    .check(z.minLength(1, invalid.images), z.maxLength(imagesPerCampaign, invalid.tooManyImages)),
}

const datePattern = /^\d{4}-\d{2}-\d{2}$/

export const endsAfterStart = z.refine<{ startDate: string; endDate: string }>(
  ({ startDate, endDate }) => !datePattern.test(startDate) || endDate > startDate,
  {
    error: invalid.endDate,
    path: ['endDate'],
    when: ({ value }) => typeof value === 'object' && value !== null,
  },
)

/** Second tab, 'Campaign Information'. Days are calendar days in Lagos (readings C3). */
export const informationSchema = z.object(informationFields).check(endsAfterStart)

/** Third tab, 'Contact Information'. `showContact` is the owner's consent to public contact data (readings P6). */
export const contactSchema = z.object({
  name: title(invalid.name),
  email: emailSchema(invalid.email),
  phone: patternText(/^(?=.{10,20}$)\+?[\d ()-]+$/, invalid.phone),
  bank: patternText(/^[\w-]{1,12}$/, invalid.bank),
  accountNumber: patternText(/^\d{10}$/, invalid.accountNumberForm, invalid.accountNumber),
  showContact: z._default(z.boolean(), false),
})

/** POST /api/campaigns: the three tabs together. Other fields, such as a status or an owner, are refused. */
export const campaignInputSchema = z
  .strictObject({ ...basicSchema.shape, ...informationFields, ...contactSchema.shape })
  .check(endsAfterStart)
export type CampaignInput = z.output<typeof campaignInputSchema>
/** The wizard's values before validation. */
export type CampaignForm = z.input<typeof campaignInputSchema>

/** An unfinished wizard: its values and its current tab. Account numbers are never saved. */
export const draftSchema = z.object({
  values: z.record(z.string(), z.unknown()),
  tab: z.int().check(z.minimum(0), z.maximum(2)),
  savedAt: z.optional(z.string()),
})
export const savedDraftSchema = z.object({ draft: z.nullable(draftSchema) })
export type Draft = z.output<typeof draftSchema>

/** `raised` is null when unknown ('N/A'), `daysLeft` when there is no end date. */
const campaignCardSchema = z.object({
  id: z.string(),
  slug: z.string(),
  status: z.enum(campaignStatuses),
  title: z.string(),
  description: z.string(),
  category: z.string(),
  country: z.string(),
  city: z.string(),
  goal: koboSchema,
  raised: z.nullable(koboSchema),
  donors: z.int(),
  endDate: z.nullable(z.string()),
  daysLeft: z.nullable(z.int()),
  image: z.nullable(imageSchema),
})
export type CampaignCard = z.output<typeof campaignCardSchema>

export const campaignDetailSchema = z.extend(campaignCardSchema, {
  startDate: z.nullable(z.string()),
  raiseMoneyFor: z.string(),
  importance: z.string(),
  impact: z.string(),
  images: z.array(imageSchema),
  owner: z.object({ firstname: z.string(), lastname: z.string() }),
  contact: z.nullable(z.object({ name: z.string(), email: z.string(), phone: z.string() })),
  isOwner: z.boolean(),
  canDelete: z.boolean(),
  acceptsDonations: z.boolean(),
  rejectionReason: z.nullable(z.string()),
})
export type CampaignDetail = z.output<typeof campaignDetailSchema>

/** GET /api/campaigns. `total` stops at `maxListTotal` + 1; `next` is the cursor of the next page. */
export const campaignListSchema = z.object({
  campaigns: z.array(campaignCardSchema),
  total: z.int(),
  next: z.nullable(z.string()),
})
export const campaignResponseSchema = z.object({ campaign: campaignDetailSchema })
