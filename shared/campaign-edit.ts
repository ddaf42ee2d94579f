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

/** A campaign that runs has begun. */
const editFields = { ...informationFields, startDate: calendarDay(invalid.startDate) }

/** The wizard's second tab, for a campaign that exists. */
export const editInformationSchema = z.object(editFields).check(endsAfterStart)

/** The third. An empty account number leaves the account as it is; a new one for a running campaign needs the password. */
export const editContactSchema = z.extend(contactSchema, {
  accountNumber: z
    .string(invalid.accountNumber)
    .check(z.trim(), z.regex(/^(?:\d{10})?$/, invalid.accountNumberForm)),
  currentPassword: z.optional(z.string().check(z.maxLength(128, invalid.passwordLong))),
})

/** What an owner writes back to a reviewer. */
const answerText = z.pipe(
  z.pipe(z.string(invalid.answer), z.transform(cleanParagraphs)),
  z.string().check(z.minLength(1, invalid.answer), z.maxLength(2_000, invalid.tooLong)),
)
export const answerSchema = z.object({ answer: answerText })

/** PUT /api/campaigns/:id: the whole form again. */
export const campaignEditSchema = z
  .strictObject({ ...basicSchema.shape, ...editFields, ...editContactSchema.shape })
  .check(endsAfterStart)
export type CampaignEdit = z.output<typeof campaignEditSchema>

/** GET /api/campaigns/:id/form: the wizard's fields as they would be, with what waits for a reviewer in them. */
export const campaignFormSchema = z.object({
  title: z.string(),
  status: z.enum(campaignStatuses),
  accountNumberLast4: z.string(),
  values: z.record(z.string(), z.unknown()),
})
