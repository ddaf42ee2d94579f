import { brand } from '#shared/brand.ts'
import * as z from 'zod/mini'

import { roles as staffRoles } from '#shared/account.ts'
import { nairaAmount } from '#shared/amount.ts'
import {
  campaignFileEventSchema,
  periodTotalsSchema,
  type ConsoleTotals,
  type FoundCampaign,
  type FoundDonation,
  type FoundPerson,
  type PeriodTotals,
  type SearchResult,
  donationEventSchema,
  donationFacts,
  type DonationEvent,
  type DonationFile,
  type PersonFile,
  type CampaignFile,
} from '#shared/console.ts'
import { lagosDay } from '#shared/day.ts'
import { paymentModes } from '#shared/donation.ts'
import { toFullName } from '#shared/full-name.ts'
import { koboSchema } from '#shared/kobo-schema.ts'
import { invalid } from '#shared/text/invalid.ts'
import { kobo } from '#shared/money.ts'

import { foldText } from '../../campaigns/similarity/plain-letters.ts'
import {
  statusFactsColumns,
  statusFactsJoins,
  statusFactsSchema,
  toDonationStatus,
} from '../../money/donations/donation-list.ts'
import type { LedgerDeps, DonationKey } from '../../money/ledger/provider-report.ts'
import type { Queries } from '../../platform/database/database.ts'
import { sql, type Sql } from '../../platform/database/sql.ts'
import type { Sealing } from '../../platform/runtime/sealing.ts'
import type { ContentStore, StoredCampaign } from '../../providers/content/content.ts'
import { findRefundable } from '../../money/refunds/refund-rows.ts'
import { isFrozen } from '../../money/ledger/frozen-campaign.ts'

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

const foundRow = z.object({ uid: z.string(), email: z.string() })
const guestRow = z.object({ name: z.string() })

async function findByAddress(deps: SearchDeps, email: string): Promise<FoundPerson[]> {
  const account = await deps.database.row(
    foundRow,
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
    foundRow,
    sql`select uid, email from account where uid in (
          select owner_uid from campaign_name where folded_name like ${toPattern(foldText(query))}
          union
          select donor_uid from donation where lower(donor_name) like ${toPattern(query.toLowerCase())})
        order by created_at desc limit ${maxFound}`,
  )
  return Promise.all(accounts.map((account) => toAccount(deps, account)))
}

async function toAccount(
  { content }: { content: Pick<ContentStore, 'findUserByUid'> },
  { uid, email }: z.output<typeof foundRow>,
): Promise<FoundPerson> {
  const user = await content.findUserByUid(uid)
  const name = toFullName(user)
  return { id: uid, kind: 'account', name, email }
}

async function findCampaigns({ content }: SearchDeps, text: string): Promise<FoundCampaign[]> {
  const { campaigns } = await content.listCampaigns({ text }, { limit: maxFound, order: 'newest' })
  return campaigns.map(({ id, title, status }) => ({ id, title, status }))
}

type ConsoleDeps = { database: Queries; sealing: Pick<Sealing, 'open' | 'fingerprint'> }

const foundDonationSchema = z.extend(statusFactsSchema, {
  id: z.string(),
  campaignId: z.string(),
  title: z.string(),
  donor: z.string(),
  emailSealed: z.instanceof(Buffer),
  mode: z.enum(paymentModes),
  createdAt: z.date(),
})

const foundDonationColumns = sql`
  donation.id, donation.campaign_id as "campaignId", donation.campaign_title as title, donation.donor_name as donor,
  donation.donor_email_sealed as "emailSealed", donation.mode, donation.created_at as "createdAt", ${statusFactsColumns}`

