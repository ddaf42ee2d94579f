import { platformCharge, quoteFees } from '#shared/fees.ts'
import { kobo, type Kobo } from '#shared/money.ts'

/** The account that pays the provider's fee: the owner's sub-account or our main account. */
export const feeBearers = ['subaccount', 'account'] as const
export type FeeBearer = (typeof feeBearers)[number]

/** How a payment is divided, agreed with the provider when it is started. `transactionCharge` is the main account's part, its fee included. */
export type SplitTerms = { feeBearer: FeeBearer; transactionCharge: Kobo }

/** A transfer to an account number is divided without a charge of ours, and the sub-account pays the fee. */
export const transferTerms: SplitTerms = { feeBearer: 'subaccount', transactionCharge: kobo(0) }

/** If our account pays the fee, it gets the expected fee from the donation (readings N11). */
export function toSplitTerms(amount: Kobo, feeBearer: FeeBearer): SplitTerms {
  const fee = feeBearer === 'account' ? quoteFees(amount).fee : 0
  return { feeBearer, transactionCharge: kobo(platformCharge + fee) }
}
