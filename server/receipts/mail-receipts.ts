import * as z from 'zod/mini'

import { lagosToday } from '#shared/day.ts'

import type { Database, Transaction } from '../database/database.ts'
import { sql } from '../database/sql.ts'
import type { DonationKey } from '../ledger/entries/donation-row.ts'
import type { PaymentDeps } from '../ledger/entries/ledger-deps.ts'
import type { Outbox } from '../mail/mail.ts'
import { enqueueJob, type Task } from '../queue/queue.ts'
import { toConfirmationUrl } from '../supporters/confirmed-addresses.ts'
import { issueReceipt, type IssuedReceipt, type IssueDeps } from './issue-receipt.ts'
import { receiptJob, sendReceiptTask } from './receipt-job.ts'
import { receiptMail } from './receipt-mail.ts'
import { formatVerificationCode } from './receipt-number.ts'

type Deps = IssueDeps & Pick<PaymentDeps, 'database' | 'sealing' | 'publicUrl'> & { outbox: Outbox }

/** Receipts are mailed when the payment is booked. The sweep enqueues jobs that were lost in a crash. */
export function receiptTasks(
  receipts: { sendReceipt: (reference: string) => Promise<void> },
  database: Database,
): Task[] {
  const payloadSchema = z.object({ reference: z.string() })
  return [
    {
      name: sendReceiptTask,
      lane: 'maintenance',
      run: (payload) => receipts.sendReceipt(z.parse(payloadSchema, payload).reference),
    },
    {
      name: 'sweep-receipts',
      lane: 'maintenance',
      cron: '* * * * *',
      run: () => sweepReceipts(database),
    },
  ]
}

async function sweepReceipts(database: Database) {
  const unsent = await database.rows(
    z.object({ reference: z.string() }),
    sql`select reference from donation where receipt_due order by created_at limit 200`,
  )
  await database.transaction(async (queries) => {
    for (const { reference } of unsent) await enqueueJob(queries, receiptJob(reference))
  })
}

/** Resets the mark and enqueues the mail in one transaction, so that the receipt is mailed exactly once. */
export async function sendReceipt(deps: Deps, reference: string): Promise<void> {
  await deps.database.transaction(async (queries) => {
    const donation = await queries.row(
      z.object({ campaignId: z.string(), id: z.string() }),
      sql`
      update donation set receipt_due = false from donation_reference found
      where found.reference = ${reference} and donation.campaign_id = found.campaign_id
        and donation.id = found.donation_id and donation.receipt_due
      returning donation.campaign_id as "campaignId", donation.id`,
    )
    const issued = donation && (await issueReceipt(deps, queries, donation))
    if (issued) await enqueueMail(deps, queries, issued, `receipt ${donation.id}`)
  })
}

/** missing: the payment has not been booked, or the donor's address has been erased. */
export type ResendOutcome = 'sent' | 'missing' | 'too-often'

const maxPerDay = 3

/** Mails the receipt again to the address given with the donation. The lock on the donation's row makes the daily count exact. */
export async function resendReceipt(deps: Deps, donation: DonationKey): Promise<ResendOutcome> {
  const today = lagosToday(deps.now())
  const keys = Array.from(
    { length: maxPerDay },
    (_, index) => `receipt ${donation.id} again ${today} ${index}`,
  )
  return deps.database.transaction(async (queries) => {
    const issued = await issueReceipt(deps, queries, donation)
    if (!issued) return 'missing'
    const used = await queries.rows(
      z.object({ key: z.string() }),
      sql`select key from mail_outbox where key = any(${keys})`,
    )
    const key = keys[used.length]
    if (key === undefined) return 'too-often'
    return (await enqueueMail(deps, queries, issued, key)) ? 'sent' : 'missing'
  })
}

async function enqueueMail(
  { outbox, sealing, publicUrl }: Deps,
  queries: Transaction,
  { facts, accessCode, emailSealed, language, donorKey, needsConfirmation }: IssuedReceipt,
  key: string,
): Promise<boolean> {
  const to = sealing.open('donor-email', emailSealed)
  // The address is empty once the donor has deleted their account.
  if (to === '') return false
  const urls = {
    donation: new URL(`/donations/${accessCode}`, publicUrl).href,
    verification: new URL(`/verify/${formatVerificationCode(facts.code)}`, publicUrl).href,
    ...(needsConfirmation && {
      confirmation: toConfirmationUrl({ sealing, publicUrl }, donorKey),
    }),
  }
  await outbox.enqueue(queries, receiptMail(to, language, facts, urls), key)
  return true
}
