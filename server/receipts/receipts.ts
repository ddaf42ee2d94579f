import { sql } from '../database/sql.ts'
import type { LedgerParts } from '../ledger/ledger-deps.ts'
import type { DonationPlace } from '../ledger/returns/settle-returns.ts'
import type { Outbox } from '../mail/mail.ts'
import { issuedOf, issueReceipt, receiptsOf } from './issue-receipt.ts'
import { resendReceipt, sendReceipt } from './mail-receipts.ts'
import type { Signing } from './signing.ts'
import { openStatements } from './statement.ts'
import { listKeys, verifyReceipt } from './verify-receipt.ts'

export type ReceiptParts = Pick<LedgerParts, 'database' | 'sealing' | 'now' | 'publicUrl'> & {
  mode: LedgerParts['payments']['mode']
  signing: Signing
  outbox: Outbox
}

export type Receipts = ReturnType<typeof openReceipts>

/** What donors keep of their gifts: receipts, the mails that bring them, and what each year came to. */
export function openReceipts(parts: ReceiptParts) {
  const { database } = parts

  const find = async ({ campaignId, id }: DonationPlace) => {
    const [gift] = await receiptsOf(
      database,
      sql`donation`,
      sql`where donation.campaign_id = ${campaignId} and donation.id = ${id}`,
    )
    const issued = gift && issuedOf(gift)
    if (issued || !gift) return issued
    return database.transaction((queries) => issueReceipt(parts, queries, { campaignId, id }))
  }

  return {
    /** Undefined as long as the money of the gift has not arrived. */
    findReceipt: find,
    verifyReceipt: (typed: string) => verifyReceipt(parts, typed),
    listKeys: () => listKeys(parts),
    sendReceipt: (reference: string) => sendReceipt(parts, reference),
    resendReceipt: (place: DonationPlace) => resendReceipt(parts, place),
    ...openStatements(parts, find),
  }
}
