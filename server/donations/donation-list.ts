import * as z from 'zod/mini'

import { paymentModes, type DonationListItem, type donationListTabs } from '#shared/donation.ts'

import { sql } from '../database/sql.ts'
import type { LedgerDeps } from '../ledger/entries/ledger-deps.ts'
import type { Sealing } from '../runtime/sealing.ts'
import {
  statusFactsColumns,
  statusFactsJoins,
  statusFactsSchema,
  toDonationStatus,
} from './donation-status.ts'

const rowSchema = z.extend(statusFactsSchema, {
  id: z.string(),
  campaignId: z.string(),
  title: z.string(),
  emailSealed: z.instanceof(Buffer),
  anonymous: z.boolean(),
  mode: z.enum(paymentModes),
  createdAt: z.date(),
})

type ListScope = { tab: (typeof donationListTabs)[number]; uid: string }
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

/** The donations that an account received or gave. The account's uid is part of every query. */
export function donationLists({ database, mode, sealing }: LedgerDeps & { sealing: Sealing }) {
  const readPage = async ({ tab, uid, limit, after, paidOnly }: DonationListQuery) => {
    const found = await database.rows(
      rowSchema,
      sql`
        select donation.id, donation.campaign_id as "campaignId", donation.campaign_title as title,
          donation.donor_email_sealed as "emailSealed", donation.anonymous, donation.mode,
          donation.created_at as "createdAt", ${statusFactsColumns}
        from donation
        ${statusFactsJoins}
        where ${tab === 'received' ? sql`donation.owner_uid = ${uid}` : sql`donation.donor_uid = ${uid}`}
          and donation.mode = ${mode} and donation.state not in ('created', 'init_unknown', 'refused')
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
        donations: rows.map((row) => toItem(row, query.tab)),
        next: last ? formatCursor(last) : null,
      }
    },

    /** All donations in pages of 500, so that few are in memory at a time. */
    async *allDonations(scope: ListScope): AsyncGenerator<DonationListItem> {
      let after: Cursor | undefined
      for (;;) {
        const { rows, hasMore } = await readPage({ ...scope, limit: 500, ...(after && { after }) })
        yield* rows.map((row) => toItem(row, scope.tab))
        after = rows.at(-1)
        if (!hasMore) return
      }
    },
  }

  function toItem(row: z.output<typeof rowSchema>, tab: ListScope['tab']): DonationListItem {
    const isHidden = row.anonymous && tab === 'received'
    return {
      id: row.id,
      donor: isHidden ? 'Anonymous' : sealing.open('donor-email', row.emailSealed),
      amount: row.amount,
      status: toDonationStatus(row),
      reversed: row.reversed,
      paidAfterEnd: row.paidAfterEnd,
      mode: row.mode,
      campaign: { id: row.campaignId, title: row.title },
      createdAt: row.createdAt.toISOString(),
    }
  }
}
