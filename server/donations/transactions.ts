import * as z from 'zod/mini'

import { paymentModes, type Transaction, type transactionTabs } from '#shared/donation.ts'

import { sql } from '../database/sql.ts'
import type { Sealing } from '../runtime/sealing.ts'
import type { Books } from '../ledger/ledger-deps.ts'
import { courseColumns, courseJoined, courseSchema, shownStatus } from './donation-status.ts'

const rowSchema = z.extend(courseSchema, {
  id: z.string(),
  campaignId: z.string(),
  title: z.string(),
  emailSealed: z.instanceof(Buffer),
  anonymous: z.boolean(),
  mode: z.enum(paymentModes),
  createdAt: z.date(),
})

export type TransactionsQuestion = {
  tab: (typeof transactionTabs)[number]
  uid: string
  limit: number
  after?: Cursor
}

/** The last row of the page before. */
export type Cursor = { createdAt: Date; id: string }

const cursorForm = /^(\d{1,15})\.([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/

export function parseCursor(text: string): Cursor | undefined {
  const [, ms, id] = cursorForm.exec(text) ?? []
  return ms === undefined || id === undefined ? undefined : { createdAt: new Date(Number(ms)), id }
}

/** Whose a row is stands in the question itself: nobody's rows are read but one's own. */
export function transactions({ database, mode, sealing }: Books & { sealing: Sealing }) {
  const pageOf = async ({ tab, uid, limit, after }: TransactionsQuestion) => {
    const found = await database.rows(
      rowSchema,
      sql`
        select donation.id, donation.campaign_id as "campaignId", donation.campaign_title as title,
          donation.donor_email_sealed as "emailSealed", donation.anonymous, donation.mode,
          donation.created_at as "createdAt", ${courseColumns}
        from donation
        ${courseJoined}
        where ${tab === 'received' ? sql`donation.owner_uid = ${uid}` : sql`donation.donor_uid = ${uid}`}
          and donation.mode = ${mode} and donation.state not in ('created', 'init_unknown', 'refused')
          ${after ? sql`and (donation.created_at, donation.id) < (${after.createdAt}, ${after.id}::uuid)` : sql``}
        order by donation.created_at desc, donation.id desc
        limit ${limit + 1}`,
    )
    return { rows: found.slice(0, limit), hasMore: found.length > limit }
  }

  return {
    async listTransactions(question: TransactionsQuestion) {
      const { rows, hasMore } = await pageOf(question)
      const last = hasMore ? rows.at(-1) : undefined
      return {
        transactions: rows.map((row) => transactionOf(row, question.tab)),
        next: last ? `${last.createdAt.getTime()}.${last.id}` : null,
      }
    },

    /** All of them, page after page: however many there are, few are held at a time. */
    async *allTransactions(
      question: Pick<TransactionsQuestion, 'tab' | 'uid'>,
    ): AsyncGenerator<Transaction> {
      let place: Pick<TransactionsQuestion, 'after'> = {}
      for (;;) {
        const { rows, hasMore } = await pageOf({ ...question, limit: 500, ...place })
        yield* rows.map((row) => transactionOf(row, question.tab))
        const last = rows.at(-1)
        if (!hasMore || !last) return
        place = { after: last }
      }
    },
  }

  function transactionOf(
    row: z.output<typeof rowSchema>,
    tab: TransactionsQuestion['tab'],
  ): Transaction {
    const hidden = row.anonymous && tab === 'received'
    return {
      id: row.id,
      contributor: hidden ? 'Anonymous' : sealing.open('donor-email', row.emailSealed),
      amount: row.amount,
      status: shownStatus(row),
      returned: row.returned,
      late: row.late,
      mode: row.mode,
      campaign: { id: row.campaignId, title: row.title },
      createdAt: row.createdAt.toISOString(),
    }
  }
}
