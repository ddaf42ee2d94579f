import * as z from 'zod/mini'

import { nairaAmount } from './amount.ts'
import { budgetField, budgetIsGoal, budgetSchema } from './budget.ts'
import { campaignTexts, mapTexts } from './campaign-content.ts'
import { categories, causes, type Cause } from './category.ts'
import { consentChecks, consentFields } from './consent.ts'
import { lagosDay } from './day.ts'
import { fieldRule } from './field-rule.ts'
import { imagesPerCampaign } from './image.ts'
import { focusSchema, imageSchema } from './image-schema.ts'
import { memberRoles } from './member-role.ts'
import { invalid } from './text/invalid.ts'
import { koboSchema } from './kobo-schema.ts'
import { payeeChecks, payeeFields } from './payee.ts'
import {
  accountNumberText,
  emailSchema,
  idSchema,
  oneLine,
  paragraphs,
  patternText,
  phoneText,
  refused,
} from './text.ts'

/** The first three are the specification's; reviews and endings need the others (readings P3). */
export const campaignStatuses = [
  'pending',
  'approved',
  'rejected',
  'information-requested',
  'ended',
  'cancelled',
  'taken-down',
] as const
export type CampaignStatus = (typeof campaignStatuses)[number]

/** Those in which everybody sees a campaign. */
export const publicStatuses: readonly CampaignStatus[] = ['approved', 'ended', 'cancelled']

const goalMin = 100_00
const goalMax = 10_000_000_000_00

const title = (message: string) => oneLine({ min: 1, max: 120, message })
const place = (message: string) => oneLine({ min: 1, max: 60, message })
const longText = (message: string, min: number) => paragraphs({ min, max: 10_000, message })

const isoDay = z.iso.date()
const isDay = (text: unknown): text is string => z.safeParse(isoDay, text).success

/** A day of the calendar that `isAllowed`. */
export const calendarDay = (message: string, isAllowed = (_day: string) => true) =>
  z.string(message).check(refused((day) => (isDay(day) && isAllowed(day) ? undefined : message)))

const isInFuture = (day: string) => day > lagosDay()

const goalAmount = nairaAmount({
  required: invalid.goalAmount,
  min: goalMin,
  max: goalMax,
  range: invalid.goalAmountRange,
})

/** First tab of the wizard, 'Basic Information'. */
export const basicSchema = z.object({
  title: title(invalid.title),
  country: place(invalid.country),
  city: place(invalid.city),
  category: z.enum(categories, invalid.category),
  /** Empty for something else. Other categories ignore it. */
  cause: z._default(z.enum([...causes, ''], invalid.input), ''),
})

/** An uploaded image in the wizard. The wizard keeps the size with it; the server knows its own. */
export const formImageSchema = z.object({
  id: idSchema,
  alt: oneLine({ max: 200 }),
  focus: z.optional(focusSchema),
  width: z.optional(z.int()),
  height: z.optional(z.int()),
})
export type FormImage = z.output<typeof formImageSchema>

export const informationFields = {
  goalAmount,
  startDate: calendarDay(invalid.startDate, isInFuture),
  endDate: calendarDay(invalid.endDate, isInFuture),
  ...mapTexts((name) => longText(invalid[name], campaignTexts[name].min)),
  images: z
    .array(formImageSchema, invalid.images)
    .check(z.minLength(1, invalid.images), z.maxLength(imagesPerCampaign, invalid.tooManyImages)),
  budget: budgetField,
}

/** Holds while one of the days is unknown. */
const endsAfterStart = fieldRule<{ startDate: string; endDate: string }>(
  'endDate',
  invalid.endDate,
  ({ startDate, endDate }) => !isDay(startDate) || !isDay(endDate) || endDate > startDate,
)

export const informationChecks = [endsAfterStart, budgetIsGoal] as const

/** Second tab, 'Campaign Information'. Days are calendar days in Lagos (readings C3). */
export const informationSchema = z.object(informationFields).check(...informationChecks)

/** That of a visitor, who cannot upload photos yet. */
export const visitorInformationSchema = z
  .object({ ...informationFields, images: z.array(formImageSchema) })
  .check(...informationChecks)

