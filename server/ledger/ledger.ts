import type { PaymentMode } from '#shared/donation.ts'

import type { Database } from '../database/database.ts'
import type { Payments } from '../providers/payments/payments.ts'
import type { Sealing } from '../sealing.ts'
import { paymentApplication } from './apply-payment.ts'
import { dueChecks } from './due-checks.ts'
import { paymentVerification } from './payment-verification.ts'
import { receipts } from './receipts.ts'
import { donationStart } from './start-donation.ts'
import { totals } from './totals.ts'
import { transactions } from './transactions.ts'
import { webhookInbox } from './webhook-inbox.ts'

/** What the books are kept with. `publicUrl` is where donors come back to from the provider's page. */
export type LedgerParts = {
  database: Database
  payments: Payments
  sealing: Sealing
  now: () => Date
  publicUrl: string
}

/** What every part of the ledger is keyed by: play money and real money never meet. */
export type Books = Pick<LedgerParts, 'database' | 'now'> & { mode: PaymentMode }

export type Ledger = ReturnType<typeof openLedger>

/** Donations and money: the only place that writes them. */
export function openLedger(parts: LedgerParts) {
  const books: Books = { database: parts.database, now: parts.now, mode: parts.payments.mode }
  const application = paymentApplication(books)
  const verification = paymentVerification({ ...parts, ...application })
  return {
    ...totals(books),
    ...donationStart(parts),
    ...application,
    ...verification,
    ...receipts({ ...books, ...verification }),
    ...transactions({ ...books, sealing: parts.sealing }),
    ...dueChecks(books),
    ...webhookInbox({ ...books, sealing: parts.sealing }),
  }
}
