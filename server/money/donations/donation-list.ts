import * as z from 'zod/mini'

import { koboSchema } from '#shared/kobo-schema.ts'
import {
  type DonationDetails,
  type DonationPayout,
  paymentModes,
  toHoldEnd,
  type DonationListItem,
} from '#shared/donation.ts'
import { type RefundTimeline, donorRefundMs } from '#shared/refund.ts'
import { csvLine, csvNaira, csvStart } from '#shared/csv.ts'
import type { SupporterOrder } from '#shared/supporter.ts'
import type { donationListTabs } from '#shared/donation-list-tabs.ts'
import { kobo } from '#shared/money.ts'
import { lagosClock, lagosDay } from '#shared/day.ts'
import {
  type ReceivedDonation,
  type RefundableDonation,
  settlementStates,
} from '#shared/payouts.ts'

import { sql, type Sql } from '../../platform/database/sql.ts'
import { eachPage } from '../../platform/lists/each-page.ts'
import {
  type LedgerDeps,
  donationStates,
  accessCodePattern,
  type DonationKey,
  type PaymentOutcome,
  type PaymentSource,
  referencePattern,
} from '../ledger/provider-report.ts'
import type { User } from '../../platform/policy/actor.ts'
import { emptySealedBytes, type Sealing } from '../../platform/runtime/sealing.ts'
import { PaymentsUnavailable } from '../../providers/payments/payments.ts'
import { joinRunningCall } from '../../platform/runtime/single-flight.ts'
import { listDonationPayouts, settlementJoin } from '../payouts/donation-payouts.ts'
import { listRefundTimelines, refundableAmounts } from '../refunds/refund-rows.ts'
import { canBeThanked } from '../../people/supporters/thank-yous.ts'
import type { Queries } from '../../platform/database/database.ts'

type GuestDeps = Pick<LedgerDeps, 'database' | 'mode'> & { sealing: Pick<Sealing, 'fingerprint'> }
type Claimant = Pick<User, 'uid' | 'email' | 'emailVerified'>

/** Condition on `donation`: it was made with the address and without an account. An erased address is sealed as an empty text. */
const isOfGuest = ({ sealing }: Pick<GuestDeps, 'sealing'>, email: string): Sql => sql`(
  donation.donor_key = ${sealing.fingerprint('donor', email.toLowerCase())} and donation.donor_uid is null
  and octet_length(donation.donor_email_sealed) > ${emptySealedBytes})`

/** A person with an account, or one whose mailbox is proven. */
export type DonorScope = { uid: string } | { guestEmail: string }

/** Condition on `donation`. */
export const isGivenBy = (deps: Pick<GuestDeps, 'sealing'>, scope: DonorScope): Sql =>
  'guestEmail' in scope ? isOfGuest(deps, scope.guestEmail) : sql`donation.donor_uid = ${scope.uid}`

/** Condition on `donation`: its checkout page exists. */
const isListed = (mode: GuestDeps['mode']): Sql =>
  sql`(donation.mode = ${mode} and donation.state not in ('created', 'init_unknown', 'refused'))`

/** Donations without an account become those of the account whose verified address they were made with. */
export function guestDonations(deps: GuestDeps) {
  const { database, mode } = deps
  return {
    async countClaimable({ email, emailVerified }: Claimant): Promise<number> {
      if (!emailVerified) return 0
      const found = await database.value(
        z.int(),
        sql`select count(*)::integer as count from donation where ${isOfGuest(deps, email)} and ${isListed(mode)}`,
      )
      return found ?? 0
    },

    /** Returns how many became the account's. */
    async claimDonations({ uid, email, emailVerified }: Claimant): Promise<number> {
      if (!emailVerified) return 0
      return database.run(
        sql`update donation set donor_uid = ${uid} where ${isOfGuest(deps, email)} and ${isListed(mode)}`,
      )
    },
  }
}

export const statusFactsSchema = z.object({
  amount: koboSchema,
  state: z.enum(donationStates),
  /** The payment's status at the provider. */
  status: z.nullable(z.string()),
  paidAfterEnd: z.boolean(),
  /** What counts no more of it, with the fee that a donor did not get back, and what the donor got back. */
  reversed: koboSchema,
  returned: koboSchema,
  refunded: koboSchema,
  /** When the money moved, as the ledger has it. Null until the payment is booked. */
  paidAt: z.nullable(z.date()),
  isDisputed: z.boolean(),
  /** The payment was quarantined and refunded, so it was never counted. */
  isRefundedUncounted: z.boolean(),
})
type StatusFacts = z.output<typeof statusFactsSchema>