export const contactFields = {
  name: title(invalid.name),
  email: emailSchema(invalid.email),
  phone: phoneText,
  bank: patternText(/^[\w-]{1,12}$/, invalid.bank),
  accountNumber: accountNumberText,
  showContact: z._default(z.boolean(), false),
}

/** Third tab, 'Contact Information'. `showContact` is the owner's consent to public contact data (readings P6). */
export const contactSchema = z
  .object({ ...contactFields, ...payeeFields, ...consentFields })
  .check(...payeeChecks, ...consentChecks)

/** The cause that is stored: only the category 'other' has one. */
export function toCause({ category, cause }: z.output<typeof basicSchema>): Cause | null {
  return category !== 'other' || cause === '' ? null : cause
}

/** POST /api/campaigns: the three tabs together. Other fields, such as a status or an owner, are refused. */
export const campaignInputSchema = z
  .strictObject({
    ...basicSchema.shape,
    ...informationFields,
    ...contactFields,
    ...payeeFields,
    ...consentFields,
  })
  .check(...informationChecks, ...payeeChecks, ...consentChecks)
export type CampaignInput = z.output<typeof campaignInputSchema>
/** The wizard's values before validation. */
export type CampaignForm = z.input<typeof campaignInputSchema>

const writerSchema = z.string().check(z.regex(/^[\w-]{0,64}$/))
/** Which version a form shows, and who sends it. */
export const draftVersionSchema = z.object({
  /** The form that was opened once, in one tab. Programs that name none are one writer. */
  writer: z.optional(writerSchema),
  /** Counts the saves of the writer. */
  sequence: z.optional(z.int32().check(z.nonnegative())),
  /** The writer of an earlier page, whose last save the server may have. */
  continues: z.optional(writerSchema),
  /** `savedAt` of the version that the form shows. */
  base: z.optional(z.string().check(z.regex(/^[\w:.-]{0,64}$/))),
  /** The person has chosen this version before the other. */
  replaces: z.optional(z.boolean()),
})

/** An unfinished wizard: its values and its current tab. Account numbers are never saved. */
export const draftSchema = z.object({
  values: z.record(z.string(), z.unknown()),
  tab: z.int().check(z.minimum(0), z.maximum(2)),
  savedAt: z.optional(z.string()),
})
/** `kept` are versions that lost against another, newest first. */
export const savedDraftSchema = z.object({
  draft: z.nullable(draftSchema),
  kept: z.array(draftSchema),
})
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

/** The organiser's contact is for people whose address is confirmed, and for a limited number of campaigns. */
export const contactHidings = ['log-in', 'confirm-address', 'too-many'] as const
export type ContactHiding = (typeof contactHidings)[number]

export const contactOfCampaign = {
  contact: z.nullable(z.object({ name: z.string(), email: z.string(), phone: z.string() })),
  /** Why `contact` is null. */
  contactHidden: z.nullable(z.enum(contactHidings)),
}

export const campaignDetailSchema = z.extend(campaignCardSchema, {
  startDate: z.nullable(z.string()),
  /** What the organiser says to have received elsewhere. No part of `raised`. */
  receivedOutside: koboSchema,
  ...mapTexts(() => z.string()),
  images: z.array(imageSchema),
  budget: budgetSchema,
  owner: z.object({ firstname: z.string(), lastname: z.string() }),
  ...contactOfCampaign,
  isOwner: z.boolean(),
  /** Of a reader who looks after it with the organiser. */
  memberRole: z.nullable(z.enum(memberRoles)),
  canDelete: z.boolean(),
  acceptsDonations: z.boolean(),
  rejectionReason: z.nullable(z.string()),
})
export type CampaignDetail = z.output<typeof campaignDetailSchema>

/** GET /api/campaigns. There may be more than `total` unless `isTotalExact`; `next` is the cursor of the next page. */
export const campaignListSchema = z.object({
  campaigns: z.array(campaignCardSchema),
  total: z.int(),
  isTotalExact: z.boolean(),
  next: z.nullable(z.string()),
  /** Words that find campaigns, where the typed ones found none. */
  suggestion: z.optional(z.string()),
})
export type CampaignList = z.output<typeof campaignListSchema>
export const campaignResponseSchema = z.object({ campaign: campaignDetailSchema })
