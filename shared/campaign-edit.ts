import * as z from 'zod/mini'

import {
  basicSchema,
  calendarDay,
  campaignStatuses,
  contactSchema,
  endsAfterStart,
  informationFields,
} from './campaign.ts'
import { invalid } from './messages.ts'
import { cleanParagraphs } from './text.ts'

/** The start date of an existing campaign can be in the past. */
const editFields = { ...informationFields, startDate: calendarDay(invalid.startDate) }

/** The wizard's second tab, for an existing campaign. */
export const editInformationSchema = z.object(editFields).check(endsAfterStart)

/** The third tab. An empty account number keeps the account; a new one for an approved campaign requires the password. */
export const editContactSchema = z.extend(contactSchema, {
  accountNumber: z
    .string(invalid.accountNumber)
    .check(z.trim(), z.regex(/^(?:\d{10})?$/, invalid.accountNumberForm)),
  currentPassword: z.optional(z.string().check(z.maxLength(128, invalid.passwordLong))),
})

const answerText = z.pipe(
  z.pipe(z.string(invalid.answer), z.transform(cleanParagraphs)),
  z.string().check(z.minLength(1, invalid.answer), z.maxLength(2_000, invalid.tooLong)),
)
/** POST /api/campaigns/:id/answer: the owner's answer to a reviewer. */
export const answerSchema = z.object({ answer: answerText })

/** PUT /api/campaigns/:id: the whole form. */
export const campaignEditSchema = z
  .strictObject({ ...basicSchema.shape, ...editFields, ...editContactSchema.shape })
  .check(endsAfterStart)
export type CampaignEdit = z.output<typeof campaignEditSchema>

/** GET /api/campaigns/:id/form: the wizard's values, including those of a pending change. */
export const campaignFormSchema = z.object({
  title: z.string(),
  status: z.enum(campaignStatuses),
  accountNumberLast4: z.string(),
  values: z.record(z.string(), z.unknown()),
})
