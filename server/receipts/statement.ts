import * as z from 'zod/mini'

import { lagosToday } from '#shared/day.ts'
import { kobo, type Kobo } from '#shared/money.ts'
import type { Statement } from '#shared/receipt.ts'

import { sql } from '../database/sql.ts'
import type { Books } from '../ledger/ledger-deps.ts'
import type { DonationPlace } from '../ledger/returns/settle-returns.ts'
import { issuedOf, receiptsOf, type IssuedReceipt } from './issue-receipt.ts'

type Find = (place: DonationPlace) => Promise<IssuedReceipt | undefined>

/** What a signed-in donor gave in a year. A gift belongs to the year in which it was paid, and so does what went back of it, whenever it did. */
export function openStatements({ database, mode, now }: Books, find: Find) {
  return {
    async readStatement(uid: string, year: number): Promise<Statement> {
      const found = await receiptsOf(
        database,
        sql`donation`,
        sql`where donation.donor_uid = ${uid} and donation.mode = ${mode}
          and coalesce(known.paid_at, charge.at) >= ${newYear(year)} and coalesce(known.paid_at, charge.at) < ${newYear(year + 1)}
        order by coalesce(known.paid_at, charge.at), donation.id`,
      )
      const gifts: Statement['gifts'] = []
      for (const gift of found) {
        const receipt = issuedOf(gift) ?? (await find(gift))
        if (receipt) gifts.push(giftOf(receipt))
      }
      const given = sumOf(gifts.map(({ amount }) => amount))
      const returned = sumOf(gifts.map((gift) => gift.returned))
      const years = await listYears(uid)
      return { year, years, mode, gifts, given, returned, kept: kobo(given - returned) }
    },
  }

  async function listYears(uid: string): Promise<number[]> {
    const found = await database.rows(
      z.object({ year: z.int() }),
      sql`
      select distinct extract(year from coalesce(known.paid_at, charge.at) at time zone 'Africa/Lagos')::integer as year
      from donation
      join ledger_entry charge on charge.campaign_id = donation.campaign_id and charge.donation_id = donation.id
        and charge.kind = 'charge'
      left join provider_payment known on known.campaign_id = donation.campaign_id and known.donation_id = donation.id
      where donation.donor_uid = ${uid} and donation.mode = ${mode}`,
    )
    const thisYear = Number(lagosToday(now()).slice(0, 4))
    const years = new Set([thisYear, ...found.map(({ year }) => year)])
    return [...years].sort((one, other) => other - one)
  }
}

/** Midnight in Lagos, which is UTC+1 all year. */
const newYear = (year: number) => new Date(`${year}-01-01T00:00:00+01:00`)

function giftOf({ facts, page, returned }: IssuedReceipt): Statement['gifts'][number] {
  const { number, givenAt, campaign, amount } = facts
  return {
    receipt: page,
    number,
    givenAt: givenAt.toISOString(),
    campaign: campaign.title,
    amount,
    returned,
  }
}

const sumOf = (amounts: Kobo[]) => kobo(amounts.reduce((sum, amount) => sum + amount, 0))
