import * as z from 'zod/mini'

import { nairaAmount } from '#shared/amount.ts'
import {
  periodTotalsSchema,
  type ConsoleTotals,
  type FoundCampaign,
  type FoundDonation,
  type FoundPerson,
  type PeriodTotals,
  type SearchResult,
} from '#shared/console.ts'
import { lagosDay } from '#shared/day.ts'
import { paymentModes } from '#shared/donation.ts'
import { toFullName } from '#shared/full-name.ts'
import { koboSchema } from '#shared/kobo-schema.ts'
import { invalid } from '#shared/text/invalid.ts'

import { foldText } from '../../campaigns/similarity/plain-letters.ts'
import {
  statusFactsColumns,
  statusFactsJoins,
  statusFactsSchema,
  toDonationStatus,
} from '../../money/donations/donation-status.ts'
import type { LedgerDeps } from '../../money/ledger/provider-report.ts'
import type { Queries } from '../../platform/database/database.ts'
import { sql, type Sql } from '../../platform/database/sql.ts'
import type { Sealing } from '../../platform/runtime/sealing.ts'
import type { ContentStore } from '../../providers/content/content.ts'

type SearchDeps = ConsoleDeps & { content: Pick<ContentStore, 'listCampaigns' | 'findUserByUid'> }

const maxFound = 20
const shortestName = 3
const onHoldRow = z.object({ reference: z.string(), amount: z.nullable(koboSchema) })
const amountSchema = nairaAmount({ required: invalid.amount })
const uuidPattern = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/
const receiptPattern = /^\d{4}-[0-9A-Z]{4}-[0-9A-Z]{4}$/
const referencePattern = /^AJO-[0-9A-F]{32}$/

/**
 * Finds donations, payments on hold, people and campaigns by name, address, reference, receipt number, campaign or amount. Addresses are sealed, so they
 * are found whole, by their keyed hash.
 */
export async function searchConsole(deps: SearchDeps, text: string): Promise<SearchResult> {
  const query = text.trim()
  if (query === '') return { donations: [], people: [], campaigns: [], onHold: [] }
  const isAddress = query.includes('@')
  const isName = !isAddress && query.length >= shortestName
  const [donations, people, campaigns, onHold] = await Promise.all([
    listFoundDonations(deps, toDonationCondition(deps, query), maxFound),
    isAddress ? findByAddress(deps, query.toLowerCase()) : isName ? findByName(deps, query) : [],
    isName ? findCampaigns(deps, query) : [],
    deps.database.rows(
      onHoldRow,
      sql`select reference, (seen ->> 'amount')::bigint as amount from quarantined_payment
          where resolved_at is null and upper(reference) = ${query.toUpperCase()} order by created_at limit ${maxFound}`,
    ),
  ])
  return { donations, people, campaigns, onHold }
}

function toDonationCondition({ sealing }: SearchDeps, query: string): Sql {
  const upper = query.toUpperCase()
  if (query.includes('@'))
    return sql`donation.donor_key = ${sealing.fingerprint('donor', query.toLowerCase())}`
  if (referencePattern.test(upper))
    return inTable(sql`donation_reference where reference = ${upper}`)
  if (receiptPattern.test(upper)) return inTable(sql`receipt_number where number = ${upper}`)
  if (uuidPattern.test(query.toLowerCase())) return sql`donation.id = ${query.toLowerCase()}::uuid`
  const amount = z.safeParse(amountSchema, query.replace(/^₦\s*/u, ''))
  if (amount.success) return sql`donation.amount_kobo = ${amount.data}`
  if (query.length < shortestName) return sql`false`
  return sql`lower(donation.donor_name) like ${toPattern(query.toLowerCase())}`
}

const inTable = (rows: Sql) =>
  sql`(donation.campaign_id, donation.id) in (select campaign_id, donation_id from ${rows})`

const toPattern = (text: string) => `%${text.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`

const accountRow = z.object({ uid: z.string(), email: z.string() })
const guestRow = z.object({ name: z.string() })

async function findByAddress(deps: SearchDeps, email: string): Promise<FoundPerson[]> {
  const account = await deps.database.row(
    accountRow,
    sql`select uid, email from account where email = ${email}`,
  )
  const key = deps.sealing.fingerprint('donor', email)
  const guest = await deps.database.row(
    guestRow,
    sql`select donor_name as name from donation where donor_key = ${key} and donor_uid is null
        order by created_at desc limit 1`,
  )
  return [
    ...(account ? [await toAccount(deps, account)] : []),
    ...(guest
      ? [{ id: key.toString('hex'), kind: 'guest' as const, name: guest.name, email }]
      : []),
  ]
}

