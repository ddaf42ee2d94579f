import { identifier, joinSql, type Sql } from '../../../platform/database/sql.ts'

/** The accounts of the ledger and their columns. Debits are positive, credits negative, and an entry sums to zero. */
export const accountColumns = {
  providerBalance: 'provider_balance_kobo',
  providerFees: 'provider_fees_kobo',
  platformRevenue: 'platform_revenue_kobo',
  payableDue: 'payable_due_kobo',
  payableHeld: 'payable_held_kobo',
  ownerReceivable: 'owner_receivable_kobo',
  platformLoss: 'platform_loss_kobo',
  platformBank: 'platform_bank_kobo',
  donorClearing: 'donor_clearing_kobo',
} as const
export type Account = keyof typeof accountColumns
export const accounts = Object.keys(accountColumns) as Account[]

/** Amounts beside the accounts, which are not part of the sum: what the provider took, and what reached the owner's bank account. */
const memorandumColumns = { fee: 'fee_kobo', paidOut: 'paid_out_kobo' } as const
export type Memorandum = keyof typeof memorandumColumns

/** Kobo per account. Accounts that are not named stay unchanged. */
export type Postings = Partial<Record<Account | Memorandum, number>>

const columns = { ...accountColumns, ...memorandumColumns }

/** Joins what `toSql` makes of the columns that entries and totals share. */
export const joinColumns = (
  names: readonly (Account | Memorandum)[],
  toSql: (column: Sql, name: Account | Memorandum) => Sql,
): Sql => joinSql(names.map((name) => toSql(identifier(columns[name]), name)))

/** As `eachColumnOf`, for all of them. */
export const eachColumn = (toSql: (column: Sql, name: Account | Memorandum) => Sql): Sql =>
  joinColumns(Object.keys(columns) as (Account | Memorandum)[], toSql)
