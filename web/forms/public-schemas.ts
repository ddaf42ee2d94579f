// The schemas of the forms of public pages, which load this module when a field is checked.
import * as z from 'zod/mini'

export { companyReceiptSchema } from '#shared/company-receipt.ts'
export { followFormSchema } from '#shared/follower.ts'
export { guestDataRequestSchema } from '#shared/guest-data.ts'
export { donorRefundSchema, refundAccountSchema } from '#shared/refund.ts'
export { transferClaimSchema } from '#shared/transfer-claim.ts'
export { payeeAnswerSchema } from '#shared/payee.ts'
export { replySchema } from '#shared/supporter.ts'
export { updateFieldsSchema } from '#shared/update-form.ts'
export { askQuestionSchema } from '#shared/campaign-question.ts'
export { reportSchema } from '#shared/report.ts'

/** Of a form that only posts. */
export const noFieldsSchema = z.object({})
