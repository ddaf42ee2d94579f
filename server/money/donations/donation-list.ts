import * as z from 'zod/mini'

import { csvLine, csvNaira, csvStart } from '#shared/csv.ts'
import { type DonationListItem, paymentModes } from '#shared/donation.ts'
import type { donationListTabs } from '#shared/donation-list-tabs.ts'
import { donorRefundMs } from '#shared/refund.ts'
import { kobo } from '#shared/money.ts'
import { lagosClock, lagosDay } from '#shared/day.ts'

import { sql, type Sql } from '../../platform/database/sql.ts'
import type { Sealing } from '../../platform/runtime/sealing.ts'
import type { LedgerDeps } from '../ledger/provider-report.ts'
import { readOwnProgress } from './donation-access.ts'
import {
  statusFactsColumns,
  statusFactsJoins,
  statusFactsSchema,
  toDonationStatus,
} from './donation-status.ts'
import { type DonorScope, isGivenBy, isListed } from './guest-donations.ts'

/** Columns of `donation` from which it is decided what a person may read about its donor. */
export const donorColumns = sql`donation.donor_name as "name", donation.donor_email_sealed as "emailSealed", donation.anonymous,
  donation.shares_email as "sharesEmail"`

export const donorColumnsSchema = {
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
export function toShownDonor(row: Donor, sealing: Sealing): ShownDonor {
  if (row.anonymous) return { donor: 'Anonymous', email: null }
  const email = row.sharesEmail ? openEmail(row, sealing) : null
  return { donor: row.name || (email === null ? 'Anonymous' : ''), email }
}

/** For the donor. */
export function toOwnDonor(row: Donor, sealing: Sealing): ShownDonor {
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
export type DonationListQuery = ListScope & { limit: number; after?: Cursor; paidOnly?: boolean }

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
  const readPage = async ({ limit, after, paidOnly, ...scope }: DonationListQuery) => {
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
          ${paidOnly ? sql`and donation.state = 'paid'` : sql``}
          ${after ? sql`and (donation.created_at, donation.id) < (${after.createdAt}, ${after.id}::uuid)` : sql``}
        order by donation.created_at desc, donation.id desc
        limit ${limit + 1}`,
    )
    return { rows: found.slice(0, limit), hasMore: found.length > limit }
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
      let after: Cursor | undefined
      for (;;) {
        const { rows, hasMore } = await readPage({ ...scope, limit: 500, ...(after && { after }) })
        yield* await toItems(deps, rows, scope)
        after = rows.at(-1)
        if (!hasMore) return
      }
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
export const paidColumns = ['Paid on (Lagos)', 'Paid at']
export function paidCells({ paidAt }: { paidAt: string | null }): string[] {
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
