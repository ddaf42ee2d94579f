import type { Split } from '../state/splits.ts'
import type { SubAccount } from '../state/sub-accounts.ts'
import type { Transaction } from '../state/transactions.ts'

/** `split` of a transaction that was divided by a split: the terms, and who got what once it was paid. */
export function toSharesResponse(transaction: Transaction, split: Split, account: SubAccount) {
  const { fees, main_share, sub_share } = transaction
  const part = { subaccount_code: account.code, id: account.id }
  return {
    id: split.id,
    name: split.name,
    split_code: split.code,
    formula: {
      type: 'percentage',
      bearer_type: 'subaccount',
      bearer_subaccount: account.id,
      subaccounts: [{ share: split.share, ...part, name: account.business_name }],
      integration: 100 - split.share,
    },
    shares: {
      paystack: fees ?? 0,
      subaccounts:
        sub_share === null
          ? []
          : [{ amount: sub_share, original_share: sub_share, fees: fees ?? 0, ...part }],
      integration: main_share ?? 0,
      original_share: main_share ?? 0,
      fees: 0,
    },
  }
}
