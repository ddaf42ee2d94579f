import { toFullName } from '#shared/full-name.ts'
import * as z from 'zod/mini'

import { nairaAmount } from '#shared/amount.ts'
import type { FoundCampaign, FoundPerson, SearchResult } from '#shared/console.ts'
import { invalid } from '#shared/messages.ts'

import { foldText } from '../../../campaigns/similarity/plain-letters.ts'
import { sql, type Sql } from '../../../platform/database/sql.ts'
import type { ContentStore } from '../../../providers/content/content.ts'
import { listFoundDonations, type ConsoleDeps } from './found-donations.ts'

type SearchDeps = ConsoleDeps & { content: Pick<ContentStore, 'listCampaigns' | 'findUserByUid'> }

const most = 20
const shortestName = 3
const amountSchema = nairaAmount({ required: invalid.amount })
const uuidPattern = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/
const receiptPattern = /^\d{4}-[0-9A-Z]{4}-[0-9A-Z]{4}$/
const referencePattern = /^AJO-[0-9A-F]{32}$/

/**
 * Finds donations, people and campaigns by name, address, reference, receipt number, campaign or amount. Addresses are sealed, so they
 * are found whole, by their keyed hash.
 */
export async function searchConsole(deps: SearchDeps, text: string): Promise<SearchResult> {
  const query = text.trim()
  if (query === '') return { donations: [], people: [], campaigns: [] }
  const isAddress = query.includes('@')
  const isName = !isAddress && query.length >= shortestName
  const [donations, people, campaigns] = await Promise.all([
    listFoundDonations(deps, toDonationCondition(deps, query), most),
    isAddress ? findByAddress(deps, query.toLowerCase()) : isName ? findByName(deps, query) : [],
    isName ? findCampaigns(deps, query) : [],
  ])
  return { donations, people, campaigns }
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
        order by created_at desc limit ${most}`,
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
  const { campaigns } = await content.listCampaigns({ text }, { limit: most, order: 'newest' })
  return campaigns.map(({ id, title, status }) => ({ id, title, status }))
}
