import type { DonationKey } from '../ledger/entries/donation-row.ts'
import type { PaymentDeps } from '../ledger/entries/ledger-deps.ts'
import type { Outbox } from '../../platform/mail/mail.ts'
import { findReceiptRow, issueReceipt, toIssuedReceipt } from './issue-receipt.ts'
import { resendReceipt, sendReceipt } from './mail-receipts.ts'
import type { Signing } from './signing.ts'
import type { Transparency } from '../../transparency/transparency.ts'
import { openStatements } from './statement.ts'
import { listKeys, verifyReceipt } from './verify-receipt.ts'

type ReceiptDeps = Pick<PaymentDeps, 'database' | 'sealing' | 'now' | 'publicUrl'> & {
  mode: PaymentDeps['payments']['mode']
  signing: Signing
  outbox: Outbox
  transparency: Pick<Transparency, 'merge' | 'findProof' | 'listKeys'>
}

export type Receipts = ReturnType<typeof openReceipts>

/** Receipts, their mails and verification, and yearly statements. */
export function openReceipts(deps: ReceiptDeps) {
  const { database } = deps

  const findReceipt = async (donation: DonationKey) => {
    const row = await findReceiptRow(database, donation)
    const issued = row && toIssuedReceipt(row)
    if (issued || !row) return issued
    return database.transaction((queries) => issueReceipt(deps, queries, donation))
  }

  return {
    /** Undefined until the payment has been booked. */
    findReceipt,
    /** Undefined until the receipt is in the transparency log. */
    findProof: (donation: DonationKey) =>
      database.transaction((queries) => deps.transparency.findProof(queries, donation)),
    verifyReceipt: (code: string) => verifyReceipt(deps, code),
    listKeys: () => listKeys(deps),
    sendReceipt: (reference: string) => sendReceipt(deps, reference),
    resendReceipt: (donation: DonationKey) => resendReceipt(deps, donation),
    ...openStatements(deps, findReceipt),
  }
}
