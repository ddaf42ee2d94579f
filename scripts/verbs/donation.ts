import * as z from 'zod/mini'

import { recordAction } from '#server/staff/admin/audit-log.ts'
import { sql } from '#server/platform/database/sql.ts'
import type { Services } from '#server/services.ts'
import type { RefundOutcome } from '#server/money/refunds/refunds.ts'
import { errorSentences } from '#shared/error-sentences.ts'
import { formatNaira, parseNaira } from '#shared/money.ts'
import { koboSchema } from '#shared/kobo-schema.ts'

import { VerbRefused, type Noun } from './verb.ts'

const donationRow = z.object({
  id: z.string(),
  campaignId: z.string(),
  reference: z.string(),
  amount: koboSchema,
  createdAt: z.date(),
  bookedAt: z.nullable(z.date()),
})

const findDonation = ({ database }: Services, reference = '') =>
  database.row(
    donationRow,
    sql`select donation.id, donation.campaign_id as "campaignId", reference, amount_kobo as amount,
        donation.created_at as "createdAt",
        (select min(booked_at) from ledger_entry entry
          where entry.campaign_id = donation.campaign_id and entry.donation_id = donation.id) as "bookedAt"
      from donation where reference = ${reference.toUpperCase()}`,
  )

const sentences: Record<Exclude<RefundOutcome['kind'], 'requested' | 'refused'>, string> = {
  closed: errorSentences['refund-closed'],
  'too-large': errorSentences['refund-too-large'],
  'over-limit': errorSentences['refund-over-limit'],
}

export const donation: Noun = {
  show: {
    words: ['reference'],
    async find(services, [reference]) {
      const found = await findDonation(services, reference)
      if (!found) return `There is no donation ${reference}.`
      const booked = found.bookedAt ? `booked ${found.bookedAt.toISOString()}` : 'not booked'
      return { text: `${found.reference}: ${formatNaira(found.amount)}, ${booked}.`, data: found }
    },
  },
  /** Asks the provider about the payment and books what it says. */
  verify: {
    words: ['reference'],
    async find(services, [reference]) {
      const found = await findDonation(services, reference)
      if (!found) return `There is no donation ${reference}.`
      return {
        text: `The provider would be asked about ${found.reference}.`,
        async apply(by) {
          const { database, donations, now } = services
          const outcome = await donations.verifyPayment(found.reference, 'sweep')
          const action = { ...by, action: 'verify-donation', subject: found.id, at: now() } as const
          await database.transaction((queries) => recordAction(queries, action))
          return `${found.reference}: ${outcome}.`
        },
      }
    },
  },
  /** Refunds all that is left, or an amount in naira. The same command within a day refunds once. */
  refund: {
    words: ['reference', 'amount or all'],
    async find(services, [reference, words = '']) {
      const found = await findDonation(services, reference)
      if (!found) return `There is no donation ${reference}.`
      const amount = words === 'all' ? undefined : parseNaira(words)
      if (words !== 'all' && amount === undefined) return `${words} is no amount in naira.`
      const key = { campaignId: found.campaignId, id: found.id }
      const preview = await services.refunds.previewRefund(key, amount)
      if (typeof preview === 'string') return sentences[preview]
      return {
        text: `${formatNaira(preview.amount)} of ${found.reference} would be refunded.`,
        data: preview,
        async decide({ uid }, reason) {
          const day = services.now().toISOString().slice(0, 10)
          const outcome = await services.refunds.requestRefund({
            donation: key,
            form: { reason, ...(amount !== undefined && { amount }) },
            idempotencyKey: `command-line ${found.reference} ${words} ${day}`,
            by: { role: 'admin', uid },
          })
          if (outcome.kind === 'requested')
            return `${formatNaira(outcome.refund.amount)} of ${found.reference}: the refund is ${outcome.refund.state}.`
          throw new VerbRefused(
            outcome.kind === 'refused' ? outcome.message : sentences[outcome.kind],
          )
        },
      }
    },
  },
}
