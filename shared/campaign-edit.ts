import * as z from 'zod/mini'

import { twoFactorCode } from './account.ts'
import {
  basicSchema,
  campaignResponseSchema,
  calendarDay,
  campaignStatuses,
  contactFields,
  draftSchema,
  draftVersionSchema,
  informationChecks,
  informationFields,
} from './campaign.ts'
import { consentChecks, consentFields } from './consent.ts'
import { invalid } from './text/invalid.ts'
import { payeeChecks, payeeFields } from './payee.ts'
import { cleanAccountNumber, paragraphs, patternText, secretText } from './text.ts'

/** The dates of an existing campaign can be in the past. The server refuses to move the end date there. */
const editFields = {
  ...informationFields,
  startDate: calendarDay(invalid.startDate),
  endDate: calendarDay(invalid.endDate),
}

/** The wizard's second tab, for an existing campaign. */
export const editInformationSchema = z.object(editFields).check(...informationChecks)

/**
 * The third tab. An empty account number keeps the account. A new one requires the password and, if two-factor authentication is on, a
 * code.
 */
const editContactFields = {
  ...contactFields,
  ...payeeFields,
  ...consentFields,
  accountNumber: patternText(/^(?:\d{10})?$/, invalid.accountNumberForm, {
    required: invalid.accountNumber,
    clean: cleanAccountNumber,
  }),
  currentPassword: z.optional(secretText({ min: 0, message: invalid.currentPassword })),
  code: z.optional(twoFactorCode),
}
export const editContactSchema = z.object(editContactFields).check(...payeeChecks, ...consentChecks)

/** POST /api/campaigns/:id/answer: the owner's answer to a reviewer. */
export const answerSchema = z.object({
  answer: paragraphs({ min: 1, max: 2_000, message: invalid.answer }),
})

/** The first two tabs: what an editor reads and changes. */
export const editorFields = { ...basicSchema.shape, ...editFields }

/** PUT /api/campaigns/:id: the whole form. Without `version`, nothing is compared with what others saved. */
export const campaignEditSchema = z
  .strictObject({
    ...editorFields,
    ...editContactFields,
    version: z.optional(draftVersionSchema),
  })
  .check(...informationChecks, ...payeeChecks, ...consentChecks)
export type CampaignEdit = z.output<typeof campaignEditSchema>

/**
 * `waits` says that the edit of an approved campaign waits for a reviewer, and `asks` that another person who looks after the money must
 * confirm the payee.
 */
export const campaignEditResponseSchema = z.extend(campaignResponseSchema, {
  waits: z.boolean(),
  asks: z.boolean(),
})

/** GET /api/campaigns/:id/form: the wizard's values, including those of a pending change. */
export const campaignFormSchema = z.object({
  title: z.string(),
  status: z.enum(campaignStatuses),
  accountNumberLast4: z.string(),
  /** An editor reads and changes neither the third tab nor the documents. */
  isOwner: z.boolean(),
  /** A new bank account needs a code as well. */
  hasTwoFactor: z.boolean(),
  values: z.record(z.string(), z.unknown()),
  /** Of the last edit, '' before the first. */
  savedAt: z.string(),
  /** Edits that lost against another, newest first. */
  kept: z.array(draftSchema),
})