export const statusFactsColumns = sql`
  donation.amount_kobo as amount, donation.state, known.status, donation.paid_after_end as "paidAfterEnd", booked.reversed,
  least(booked.returned, donation.amount_kobo)::bigint as returned, booked.refunded, booked.paid_at as "paidAt",
  exists (
    select from provider_dispute dispute
    where dispute.campaign_id = donation.campaign_id and dispute.donation_id = donation.id
      and dispute.status not in ('resolved', 'archived')) as "isDisputed",
  donation.state = 'quarantined' and exists (
    select from quarantined_payment payment
    where payment.campaign_id = donation.campaign_id and payment.donation_id = donation.id
      and payment.state = 'refunded') as "isRefundedUncounted"`

export const statusFactsJoins = sql`
  left join provider_payment known on known.campaign_id = donation.campaign_id and known.donation_id = donation.id
  cross join lateral (
    select coalesce(-sum(raised_kobo) filter (where reversal_key is not null), 0)::bigint as reversed,
      coalesce(sum(donor_kobo) filter (where reversal_key is not null), 0) as returned,
      coalesce(-sum(raised_kobo) filter (where kind = 'refund'), 0)::bigint as refunded,
      min(effective_at) filter (where kind = 'charge') as paid_at
    from ledger_entry entry
    where entry.campaign_id = donation.campaign_id and entry.donation_id = donation.id) booked`

const shownAsPending = new Set(['ongoing', 'queued'])
const unpaid = new Set(['failed', 'abandoned', 'pending', 'processing'])

/** The status on screens and in the API (readings M5). An unknown status of the provider is passed on. */
export function toDonationStatus(facts: StatusFacts): string {
  const { state, status } = facts
  if (state === 'paid') return toPaidStatus(facts)
  // The provider has the money, but it is not counted until an admin decides.
  if (state === 'quarantined') return facts.isRefundedUncounted ? 'refunded' : 'processing'
  if (status === null) return state === 'closed_unpaid' ? 'abandoned' : 'pending'
  return shownAsPending.has(status) ? 'pending' : status
}

function toPaidStatus({ amount, status, returned, refunded, isDisputed }: StatusFacts): string {
  if (isDisputed) return 'disputed'
  if (returned >= amount) return refunded >= amount ? 'refunded' : 'reversed'
  if (returned > 0) return 'partially refunded'
  return status === null || unpaid.has(status) ? 'success' : status
}

const detailsSchema = z.extend(statusFactsSchema, {
  campaignId: z.string(),
  id: z.string(),
  reference: z.string(),
  accessCode: z.string(),
  donorUid: z.nullable(z.string()),
  mode: z.enum(paymentModes),
  title: z.string(),
  slug: z.string(),
  createdAt: z.date(),
  channel: z.nullable(z.string()),
  fee: z.nullable(koboSchema),
  arrived: z.nullable(koboSchema),
  heldSince: z.nullable(z.date()),
  isDismissed: z.nullable(z.boolean()),
})
type DetailsRow = z.output<typeof detailsSchema>

/** `foundBy` decides who may read it: only the donor has the access code, but others may know the reference. */
type FoundDonation = DetailsRow & { foundBy: 'accessCode' | 'reference' }

type Deps = LedgerDeps & {
  verifyPayment: (reference: string, source: PaymentSource) => Promise<PaymentOutcome>
}

const verifyIntervalMs = 5_000
const finalStates = new Set(['paid', 'refused'])

