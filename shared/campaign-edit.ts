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
import { oneLine, paragraphs, secretText } from './text.ts'

/** The start date of an existing campaign can be in the past. */
const editFields = { ...informationFields, startDate: calendarDay(invalid.startDate) }

/** The wizard's second tab, for an existing campaign. */
export const editInformationSchema = z.object(editFields).check(endsAfterStart)

/** The third tab. An empty account number keeps the account; a new one for an approved campaign requires the password. */
export const editContactSchema = z.extend(contactSchema, {
  accountNumber: oneLine({ max: 20, message: invalid.accountNumber }).check(
    z.regex(/^(?:\d{10})?$/, invalid.accountNumberForm),
  ),
  currentPassword: z.optional(secretText({ min: 0, message: invalid.currentPassword })),
})

/** POST /api/campaigns/:id/answer: the owner's answer to a reviewer. */
export const answerSchema = z.object({
  answer: paragraphs({ min: 1, max: 2_000, message: invalid.answer }),
})

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
