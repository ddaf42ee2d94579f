import { paymentApplication } from './apply-payment.ts'
import type { Books, LedgerParts } from './ledger-deps.ts'
import { dueChecks } from '../donations/due-checks.ts'
import { paymentVerification } from '../donations/payment-verification.ts'
import { ledgerProof } from './reconciliation/ledger-check.ts'
import { providerProof } from './reconciliation/provider-reconciliation.ts'
import { receipts } from '../donations/donation-access.ts'
import { returnVerification } from './returns/return-verification.ts'
import { settlementSweep } from '../payouts/settlements.ts'
import { donationStart } from '../donations/start-donation.ts'
import { totals } from './totals.ts'
import { transactions } from '../donations/transactions.ts'
import { webhookInbox } from '../donations/webhook-inbox.ts'

/** Donations and money: the only place that writes them. */
export function openLedger(parts: LedgerParts) {
  const { database, now, isQuiet = false } = parts
  const books: Books = { database, now, isQuiet, mode: parts.payments.mode }
  const application = paymentApplication(books)
  const verification = paymentVerification({ ...parts, ...application })
  return {
    ...totals(books),
    ...donationStart(parts),
    ...application,
    ...verification,
    ...returnVerification({ ...books, ...verification, payments: parts.payments }),
    ...settlementSweep({ ...books, payments: parts.payments }),
    ...receipts({ ...books, ...verification }),
    ...transactions({ ...books, sealing: parts.sealing }),
    ...dueChecks(books),
    ...ledgerProof(books),
    ...providerProof({ ...books, payments: parts.payments }),
    ...webhookInbox({ ...books, sealing: parts.sealing }),
  }
}

export type Ledger = ReturnType<typeof openLedger>
