// The schemas of forms behind the login, which `useApiForm` loads.
export {
  accountDeletionSchema,
  loginSchema,
  passwordChangeSchema,
  profileSchema,
  twoFactorConfirmationSchema,
  twoFactorRemovalSchema,
  twoFactorSetupSchema,
} from '#shared/account.ts'
export { adminReasonSchema } from '#shared/admin.ts'
export { answerSchema, editContactSchema, editInformationSchema } from '#shared/campaign-edit.ts'
export { memberFormSchema, requestConfirmationSchema } from '#shared/campaign-member.ts'
export { answerQuestionSchema } from '#shared/campaign-question.ts'
export { webhookFormSchema } from '#shared/campaign-webhook.ts'
export {
  basicSchema,
  contactSchema,
  informationSchema,
  visitorInformationSchema,
} from '#shared/campaign.ts'
export { disputeAcceptSchema, disputeDeclineSchema } from '#shared/dispute.ts'
export { expenseFormSchema } from '#shared/expense.ts'
export { feedbackSchema } from '#shared/feedback.ts'
export { appealFormSchema, takedownFormSchema } from '#shared/moderation.ts'
export { outsideReceiptFormSchema } from '#shared/outside-receipt.ts'
export { thankYouFormSchema } from '#shared/payouts.ts'
export { claimEntrySchema } from '#shared/admin.ts'
export { staffRefundSchema } from '#shared/refund.ts'
export { approvalReasonSchema, decisionSchema, reasonSchema } from '#shared/review.ts'
