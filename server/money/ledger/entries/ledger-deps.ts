import type { PaymentMode } from '#shared/donation.ts'

import type { Database } from '../../../platform/database/database.ts'
import type { Payments } from '../../../providers/payments/payments.ts'
import type { Sealing } from '../../../platform/runtime/sealing.ts'

/** Every row of the ledger names its mode, so that sandbox money and real money never add up. */
export type LedgerDeps = Pick<PaymentDeps, 'database' | 'now' | 'isQuiet'> & { mode: PaymentMode }

/** What donations, refunds and receipts work with. `publicUrl` is the origin of the links sent to the provider and to donors. */
export type PaymentDeps = {
  database: Database
  payments: Payments
  sealing: Sealing
  now: () => Date
  publicUrl: string
  /** Sends no mail to donors, for sample data. */
  isQuiet?: boolean
}
