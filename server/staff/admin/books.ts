import * as z from 'zod/mini'

import {
  type AccountBalance,
  type Books,
  type Period,
  type Posting,
  postingSchema,
} from '#shared/books.ts'
import { csvLine, csvNaira, csvStart } from '#shared/csv.ts'
import { lagosDay } from '#shared/day.ts'
import { koboSchema } from '#shared/kobo-schema.ts'
import { type Kobo, kobo } from '#shared/money.ts'
import { invalid } from '#shared/text/invalid.ts'

import type { Queries } from '../../platform/database/database.ts'
import { sql, type Sql } from '../../platform/database/sql.ts'
import { fieldError } from '../../platform/http/context.ts'
import { eachPage } from '../../platform/lists/each-page.ts'
import { accounts, joinColumns } from '../../money/ledger/chart.ts'
import { lockedSums } from '../../money/ledger/ledger-check.ts'
import type { LedgerDeps } from '../../money/ledger/provider-report.ts'
import { formatSerial } from '../../money/receipts/receipts.ts'

/** What an entry changes of each account, as one array in the order of `accounts`. */
const amounts = sql`to_jsonb(array[${joinColumns(accounts, (column) => column)}])`
const sumsOf = (condition: Sql) =>
  sql`array[${joinColumns(accounts, (column) => sql`coalesce(sum(${column}) filter (where ${column} ${condition}), 0)::bigint`)}]`

const balanceRow = z.object({
  account: z.string(),
  opening: koboSchema,
  debit: koboSchema,
  credit: koboSchema,
})

/** Each account at the beginning and the end of a period, and what was debited and credited in it. */
export async function readTrialBalance(
  { database, mode }: Pick<LedgerDeps, 'database' | 'mode'>,
  { from, to }: Period,
): Promise<AccountBalance[]> {
  const isBefore = sql`and posted_on < ${from}`
  const isWithin = sql`and posted_on >= ${from}`
  const rows = await database.rows(
    balanceRow,
    sql`select unnest(${accounts}::text[]) as account, unnest(${sumsOf(sql`<> 0 ${isBefore}`)}) as opening,
          unnest(${sumsOf(sql`> 0 ${isWithin}`)}) as debit, -unnest(${sumsOf(sql`< 0 ${isWithin}`)}) as credit
        from ledger_entry where mode = ${mode} and posted_on <= ${to}`,
  )
  return rows.map((row) => ({ ...row, closing: kobo(row.opening + row.debit - row.credit) }))
}

/** One amount for each account. */
const entryRow = z.extend(z.omit(postingSchema, { account: true, amount: true }), {
  amounts: z.array(koboSchema),
})
type Entry = z.output<typeof entryRow>

async function listEntries(
  { database, mode }: Pick<LedgerDeps, 'database' | 'mode'>,
  { from, to }: Period,
  { after = '', limit }: { after?: string | undefined; limit: number },
): Promise<Entry[]> {
  const [day = '', campaign = ''] = after.split(' ', 2)
  const document = after.slice(`${day} ${campaign} `.length)
  const isDay = z.safeParse(z.iso.date(), day).success
  return database.rows(
    entryRow,
    sql`select posted_on::text as "postedOn", lagos_day(effective_at)::text as "movedOn", kind, effect_key as document,
          campaign_id as "campaignId", ${amounts} as amounts, memo
        from ledger_entry
        where mode = ${mode} and posted_on between ${from} and ${to}
          ${isDay ? sql`and (posted_on, campaign_id, effect_key) > (${day}::date, ${campaign}, ${document})` : sql``}
        order by posted_on, campaign_id, effect_key limit ${limit}`,
  )
}

const toPostings = ({ amounts: ofAccounts, ...entry }: Entry): Posting[] =>
  ofAccounts.flatMap((amount, index) =>
    amount === 0 ? [] : [{ ...entry, account: accounts[index] ?? '', amount }],
  )
const toPlace = ({ postedOn, campaignId, document }: Entry) =>
  `${postedOn} ${campaignId} ${document}`

const entriesPerPage = 25
type Query = { from?: string | undefined; to?: string | undefined; after?: string | undefined }

