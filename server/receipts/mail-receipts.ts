import * as z from 'zod/mini'

import { lagosToday } from '#shared/day.ts'

import type { Database, Queries } from '../database/database.ts'
import { sql } from '../database/sql.ts'
import { enqueueJob, type Task } from '../queue/queue.ts'
import type { LedgerParts } from '../ledger/ledger-deps.ts'
import type { DonationPlace } from '../ledger/returns/settle-returns.ts'
import type { Outbox } from '../mail/mail.ts'
import { receiptMail } from './receipt-mail.ts'
import { issueReceipt, type IssuedReceipt, type Issuing } from './issue-receipt.ts'
import { receiptJob, sendReceiptTask } from './receipt-job.ts'
import { spacedCode } from './receipt-number.ts'

type Parts = Issuing & Pick<LedgerParts, 'database' | 'sealing' | 'publicUrl'> & { outbox: Outbox }

/** A receipt is mailed as soon as its money is booked; what a process that died left behind, within a minute. */
export function receiptTasks(
  receipts: { sendReceipt: (reference: string) => Promise<void> },
  database: Database,
): Task[] {
  const payloadSchema = z.object({ reference: z.string() })
  return [
    {
      name: sendReceiptTask,
      run: (payload) => receipts.sendReceipt(z.parse(payloadSchema, payload).reference),
    },
    { name: 'sweep-receipts', cron: '* * * * *', run: () => sweepReceipts(database) },
  ]
}

async function sweepReceipts(database: Database) {
  const due = await database.rows(
    z.object({ reference: z.string() }),
    sql`select reference from donation where receipt_due order by created_at limit 200`,
  )
  await database.transaction(async (queries) => {
    for (const { reference } of due) await enqueueJob(queries, receiptJob(reference))
  })
}

/** The mail is entered by the transaction that forgets that it is due: once, whatever dies in between. */
export async function sendReceipt(parts: Parts, reference: string): Promise<void> {
  await parts.database.transaction(async (queries) => {
    const due = await queries.row(
      z.object({ campaignId: z.string(), id: z.string() }),
      sql`
      update donation set receipt_due = false from donation_reference found
      where found.reference = ${reference} and donation.campaign_id = found.campaign_id
        and donation.id = found.donation_id and donation.receipt_due
      returning donation.campaign_id as "campaignId", donation.id`,
    )
    const issued = due && (await issueReceipt(parts, queries, due))
    if (issued) await mailReceipt(parts, queries, issued, `receipt ${due.id}`)
  })
}

/** missing: no money has arrived, or nobody is left to write to. */
export type Resent = 'sent' | 'missing' | 'too-often'

const resentMost = 3

/** To the address that the donor gave and to no other, so many times a day. The gift's row is held: nobody else counts meanwhile. */
export async function resendReceipt(parts: Parts, place: DonationPlace): Promise<Resent> {
  const today = lagosToday(parts.now())
  const keys = Array.from(
    { length: resentMost },
    (_, index) => `receipt ${place.id} again ${today} ${index}`,
  )
  return parts.database.transaction(async (queries) => {
    const issued = await issueReceipt(parts, queries, place)
    if (!issued) return 'missing'
    const used = await queries.rows(
      z.object({ key: z.string() }),
      sql`select key from mail_outbox where key = any(${keys})`,
    )
    const key = keys[used.length]
    if (key === undefined) return 'too-often'
    return (await mailReceipt(parts, queries, issued, key)) ? 'sent' : 'missing'
  })
}

async function mailReceipt(
  { outbox, sealing, publicUrl }: Parts,
  queries: Queries,
  { facts, page, emailSealed }: IssuedReceipt,
  key: string,
): Promise<boolean> {
  const to = sealing.open('donor-email', emailSealed)
  // Whoever has left took their address along.
  if (to === '') return false
  const urls = {
    page: new URL(`/donations/${page}`, publicUrl).href,
    check: new URL(`/verify/${spacedCode(facts.code)}`, publicUrl).href,
  }
  await outbox.enqueue(queries, receiptMail(to, facts, urls), key)
  return true
}
