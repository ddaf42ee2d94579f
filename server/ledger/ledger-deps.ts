import type { PaymentMode } from '#shared/donation.ts'

import type { Database } from '../database/database.ts'
import type { Payments } from '../providers/payments/payments.ts'
import type { Sealing } from '../runtime/sealing.ts'

/** What every part of the ledger is keyed by: play money and real money never meet. */
export type Books = Pick<LedgerParts, 'database' | 'now' | 'isQuiet'> & { mode: PaymentMode }

/** What the books are kept with. `publicUrl` is where donors come back to from the provider's page. */
export type LedgerParts = {
  database: Database
  payments: Payments
  sealing: Sealing
  now: () => Date
  publicUrl: string
  /** Donors are not told of what is booked: sample data never happened. */
  isQuiet?: boolean
}