/** Journal and trial balance of all campaigns, for the operator. */
export function books(deps: LedgerDeps) {
  const { database, mode, now } = deps

  const toPeriod = ({ from, to }: Query): Period => {
    const today = lagosDay(now())
    return { from: from || `${today.slice(0, 7)}-01`, to: to || today }
  }

  return {
    toPeriod,

    async read(query: Query): Promise<Books> {
      const period = toPeriod(query)
      const [lockedUntil, balances, found] = await Promise.all([
        findLockedDay(database, mode),
        readTrialBalance(deps, period),
        listEntries(deps, period, { after: query.after, limit: entriesPerPage + 1 }),
      ])
      const page = found.slice(0, entriesPerPage)
      const last = found.length > entriesPerPage ? page.at(-1) : undefined
      return {
        period,
        lockedUntil,
        accounts: balances,
        postings: page.flatMap(toPostings),
        next: last ? toPlace(last) : null,
      }
    },

    /** Entries of money that moved in the period and that are booked later belong to the day after it. */
    async lock({ until, reason, uid }: { until: string; reason: string; uid: string }) {
      await database.transaction(async (queries) => {
        await queries.run(sql`select lock_entries()`)
        const locked = await findLockedDay(queries, mode)
        if (until >= lagosDay(now()) || (locked !== null && until <= locked))
          throw fieldError('until', invalid.periodOpen)
        await queries.run(sql`
          insert into money_decision (kind, subject, facts, decided_by, at)
          select 'period-locked', ${mode}, jsonb_build_object('until', ${until}::text, 'reason', ${reason}::text, 'sums', ${lockedSums}),
            ${uid}, ${now()}::timestamptz
          from ledger_entry where mode = ${mode} and posted_on <= ${until}::date`)
      })
    },

    async *journalCsv(period: Period): AsyncGenerator<string> {
      yield csvStart + csvLine(journalHeader)
      const read = (last?: Entry) =>
        listEntries(deps, period, { after: last && toPlace(last), limit: 500 })
      for await (const page of eachPage(500, read))
        for (const posting of page.flatMap(toPostings)) yield toJournalLine(posting)
    },

    async *trialBalanceCsv(period: Period): AsyncGenerator<string> {
      yield csvStart + csvLine(balanceHeader)
      for (const { account, opening, debit, credit, closing } of await readTrialBalance(
        deps,
        period,
      ))
        yield csvLine([account, ...[opening, debit, credit, closing].map(csvNaira)])
    },

    async *receiptsCsv({ from, to }: Period): AsyncGenerator<string> {
      yield csvStart + csvLine(receiptHeader)
      const read = (last?: z.output<typeof receiptRow>) =>
        database.rows(
          receiptRow,
          sql`select year, serial, lagos_day(issued_at)::text as day, number, lagos_day(donated_at)::text as "paidOn",
                amount_kobo as amount, receipt.campaign_id as "campaignId", receipt.donation_id as "donationId"
              from receipt join donation on donation.campaign_id = receipt.campaign_id and donation.id = receipt.donation_id
              where receipt.mode = ${mode} and (year, serial) > (${last?.year ?? 0}, ${last?.serial ?? 0})
                and year between ${from.slice(0, 4)} and ${to.slice(0, 4)} and lagos_day(issued_at) between ${from} and ${to}
              order by year, serial limit 500`,
        )
      for await (const page of eachPage(500, read))
        for (const { day, number, paidOn, amount, campaignId, donationId, ...serial } of page)
          yield csvLine([
            formatSerial(serial),
            day,
            number,
            paidOn,
            csvNaira(amount),
            campaignId,
            donationId,
          ])
    },
  }
}

async function findLockedDay({ value }: Queries, mode: string): Promise<string | null> {
  const locked = await value(
    z.string(),
    sql`select facts ->> 'until' as until from money_decision
        where kind = 'period-locked' and subject = ${mode} order by id desc limit 1`,
  )
  return locked ?? null
}

const journalHeader = [
  'Posted on (Lagos)',
  'Moved on (Lagos)',
  'Entry',
  'Document',
  'Campaign',
  'Account',
  'Debit (NGN)',
  'Credit (NGN)',
  'Memo',
]
const balanceHeader = ['Account', 'Opening (NGN)', 'Debit (NGN)', 'Credit (NGN)', 'Closing (NGN)']
const receiptHeader = [
  'Serial number',
  'Issued on (Lagos)',
  'Receipt number',
  'Paid on (Lagos)',
  'Amount (NGN)',
  'Campaign',
  'Donation',
]
const receiptRow = z.object({
  year: z.int(),
  serial: z.int(),
  day: z.string(),
  number: z.string(),
  paidOn: z.string(),
  amount: koboSchema,
  campaignId: z.string(),
  donationId: z.string(),
})

const onSide = (amount: number): Kobo => kobo(Math.max(0, amount))

const toJournalLine = ({ postedOn, movedOn, kind, document, amount, ...posting }: Posting) =>
  csvLine([
    postedOn,
    movedOn,
    kind,
    document,
    posting.campaignId,
    posting.account,
    csvNaira(onSide(amount)),
    csvNaira(onSide(0 - amount)),
    posting.memo ?? '',
  ])