export function donationAccess({ database, mode, now, verifyPayment }: Deps) {
  const once = joinRunningCall<void>()

  return {
    async findDonation(code: string): Promise<FoundDonation | undefined> {
      if (referencePattern.test(code)) {
        const donation = await database.row(
          detailsSchema,
          sql`${selectDetails} from donation_reference access ${joins} where access.reference = ${code}`,
        )
        return donation && { ...donation, foundBy: 'reference' }
      }
      const donation = await findByAccessCode(code)
      return donation && { ...donation, foundBy: 'accessCode' }
    },

    /** The current details. While the payment is open, the provider is asked: the address of the request proves nothing. */
    async refreshDonation(donation: FoundDonation): Promise<DonationDetails> {
      if (finalStates.has(donation.state)) return withProgress(donation)
      await once(donation.reference, () => verify(donation))
      return withProgress((await findByAccessCode(donation.accessCode)) ?? donation)
    },
  }

  async function withProgress(donation: DetailsRow): Promise<DonationDetails> {
    const details = toDetails(donation)
    if (donation.state !== 'paid') return details
    const toProgress = await readOwnProgress({ database, now }, [donation])
    return { ...details, ...toProgress(donation.id) }
  }

  async function findByAccessCode(accessCode: string): Promise<DetailsRow | undefined> {
    if (!accessCodePattern.test(accessCode)) return undefined
    return database.row(
      detailsSchema,
      sql`${selectDetails} from donation_access_code access ${joins} where access.access_code = ${accessCode}`,
    )
  }

  /** Asks the provider at most once in five seconds, in all processes together. */
  async function verify({ campaignId, id, reference, ...donation }: FoundDonation) {
    // The provider of this mode does not know payments of another mode.
    if (donation.mode !== mode) return
    const askedAt = now()
    const claimed = await database.run(sql`
      update donation set asked_at = ${askedAt}
      where campaign_id = ${campaignId} and id = ${id}
        and (asked_at is null or asked_at <= ${new Date(askedAt.getTime() - verifyIntervalMs)})`)
    if (claimed === 0) return
    try {
      await verifyPayment(reference, 'return')
    } catch (error) {
      // The page shows what is saved; the next visit, the webhook or the reconciliation brings the rest.
      if (!(error instanceof PaymentsUnavailable)) throw error
    }
  }
}

function toDetails(donation: DetailsRow): DonationDetails {
  return {
    accessCode: donation.accessCode,
    status: donation.state === 'refused' ? 'failed' : toDonationStatus(donation),
    reversed: donation.returned,
    paidAfterEnd: donation.paidAfterEnd,
    amount: donation.amount,
    mode: donation.mode,
    createdAt: donation.createdAt.toISOString(),
    paidAt: donation.paidAt?.toISOString() ?? null,
    channel: donation.channel,
    fee: donation.fee,
    ...toHeld(donation),
    campaign: { id: donation.campaignId, slug: donation.slug, title: donation.title },
  }
}

function toHeld({ state, arrived, heldSince, isDismissed }: DetailsRow) {
  if (state !== 'quarantined' || arrived === null || heldSince === null) return {}
  return { held: { arrived, until: isDismissed ? null : toHoldEnd(heldSince).toISOString() } }
}

const selectDetails = sql`
  select donation.campaign_id as "campaignId", donation.id, donation.reference, donation.access_code as "accessCode",
    donation.donor_uid as "donorUid", donation.mode, donation.campaign_title as title, donation.campaign_slug as slug,
    donation.created_at as "createdAt", ${statusFactsColumns},
    known.channel,
    case when donation.state = 'paid' then known.fees_kobo end as fee, held.*`

const joins = sql`
  join donation on donation.campaign_id = access.campaign_id and donation.id = access.donation_id
  ${statusFactsJoins}
  left join lateral (
    select (seen ->> 'amount')::bigint as arrived, created_at as "heldSince", state = 'dismissed' as "isDismissed"
    from quarantined_payment payment
    where payment.campaign_id = donation.campaign_id and payment.donation_id = donation.id
      and booked_in is not null and payment.state in ('open', 'refunding', 'dismissed')
    order by created_at limit 1) held on true`

type OwnProgress = { payout: DonationPayout | null; refunds: RefundTimeline[] }

/** What became of each donation, for its donor alone. */
async function readOwnProgress(
  deps: Pick<LedgerDeps, 'database' | 'now'>,
  donations: readonly DonationKey[],
): Promise<(id: string) => OwnProgress> {
  const [payouts, refunds] = await Promise.all([
    listDonationPayouts(deps, donations),
    listRefundTimelines(deps.database, donations, 'donor'),
  ])
  return (id) => ({ payout: payouts.get(id) ?? null, refunds: refunds.get(id) ?? [] })
}

