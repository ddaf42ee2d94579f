import * as z from 'zod/mini'

import { paymentModes, type Receipt } from '#shared/donation.ts'

import { sql } from '../database/sql.ts'
import { PaymentsUnavailable } from '../providers/payments/payments.ts'
import type { PaymentOutcome, PaymentSource } from '../ledger/payment-answer.ts'
import type { Books } from '../ledger/ledger-deps.ts'
import { courseColumns, courseJoined, courseSchema, shownStatus } from './donation-status.ts'
import { receiptForm, referenceForm } from '../ledger/donation-row.ts'
import { singleFlight } from '../runtime/single-flight.ts'

const foundSchema = z.extend(courseSchema, {
  campaignId: z.string(),
  id: z.string(),
  reference: z.string(),
  receipt: z.string(),
  donorUid: z.nullable(z.string()),
  mode: z.enum(paymentModes),
  title: z.string(),
  slug: z.string(),
  createdAt: z.date(),
  paidAt: z.nullable(z.date()),
})

/** A donation as its donor may see it, and by what it was found: a code that only they were given, or a reference that others may know. */
export type FoundReceipt = z.output<typeof foundSchema> & { foundBy: 'receipt' | 'reference' }

type Parts = Books & {
  verifyPayment: (reference: string, source: PaymentSource) => Promise<PaymentOutcome>
}

const askAgainMs = 5_000
const final = new Set(['paid', 'refused'])

export function receipts({ database, mode, now, verifyPayment }: Parts) {
  const once = singleFlight<void>()

  return {
    async findReceipt(code: string): Promise<FoundReceipt | undefined> {
      const foundBy = referenceForm.test(code) ? 'reference' : 'receipt'
      if (foundBy === 'receipt' && !receiptForm.test(code)) return undefined
      const found = await database.row(
        foundSchema,
        foundBy === 'receipt'
          ? sql`${selected} from donation_receipt found ${joined} where found.receipt = ${code}`
          : sql`${selected} from donation_reference found ${joined} where found.reference = ${code}`,
      )
      return found && { ...found, foundBy }
    },

    /** What the return page shows. It never believes the address: while the payment is open, the provider is asked. */
    async confirmReceipt(found: FoundReceipt): Promise<Receipt> {
      if (final.has(found.state)) return receiptOf(found)
      await once(found.reference, () => ask(found))
      const fresh = await database.row(
        foundSchema,
        sql`${selected} from donation_receipt found ${joined} where found.receipt = ${found.receipt}`,
      )
      return receiptOf(fresh ?? found)
    },
  }

  /** At most one question for a reference in five seconds, whichever process is asked. */
  async function ask({ campaignId, id, reference, ...found }: FoundReceipt) {
    // Another world's payments are known to another provider.
    if (found.mode !== mode) return
    const askedAt = now()
    const mine = await database.run(sql`
      update donation set asked_at = ${askedAt}
      where campaign_id = ${campaignId} and id = ${id}
        and (asked_at is null or asked_at <= ${new Date(askedAt.getTime() - askAgainMs)})`)
    if (mine === 0) return
    try {
      await verifyPayment(reference, 'return')
    } catch (error) {
      // The page says what the books say; the next visit, the webhook or the sweep will know more.
      if (!(error instanceof PaymentsUnavailable)) throw error
    }
  }
}

function receiptOf(found: z.output<typeof foundSchema>): Receipt {
  return {
    receipt: found.receipt,
    status: found.state === 'refused' ? 'failed' : shownStatus(found),
    returned: found.returned,
    late: found.late,
    amount: found.amount,
    mode: found.mode,
    createdAt: found.createdAt.toISOString(),
    paidAt: found.paidAt?.toISOString() ?? null,
    campaign: { id: found.campaignId, slug: found.slug, title: found.title },
  }
}

const selected = sql`
  select donation.campaign_id as "campaignId", donation.id, donation.reference, donation.receipt, donation.donor_uid as "donorUid",
    donation.mode, donation.campaign_title as title, donation.campaign_slug as slug, donation.created_at as "createdAt",
    ${courseColumns},
    case when donation.state = 'paid' then known.paid_at end as "paidAt"`

const joined = sql`
  join donation on donation.campaign_id = found.campaign_id and donation.id = found.donation_id
  ${courseJoined}`
