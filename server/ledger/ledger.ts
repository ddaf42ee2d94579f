import { paymentApplication } from './apply-payment.ts'
import type { Books, LedgerParts } from './books.ts'
import { dueChecks } from './due-checks.ts'
import { paymentVerification } from './payment-verification.ts'
import { ledgerProof } from './proof.ts'
import { providerProof } from './provider-proof.ts'
import { receipts } from './receipts.ts'
import { returnVerification } from './return-verification.ts'
import { settlementSweep } from './settlements.ts'
import { donationStart } from './start-donation.ts'
import { totals } from './totals.ts'
import { transactions } from './transactions.ts'
import { webhookInbox } from './webhook-inbox.ts'

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
