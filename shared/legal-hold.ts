import * as z from 'zod/mini'

/** Why a campaign or an account cannot be deleted now, as its owner may know it. */
export const holdReasons = [
  'campaign-running',
  'campaign-frozen',
  'check-open',
  'dispute-open',
  'payouts-stopped',
  'money-unsettled',
  'payment-under-way',
  'refund-open',
  'own-payment-under-way',
  'own-dispute-open',
  'own-refund-open',
] as const
export type HoldReason = (typeof holdReasons)[number]
export const holdReasonSchema = z.enum(holdReasons)
