import * as z from 'zod/mini'

import { recordAction } from '#server/admin/audit-log.ts'
import { sql } from '#server/database/sql.ts'
import type { Services } from '#server/services.ts'
import { formatNaira, koboSchema } from '#shared/money.ts'

import type { Noun } from './verb.ts'

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
}
