// The schemas of forms behind the login and of the responses to them, which `lazySchema` loads.
import * as z from 'zod/mini'

import { savedDraftSchema } from '#shared/campaign.ts'

export {
  accountDeletionSchema,
  loginSchema,
  passwordChangeSchema,
  profileSchema,
  recoveryCodesSchema,
  sessionSchema,
  twoFactorConfirmationSchema,
  twoFactorRemovalSchema,
  twoFactorSecretSchema,
  twoFactorSetupSchema,
} from '#shared/account.ts'
export { adminReasonSchema } from '#shared/admin.ts'
export { banksSchema } from '#shared/bank.ts'
export {
  answerSchema,
  campaignEditResponseSchema,
  editContactSchema,
  editInformationSchema,
} from '#shared/campaign-edit.ts'
export { answerQuestionSchema } from '#shared/campaign-question.ts'
export {
  basicSchema,
  campaignListSchema,
  campaignResponseSchema,
  contactSchema,
  informationSchema,
} from '#shared/campaign.ts'
export { disputeAcceptSchema, disputeDeclineSchema } from '#shared/dispute.ts'
export { documentListSchema, documentSchema } from '#shared/document.ts'
export { feedbackSchema } from '#shared/feedback.ts'
export { appealFormSchema, caseReportsSchema, takedownFormSchema } from '#shared/moderation.ts'
export { accountLookupResponseSchema } from '#shared/payee.ts'
export { thankYouFormSchema, thankYouResponseSchema } from '#shared/payouts.ts'
export { refundPreviewSchema, refundResponseSchema, refundSchema } from '#shared/refund.ts'
export { approvalReasonSchema, decisionSchema, reasonSchema } from '#shared/review.ts'

/** Without a draft if it was not saved because the campaign is submitted. */
export const draftResponseSchema = z.optional(savedDraftSchema)