async function listFoundDonations(
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

function toFoundDonation(
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
async function sumDays(
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

const fileRow = z.extend(foundDonationSchema, {
  donorUid: z.nullable(z.string()),
  donorKey: z.instanceof(Buffer),
  ...donationFacts,
})

/** Everything that is known about a donation. */
export async function readDonationFile(
  deps: ConsoleDeps,
  key: DonationKey,
): Promise<DonationFile | undefined> {
  const { database, sealing } = deps
  const row = await database.row(
    fileRow,
    sql`select ${foundDonationColumns}, donation.donor_uid as "donorUid", donation.donor_key as "donorKey",
          donation.reference, donation.anonymous, donation.shares_email as "sharesEmail", donation.message,
          receipt.number as receipt, known.channel
        from donation ${statusFactsJoins}
        left join receipt on receipt.campaign_id = donation.campaign_id and receipt.donation_id = donation.id
        where donation.campaign_id = ${key.campaignId} and donation.id = ${key.id}`,
  )
  if (!row) return undefined
  const [events, refundable] = await Promise.all([
    listEvents(deps, { ...key, reference: row.reference }),
    findRefundable(database, key),
  ])
  const { reference, anonymous, sharesEmail, message, receipt, channel } = row
  const left = refundable && !refundable.isDisputed ? Math.max(refundable.amount, 0) : 0
  return {
    donation: {
      ...toFoundDonation(row, sealing),
      personId: row.donorUid ?? row.donorKey.toString('hex'),
      reference,
      anonymous,
      sharesEmail,
      message,
      receipt,
      channel,
      refundable: kobo(left),
    },
    events,
  }
}

const listEvents = (
  { database }: ConsoleDeps,
  donation: DonationKey & { reference: string },
): Promise<DonationEvent[]> =>
  database.rows(
    donationEventSchema,
    sql`select at, kind, name, amount from (${selectEvents(donation)}) event
        where at is not null order by at, place, name`,
  )

/** `place` orders what happened at the same time. */
function selectEvents({ campaignId, id, reference }: DonationKey & { reference: string }): Sql {
  const own = sql`campaign_id = ${campaignId} and donation_id = ${id}`
  return sql`
    select created_at as at, 1 as place, 'started' as kind, 'started' as name, amount_kobo as amount
    from donation where campaign_id = ${campaignId} and id = ${id}
    union all
    select received_at, 2, 'webhook', event || ' (' || state || ')', null from webhook_inbox where reference = ${reference}
    union all
    select coalesce(paid_at, asked_at), 3, 'payment', status, amount_kobo from provider_payment where ${own}
    union all
    select created_at, 4, 'quarantined', reason || ' (' || state || ')', null from quarantined_payment where ${own}
    union all
    select booked_at, 5, 'ledger', kind, abs(case when raised_kobo <> 0 then raised_kobo else provider_kobo end)
    from ledger_entry where ${own}
    union all
    select issued_at, 6, 'receipt', number, null from receipt where ${own}
    union all
    select at, 7, 'refund', step.state, refund.amount_kobo
    from refund join refund_step step on step.campaign_id = refund.campaign_id and step.refund_id = refund.id
    where refund.campaign_id = ${campaignId} and refund.donation_id = ${id}
    union all
    select coalesce(refunded_at, created_at, asked_at), 8, 'provider-refund', status, amount_kobo from provider_refund where ${own}
    union all
    select coalesce(resolved_at, asked_at), 8, 'dispute', status, refund_kobo from provider_dispute where ${own}
    union all
    select coalesce(settled_at, settled.asked_at), 9, 'settlement', settled.status, line.share_kobo
    from settlement_line line join settlement settled using (mode, settlement_id)
    where line.campaign_id = ${campaignId} and line.donation_id = ${id} and settled.sub_account_code is not null
    union all
    select coalesce(sent_at, failed_at, created_at), 10, 'mail',
      subject || case when sent_at is not null then ' (sent)' when failed_at is not null then ' (failed)' else ' (waiting)' end, null
    from mail_outbox where key = any(${[`receipt ${id}`, `payout ${id}`]})`
}

const keyPattern = /^[0-9a-f]{64}$/
const shownDonations = 50
const shownCampaigns = 50

const accountRow = z.object({
  uid: z.string(),
  email: z.string(),
  emailVerified: z.boolean(),
  isDisabled: z.boolean(),
  createdAt: z.date(),
  roles: z.array(z.enum(staffRoles)),
})

/** A person by the uid of the account, or a guest by the keyed hash of the address. */
export async function readPersonFile(
  deps: SearchDeps,
  id: string,
): Promise<PersonFile | undefined> {
  return keyPattern.test(id) ? readGuest(deps, id) : readAccount(deps, id)
}

async function readAccount(deps: SearchDeps, uid: string): Promise<PersonFile | undefined> {
  const { database, content } = deps
  const account = await database.row(
    accountRow,
    sql`select uid, email, email_verified as "emailVerified", disabled as "isDisabled", created_at as "createdAt",
          array(select role from account_role where account_role.uid = account.uid order by role) as roles
        from account where uid = ${uid}`,
  )
  if (!account) return undefined
  const [person, donations, { campaigns }] = await Promise.all([
    toAccount(deps, account),
    listFoundDonations(deps, sql`donation.donor_uid = ${uid}`, shownDonations),
    content.listCampaigns({ ownerUid: uid }, { limit: shownCampaigns, order: 'newest' }),
  ])
  const { emailVerified, isDisabled, roles, createdAt } = account
  return {
    person: { ...person, createdAt: createdAt.toISOString(), emailVerified, isDisabled, roles },
    campaigns: campaigns.map((each) => ({ id: each.id, title: each.title, status: each.status })),
    donations,
  }
}

async function readGuest(deps: SearchDeps, key: string): Promise<PersonFile | undefined> {
  const condition = sql`donation.donor_key = ${Buffer.from(key, 'hex')} and donation.donor_uid is null`
  const donations = await listFoundDonations(deps, condition, shownDonations)
  const [latest] = donations
  if (!latest) return undefined
  return {
    person: {
      id: key,
      kind: 'guest',
      name: latest.donor,
      email: latest.email,
      createdAt: null,
      emailVerified: false,
      isDisabled: false,
      roles: [],
    },
    campaigns: [],
    donations,
  }
}

type CampaignDeps = LedgerDeps & { content: Pick<ContentStore, 'findUserByUid'> }

/** A campaign with its sums, and what organiser, reviewers and admins did with it, in the order of time. */
export async function readCampaignFile(
  deps: CampaignDeps,
  { id, slug, title, status, goal, ownerUid }: StoredCampaign,
): Promise<CampaignFile> {
  const { database } = deps
  const [account, totals, isPaused, events] = await Promise.all([
    database.row(foundRow, sql`select uid, email from account where uid = ${ownerUid}`),
    sumDays(deps, sql`campaign_id = ${id}`),
    isFrozen(database, id),
    database.rows(
      campaignFileEventSchema,
      sql`select at, name, stop, coalesce(account.email, uid) as by, coalesce(reason, '') as reason from (
            select at, event as name, null as stop, actor_uid as uid, reason from campaign_history where campaign_id = ${id}
            union all
            select started_at, 'hold-payouts', kind, coalesce(asked_by, ${brand}), null from payout_stop where campaign_id = ${id}
            union all
            select ended_at, 'release-payouts', null, coalesce(ended_by, ${brand}), reason from payout_stop
            where campaign_id = ${id} and ended_at is not null) event
          left join account using (uid)
          order by at, name`,
    ),
  ])
  return {
    campaign: { id, slug, title, status, goal, isPaused },
    organiser: await toAccount(deps, account ?? { uid: ownerUid, email: '' }),
    totals,
    events,
  }
}