/** Accounts that raise or gave under a name like this. */
async function findByName(deps: SearchDeps, query: string): Promise<FoundPerson[]> {
  const accounts = await deps.database.rows(
    accountRow,
    sql`select uid, email from account where uid in (
          select owner_uid from campaign_name where folded_name like ${toPattern(foldText(query))}
          union
          select donor_uid from donation where lower(donor_name) like ${toPattern(query.toLowerCase())})
        order by created_at desc limit ${maxFound}`,
  )
  return Promise.all(accounts.map((account) => toAccount(deps, account)))
}

export async function toAccount(
  { content }: { content: Pick<ContentStore, 'findUserByUid'> },
  { uid, email }: z.output<typeof accountRow>,
): Promise<FoundPerson> {
  const user = await content.findUserByUid(uid)
  const name = toFullName(user)
  return { id: uid, kind: 'account', name, email }
}

async function findCampaigns({ content }: SearchDeps, text: string): Promise<FoundCampaign[]> {
  const { campaigns } = await content.listCampaigns({ text }, { limit: maxFound, order: 'newest' })
  return campaigns.map(({ id, title, status }) => ({ id, title, status }))
}

export type ConsoleDeps = { database: Queries; sealing: Pick<Sealing, 'open' | 'fingerprint'> }

export const foundDonationSchema = z.extend(statusFactsSchema, {
  id: z.string(),
  campaignId: z.string(),
  title: z.string(),
  donor: z.string(),
  emailSealed: z.instanceof(Buffer),
  mode: z.enum(paymentModes),
  createdAt: z.date(),
})

export const foundDonationColumns = sql`
  donation.id, donation.campaign_id as "campaignId", donation.campaign_title as title, donation.donor_name as donor,
  donation.donor_email_sealed as "emailSealed", donation.mode, donation.created_at as "createdAt", ${statusFactsColumns}`

export async function listFoundDonations(
  { database, sealing }: ConsoleDeps,
  condition: Sql,
  limit: number,
): Promise<FoundDonation[]> {
  const rows = await database.rows(
    foundDonationSchema,
    sql`select ${foundDonationColumns} from donation ${statusFactsJoins}
        where ${condition} order by donation.created_at desc, donation.id desc limit ${limit}`,
  )
  return rows.map((row) => toFoundDonation(row, sealing))
}

export function toFoundDonation(
  row: z.output<typeof foundDonationSchema>,
  sealing: ConsoleDeps['sealing'],
): FoundDonation {
  return {
    id: row.id,
    donor: row.donor,
    // An erased address is empty.
    email: sealing.open('donor-email', row.emailSealed) || null,
    amount: row.amount,
    status: row.state === 'refused' ? 'failed' : toDonationStatus(row),
    mode: row.mode,
    campaign: { id: row.campaignId, title: row.title },
    createdAt: row.createdAt.toISOString(),
    paidAt: row.paidAt?.toISOString() ?? null,
  }
}

/** Today and this month in Lagos, from the ledger. */
export async function readConsoleTotals(deps: LedgerDeps): Promise<ConsoleTotals> {
  const today = lagosDay(deps.now())
  const [ofToday, ofMonth] = await Promise.all([
    sumSince(deps, today),
    sumSince(deps, `${today.slice(0, 7)}-01`),
  ])
  return { today: ofToday, month: ofMonth }
}

const sumSince = (deps: LedgerDeps, day: string): Promise<PeriodTotals> =>
  sumDays(deps, sql`day >= ${day}::date`)

/** The sums of the ledger on the days for which the condition holds. */
export async function sumDays(
  { database, mode }: Pick<LedgerDeps, 'database' | 'mode'>,
  condition: Sql,
): Promise<PeriodTotals> {
  const totals = await database.row(
    periodTotalsSchema,
    sql`select coalesce(sum(donations), 0)::integer as donations, coalesce(sum(donated_kobo), 0)::bigint as donated,
          coalesce(sum(reversed_kobo), 0)::bigint as reversed, coalesce(sum(provider_kobo), 0)::bigint as fees,
          coalesce(sum(platform_kobo), 0)::bigint as platform, coalesce(sum(paid_out_kobo), 0)::bigint as "paidOut"
        from campaign_day where mode = ${mode} and ${condition}`,
  )
  if (totals === undefined) throw new Error('a sum of the ledger returned no row')
  return totals
}
