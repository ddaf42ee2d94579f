import * as z from 'zod/mini'

import { lagosToday } from '#shared/day.ts'
import { kobo, type Kobo } from '#shared/money.ts'
import type { Statement } from '#shared/receipt.ts'

import { sql } from '../../platform/database/sql.ts'
import { isGivenBy, type DonorScope } from '../donations/guest-donations.ts'
import type { DonationKey } from '../ledger/entries/donation-row.ts'
import type { LedgerDeps } from '../ledger/entries/ledger-deps.ts'
import type { Sealing } from '../../platform/runtime/sealing.ts'
import { findReceiptRows, toIssuedReceipt, type IssuedReceipt } from './issue-receipt.ts'

type FindReceipt = (donation: DonationKey) => Promise<IssuedReceipt | undefined>

type Deps = LedgerDeps & { sealing: Pick<Sealing, 'fingerprint'> }

export function openStatements(deps: Deps, findReceipt: FindReceipt) {
  const { database, mode, now } = deps
  return {
    /** The year is that of the payment in Lagos. Later reversals are subtracted from the year of the donation. */
    async readStatement(donor: DonorScope, year: number): Promise<Statement> {
      const rows = await findReceiptRows(
        database,
        sql`donation`,
        sql`where ${isGivenBy(deps, donor)} and donation.mode = ${mode}
          and charge.effective_at >= ${startOfYear(year)} and charge.effective_at < ${startOfYear(year + 1)}
        order by charge.effective_at, donation.id`,
      )
      const donations: Statement['donations'] = []
      for (const row of rows) {
        const receipt = toIssuedReceipt(row) ?? (await findReceipt(row))
        if (receipt) donations.push(toDonation(receipt))
      }
      const donated = sum(donations.map(({ amount }) => amount))
      const reversed = sum(donations.map((donation) => donation.reversed))
      const thisYear = Number(lagosToday(now()).slice(0, 4))
      const years = [...new Set([thisYear, ...(await listYears(donor))])].sort(
        (one, other) => other - one,
      )
      return { year, years, mode, donations, donated, reversed, net: kobo(donated - reversed) }
    },

    /** The years with donations, newest first. */
    listYears,
  }

  async function listYears(donor: DonorScope): Promise<number[]> {
    const found = await database.rows(
      z.object({ year: z.int() }),
      sql`
      select distinct extract(year from charge.effective_at at time zone 'Africa/Lagos')::integer as year
      from donation
      join ledger_entry charge on charge.campaign_id = donation.campaign_id and charge.donation_id = donation.id
        and charge.kind = 'charge'
      where ${isGivenBy(deps, donor)} and donation.mode = ${mode}
      order by year desc`,
    )
    return found.map(({ year }) => year)
  }
}

/** Midnight in Lagos, which is UTC+1 all year. */
const startOfYear = (year: number) => new Date(`${year}-01-01T00:00:00+01:00`)

function toDonation({
  facts,
  accessCode,
  reversed,
}: IssuedReceipt): Statement['donations'][number] {
  const { number, campaign, amount } = facts
  const donatedAt = facts.donatedAt.toISOString()
  return { accessCode, number, donatedAt, campaign: campaign.title, amount, reversed }
}

const sum = (amounts: Kobo[]) => kobo(amounts.reduce((total, amount) => total + amount, 0))