/** Columns of `donation` from which it is decided what a person may read about its donor. */
const donorColumns = sql`donation.donor_name as "name", donation.donor_email_sealed as "emailSealed", donation.anonymous,
  donation.shares_email as "sharesEmail"`

const donorColumnsSchema = {
  name: z.string(),
  emailSealed: z.instanceof(Buffer),
  anonymous: z.boolean(),
  sharesEmail: z.boolean(),
}
type Donor = z.output<z.ZodMiniObject<typeof donorColumnsSchema>>

type ShownDonor = { donor: string; email: string | null }

const openEmail = ({ emailSealed }: Donor, sealing: Sealing) =>
  // An erased address is empty.
  sealing.open('donor-email', emailSealed) || null

/** For the organiser: the name unless the donation is anonymous, and the address only if the donor shares it (readings N5). */
function toShownDonor(row: Donor, sealing: Sealing): ShownDonor {
  if (row.anonymous) return { donor: 'Anonymous', email: null }
  const email = row.sharesEmail ? openEmail(row, sealing) : null
  return { donor: row.name || (email === null ? 'Anonymous' : ''), email }
}

function toOwnDonor(row: Donor, sealing: Sealing): ShownDonor {
  return { donor: row.name, email: openEmail(row, sealing) }
}

const rowSchema = z.extend(statusFactsSchema, {
  id: z.string(),
  campaignId: z.string(),
  title: z.string(),
  ...donorColumnsSchema,
  mode: z.enum(paymentModes),
  createdAt: z.date(),
  accessCode: z.string(),
  slug: z.string(),
  receipt: z.nullable(z.string()),
})
type Row = z.output<typeof rowSchema>

/** What an account received or gave, or what a guest gave whose mailbox is proven. */
type ListScope =
  | { tab: (typeof donationListTabs)[number]; uid: string }
  | ({ tab: 'given' } & DonorScope)
type DonationListQuery = ListScope & {
  limit: number
  after?: Cursor | undefined
  paidOnly?: boolean
  /** `largest` is one page of paid donations. */
  order?: SupporterOrder | undefined
}

/** The last row of the previous page. */
export type Cursor = { createdAt: Date; id: string }

