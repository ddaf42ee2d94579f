import * as z from 'zod/mini'

import { formatDuration } from '#shared/duration.ts'
import { terms } from '#shared/terms.ts'
import { lagosDay } from '#shared/day.ts'
import type { Language } from '#shared/language.ts'
import { formatNaira } from '#shared/money.ts'

import type { Database, Transaction } from '../../platform/database/database.ts'
import { sql } from '../../platform/database/sql.ts'
import type { DonationKey, PaymentDeps } from '../ledger/provider-report.ts'
import type { Mail, Outbox } from '../../platform/mail/mail.ts'
import { enqueueJob, type Task } from '../../platform/queue/queue.ts'
import type { Transparency } from '../../transparency/transparency.ts'
import { toConfirmationUrl } from '../../people/supporters/mail-links.ts'
import {
  type IssueDeps,
  type IssuedReceipt,
  issueReceipt,
  type ReceiptFacts,
} from './issue-receipt.ts'
import { formatVerificationCode } from './receipt-number.ts'
import { writeMail } from '../../platform/mail/write-mail.ts'
import { formatLagosTime } from '../../platform/runtime/lagos-time.ts'
import { texts } from '../../text/texts.ts'

type Deps = IssueDeps &
  Pick<PaymentDeps, 'database' | 'sealing' | 'publicUrl'> & {
    outbox: Outbox
    transparency: Pick<Transparency, 'merge' | 'findProof'>
  }

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

const dueSchema = z.object({ campaignId: z.string(), id: z.string(), bookedAt: z.date() })
/** A receipt is mailed without the proof of the transparency log after this time. */
const longestWaitMs = 120_000
const retryMs = 5_000

/**
 * Mails the receipt once its entry is in the transparency log. Resets the mark and enqueues the mail in one transaction, so that the
 * receipt is mailed exactly once.
 */
export async function sendReceipt(deps: Deps, reference: string): Promise<void> {
  await deps.transparency.merge()
  await deps.database.transaction(async (queries) => {
    const donation = await queries.row(
      dueSchema,
      sql`
      select donation.campaign_id as "campaignId", donation.id, charge.booked_at as "bookedAt"
      from donation_reference found
      join donation on donation.campaign_id = found.campaign_id and donation.id = found.donation_id
      join ledger_entry charge on charge.campaign_id = donation.campaign_id and charge.donation_id = donation.id
        and charge.kind = 'charge'
      where found.reference = ${reference} and donation.receipt_due
      for update of donation`,
    )
    const issued = donation && (await issueReceipt(deps, queries, donation))
    if (!issued) return
    const hasProof = (await deps.transparency.findProof(queries, donation)) !== undefined
    const waitedMs = deps.now().getTime() - donation.bookedAt.getTime()
    if (!hasProof && waitedMs < longestWaitMs) {
      const runAt = new Date(Date.now() + retryMs)
      return enqueueJob(queries, { ...receiptJob(reference), runAt })
    }
    await queries.run(sql`
      update donation set receipt_due = false where campaign_id = ${donation.campaignId} and id = ${donation.id}`)
    await enqueueMail(deps, queries, { issued, hasProof }, `receipt ${donation.id}`)
  })
}

/** missing: the payment has not been booked, or the donor's address has been erased. */
export type ResendOutcome = 'sent' | 'missing' | 'too-often'

const maxPerDay = 3

/** Mails the receipt again to the address given with the donation. The lock on the donation's row makes the daily count exact. */
export async function resendReceipt(deps: Deps, donation: DonationKey): Promise<ResendOutcome> {
  const today = lagosDay(deps.now())
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
    const hasProof = (await deps.transparency.findProof(queries, donation)) !== undefined
    return (await enqueueMail(deps, queries, { issued, hasProof }, key)) ? 'sent' : 'missing'
  })
}

async function enqueueMail(
  { outbox, sealing, publicUrl }: Deps,
  queries: Transaction,
  { issued, hasProof }: { issued: IssuedReceipt; hasProof: boolean },
  key: string,
): Promise<boolean> {
  const { facts, accessCode, emailSealed, language, donorKey, needsConfirmation } = issued
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
  await outbox.enqueue(queries, receiptMail({ to, language, facts, urls, hasProof }), key)
  return true
}

/**
 * `donation` shows everything to the donor; `verification` shows others only what the receipt states. `confirmation` is set
 * if the donor wants updates and has not confirmed the address.
 */
type Urls = { donation: string; verification: string; confirmation?: string }

type Options = {
  to: string
  language: Language
  facts: ReceiptFacts
  urls: Urls
  /** The donation is in the transparency log. */
  hasProof: boolean
}

export function receiptMail({ to, language, facts, urls, hasProof }: Options): Mail {
  const { number, amount, donatedAt, mode, campaign } = facts
  const sum = formatNaira(amount)
  const { mail: text, inLagos } = texts[language].receipt
  return writeMail(to, language, {
    reason: 'donor',
    subject: text.subject({ sum }),
    picturedCampaign: campaign,
    paragraphs: [
      text.lead({ sum, title: campaign.title }),
      text.receipt({ number, time: inLagos({ time: formatLagosTime(donatedAt) }) }),
      ...(mode === 'live' ? [] : [text.test]),
      { label: text.view, url: urls.donation },
      ...(hasProof ? [] : [text.proofFollows]),
      text.keepPrivate({ duration: formatDuration(terms.donorRefund) }),
      text.share,
      { label: text.verify, url: urls.verification },
      ...(urls.confirmation === undefined
        ? []
        : [text.confirmHint, { label: text.confirm, url: urls.confirmation }]),
    ],
  })
}

export const sendReceiptTask = 'send-receipt'

/** Mails the receipt of a donation whose payment has been booked. */
export function receiptJob(reference: string) {
  return { task: sendReceiptTask, payload: { reference }, key: `${sendReceiptTask} ${reference}` }
}