const cursorPattern = /^(\d{1,15})\.([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/

export function parseCursor(text: string): Cursor | undefined {
  const [, ms, id] = cursorPattern.exec(text) ?? []
  return ms === undefined || id === undefined ? undefined : { createdAt: new Date(Number(ms)), id }
}

export function formatCursor({ createdAt, id }: Cursor): string {
  return `${createdAt.getTime()}.${id}`
}

/** The donations that an account received or gave. The account's uid, or the guest's address, is part of every query. */
export function donationLists(deps: ListDeps) {
  const { database, mode, sealing } = deps
  const readPage = async ({ limit, after, paidOnly, order, ...scope }: DonationListQuery) => {
    const isLargest = order === 'largest'
    const found = await database.rows(
      rowSchema,
      sql`
        select donation.id, donation.campaign_id as "campaignId", donation.campaign_title as title,
          ${donorColumns}, donation.mode, donation.created_at as "createdAt", donation.access_code as "accessCode",
          donation.campaign_slug as slug, receipt.number as receipt, ${statusFactsColumns}
        from donation
        ${statusFactsJoins}
        left join receipt on receipt.campaign_id = donation.campaign_id and receipt.donation_id = donation.id
        where ${toCondition(scope, { sealing })} and ${isListed(mode)}
          ${paidOnly || isLargest ? sql`and donation.state = 'paid'` : sql``}
          ${after ? sql`and (donation.created_at, donation.id) < (${after.createdAt}, ${after.id}::uuid)` : sql``}
        order by ${isLargest ? sql`donation.amount_kobo` : sql`donation.created_at`} desc, donation.id desc
        limit ${limit + 1}`,
    )
    return { rows: found.slice(0, limit), hasMore: found.length > limit && !isLargest }
  }

  return {
    async listDonations(query: DonationListQuery) {
      const { rows, hasMore } = await readPage(query)
      const last = hasMore ? rows.at(-1) : undefined
      return {
        donations: await toItems(deps, rows, query),
        next: last ? formatCursor(last) : null,
      }
    },

    /** All donations in pages of 500, so that few are in memory at a time. */
    async *allDonations(scope: ListScope): AsyncGenerator<DonationListItem> {
      const read = async (after?: Row) => (await readPage({ ...scope, limit: 500, after })).rows
      for await (const rows of eachPage(500, read)) yield* await toItems(deps, rows, scope)
    },
  }
}

type ListDeps = LedgerDeps & { sealing: Sealing }

async function toItems(
  deps: ListDeps,
  rows: readonly Row[],
  { tab }: ListScope,
): Promise<DonationListItem[]> {
  if (tab === 'received')
    return rows.map((row) => ({ ...toItem(row), ...toShownDonor(row, deps.sealing) }))
  const toProgress = await readOwnProgress(deps, rows)
  return rows.map((row) => {
    const item = toItem(row)
    const own = { ...toOwn(row, item.status, deps.now()), ...toProgress(row.id) }
    return { ...item, ...toOwnDonor(row, deps.sealing), own }
  })
}

function toItem(row: Row): Omit<DonationListItem, 'donor' | 'email'> {
  return {
    id: row.id,
    amount: row.amount,
    status: toDonationStatus(row),
    reversed: row.reversed,
    paidAfterEnd: row.paidAfterEnd,
    mode: row.mode,
    campaign: { id: row.campaignId, title: row.title },
    createdAt: row.createdAt.toISOString(),
    paidAt: row.paidAt?.toISOString() ?? null,
  }
}

function toCondition(scope: ListScope, deps: { sealing: Sealing }): Sql {
  return scope.tab === 'received' ? sql`donation.owner_uid = ${scope.uid}` : isGivenBy(deps, scope)
}

function toOwn({ accessCode, slug, receipt, paidAt }: Row, status: string, at: Date) {
  const canRefund =
    status === 'success' && paidAt !== null && at.getTime() <= paidAt.getTime() + donorRefundMs
  return { accessCode, slug, receipt, canRefund }
}

/** The day and the time of the payment in Lagos. A donation that is not paid has none. */
const paidColumns = ['Paid on (Lagos)', 'Paid at']
function paidCells({ paidAt }: { paidAt: string | null }): string[] {
  if (paidAt === null) return ['', '']
  const at = new Date(paidAt)
  return [lagosDay(at), lagosClock(at)]
}

const header = [
  ...paidColumns,
  'Contributor',
  'Email',
  'Amount (NGN)',
  'Refunded (NGN)',
  'Status',
  'Campaign',
  'Number',
]

/** Streams donations as a spreadsheet. */
export async function* donationsCsv(
  donations: AsyncIterable<DonationListItem>,
): AsyncGenerator<string> {
  yield csvStart + csvLine(header)
  for await (const donation of donations) {
    const { donor, email, amount, reversed, status, campaign, id } = donation
    yield csvLine([
      ...paidCells(donation),
      donor,
      email ?? '',
      csvNaira(amount),
      csvNaira(reversed ?? kobo(0)),
      status,
      campaign.title,
      id,
    ])
  }
}

const receivedSchema = z.extend(statusFactsSchema, {
  id: z.string(),
  ...donorColumnsSchema,
  message: z.string(),
  mode: z.enum(paymentModes),
  createdAt: z.date(),
  paidAt: z.date(),
  fee: koboSchema,
  platform: koboSchema,
  net: koboSchema,
  settlement: z.enum(settlementStates),
  settledAt: z.nullable(z.date()),
  canThank: z.boolean(),
})

const refundableRow = z.object({ id: z.string(), amount: z.int() })

type ReceivedRow = z.output<typeof receivedSchema>
type Page = { campaignId: string; limit: number; after?: Cursor | undefined }
type Query = Page & { reader: 'owner' | 'admin' }

/** The paid donations of a campaign, newest first, with fees and settlement. */
export function receivedDonations(deps: LedgerDeps & { sealing: Sealing }) {
  const { database, mode, now, sealing } = deps

  // The page is chosen first, so that PostgreSQL plans the rest for its rows and not for all donations.
  const readPage = async ({ campaignId, limit, after }: Page) => {
    const found = await database.rows(
      receivedSchema,
      sql`
      select donation.id, ${donorColumns}, donation.message, donation.mode,
        donation.created_at as "createdAt", ${statusFactsColumns}, legs.fee, legs.platform, legs.net,
        settlement.state as settlement, settlement.settled_at as "settledAt", ${canBeThanked(now())} as "canThank"
      from (
        select * from donation
        where campaign_id = ${campaignId} and mode = ${mode} and state = 'paid'
          ${after ? sql`and (created_at, id) < (${after.createdAt}, ${after.id}::uuid)` : sql``}
        order by created_at desc, id desc limit ${limit + 1}) donation
      ${statusFactsJoins}
      cross join lateral (
        select sum(provider_kobo)::bigint as fee, sum(platform_kobo)::bigint as platform, sum(owner_kobo)::bigint as net
        from ledger_entry entry
        where entry.campaign_id = donation.campaign_id and entry.donation_id = donation.id) legs
      ${settlementJoin}
      order by donation.created_at desc, donation.id desc`,
    )
    return { rows: found.slice(0, limit), hasMore: found.length > limit }
  }

  return {
    async listReceived(query: Query) {
      const { rows, hasMore } = await readPage(query)
      const last = hasMore ? rows.at(-1) : undefined
      return {
        donations: await withRefunds(deps, query, rows),
        next: last ? formatCursor(last) : null,
      }
    },

    /** All donations in pages of 500, so that few are in memory at a time. */
    async *allReceived(campaignId: string): AsyncGenerator<ReceivedDonation> {
      const read = async (after?: ReceivedRow) =>
        (await readPage({ campaignId, limit: 500, after })).rows
      for await (const rows of eachPage(500, read))
        yield* rows.map((row) => toReceivedDonation(row, sealing))
    },
  }
}

type ReadDeps = { database: Queries; sealing: Sealing }

/** Adds what can be refunded now, and the refunds so far. */
async function withRefunds(
  { database, sealing }: ReadDeps,
  { campaignId, reader }: Query,
  rows: readonly ReceivedRow[],
): Promise<RefundableDonation[]> {
  const ids = rows.map(({ id }) => id)
  const keys = ids.map((id) => ({ campaignId, id }))
  const [amounts, timelines] = await Promise.all([
    database.rows(
      refundableRow,
      sql`select id, amount from (${refundableAmounts(campaignId)}) donation
          where id = any(${ids}::uuid[]) and not "isDisputed"`,
    ),
    listRefundTimelines(database, keys, reader),
  ])
  const byId = new Map(amounts.map(({ id, amount }) => [id, Math.max(amount, 0)]))
  return rows.map((row) => ({
    ...toReceivedDonation(row, sealing),
    refundable: kobo(byId.get(row.id) ?? 0),
    refunds: timelines.get(row.id) ?? [],
  }))
}

function toReceivedDonation(row: ReceivedRow, sealing: Sealing): ReceivedDonation {
  const { id, amount, reversed, paidAfterEnd, mode, message, fee, platform, net } = row
  const { settlement, canThank } = row
  return {
    id,
    ...toShownDonor(row, sealing),
    amount,
    status: toDonationStatus(row),
    reversed,
    paidAfterEnd,
    mode,
    message,
    fee,
    platform,
    net,
    settlement,
    settledAt: row.settledAt?.toISOString() ?? null,
    canThank,
    createdAt: row.createdAt.toISOString(),
    paidAt: row.paidAt.toISOString(),
  }
}

const receivedHeader = [
  ...paidColumns,
  'Donor',
  'Email',
  'Amount (NGN)',
  'Refunded (NGN)',
  'Payment fee (NGN)',
  'Platform (NGN)',
  'Net (NGN)',
  'Status',
  'Payout',
  'Paid out on (Lagos)',
  'Message',
  'Number',
]

/** Streams the donations of a campaign as a spreadsheet. */
export async function* receivedDonationsCsv(
  donations: AsyncIterable<ReceivedDonation>,
): AsyncGenerator<string> {
  yield csvStart + csvLine(receivedHeader)
  for await (const donation of donations)
    yield csvLine([
      ...paidCells(donation),
      donation.donor,
      donation.email ?? '',
      csvNaira(donation.amount),
      csvNaira(donation.reversed),
      csvNaira(donation.fee),
      csvNaira(donation.platform),
      csvNaira(donation.net),
      donation.status,
      donation.settlement,
      donation.settledAt === null ? '' : lagosDay(new Date(donation.settledAt)),
      donation.message,
      donation.id,
    ])
}
