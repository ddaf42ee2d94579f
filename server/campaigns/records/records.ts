import { randomUUID } from 'node:crypto'

import * as z from 'zod/mini'

import { lagosDay } from '#shared/day.ts'
import { koboSchema } from '#shared/kobo-schema.ts'
import { formatNairaInText, type Kobo, kobo } from '#shared/money.ts'
import {
  outsideDaysBefore,
  outsideReceiptSchema,
  outsideReceiptsPerCampaign,
  type OutsideReceipt,
  type OutsideReceiptForm,
} from '#shared/outside-receipt.ts'
import { outsideSentences } from '#shared/text/outside-sentences.ts'
import type { PaymentMode } from '#shared/donation.ts'
import { lineKey } from '#shared/budget.ts'
import { expenseSchema, expensesPerCampaign, type ExpenseForm } from '#shared/expense.ts'
import { expenseSentences } from '#shared/text/expense-sentences.ts'

import type { Database, Queries, Transaction } from '../../platform/database/database.ts'
import { asUuid, sql, takeLock, type Sql } from '../../platform/database/sql.ts'
import { fieldError, Refused } from '../../platform/http/context.ts'
import type { User } from '../../platform/policy/actor.ts'
import type { StoredCampaign } from '../../providers/content/content.ts'
import { insertReport } from '../../staff/moderation/reports.ts'
import { isHeld, isStored, savePublication } from '../documents/document-rows.ts'
import { findSamePapers } from '../similarity/papers.ts'

export type OutsideReceipts = ReturnType<typeof openOutsideReceipts>

type StrikeEntry = { uid: string; subject: string; reason: string; at: Date }
type Deps = {
  database: Database
  now: () => Date
  conflicts: { refuse: (queries: Queries, actor: User, subject: StoredCampaign) => Promise<void> }
  recordStrike: (queries: Transaction, entry: StrikeEntry) => Promise<void>
}
type Strike = { id: string; reviewer: User; reason: string }

const counts = sql`withdrawn_at is null and struck_at is null`
const dayMs = 86_400_000

/** How a record ends. False if there is none that counts. */
const endRecords = (table: Sql, { database, conflicts, recordStrike, now }: Deps) => ({
  async withdraw({ id: campaignId }: StoredCampaign, id: string): Promise<boolean> {
    const changed = await database.run(sql`
      update ${table} set withdrawn_at = ${now()}
      where id = ${asUuid(id)}::uuid and campaign_id = ${campaignId} and ${counts}`)
    return changed > 0
  },

  strike: (campaign: StoredCampaign, { id, reviewer, reason }: Strike): Promise<boolean> =>
    database.transaction(async (queries) => {
      const { uid } = reviewer
      await conflicts.refuse(queries, reviewer, campaign)
      const changed = await queries.run(sql`
        update ${table} set struck_at = ${now()}, struck_by = ${uid}, struck_reason = ${reason}
        where id = ${asUuid(id)}::uuid and campaign_id = ${campaign.id} and ${counts}`)
      if (changed === 0) return false
      await recordStrike(queries, { uid, subject: campaign.id, reason, at: now() })
      return true
    }),
})

/** Money that organisers received elsewhere, as they say. The ledger knows nothing of it. */
export function openOutsideReceipts(deps: Deps) {
  const { database, now } = deps
  return {
    async sum(campaignId: string): Promise<Kobo> {
      const row = await database.value(
        koboSchema,
        sql`select coalesce(sum(amount_kobo), 0)::bigint as sum from outside_receipt
          where campaign_id = ${campaignId} and ${counts}`,
      )
      if (row === undefined) throw new Error('the sum has no row')
      return row
    },

    list: (campaignId: string): Promise<OutsideReceipt[]> =>
      listReceipts(database, sql`receipt.campaign_id = ${campaignId}`),

    /** Those of an imported draft. */
    listOfDraft: (ownerUid: string): Promise<OutsideReceipt[]> =>
      listReceipts(database, sql`receipt.campaign_id is null and receipt.owner_uid = ${ownerUid}`),

    /** For the import of an archive. */
    addToDraft: (ownerUid: string, form: OutsideReceiptForm): Promise<void> =>
      insertReceipt(database, { campaignId: null, ownerUid, at: now() }, form),

    async add(campaign: StoredCampaign, form: OutsideReceiptForm): Promise<void> {
      const { id: campaignId, ownerUid, status, createdAt } = campaign
      const { day, documentId } = form
      if (status !== 'approved') throw new Refused('campaign-status-changed')
      if (day < lagosDay(new Date(createdAt.getTime() - outsideDaysBefore * dayMs)))
        throw fieldError('day', outsideSentences.day)
      await database.transaction(async ({ run, row }) => {
        // The lock keeps simultaneous requests within the number of receipts.
        await run(takeLock(`outside ${campaignId}`))
        const found = await row(
          z.object({ count: z.int(), hasDocument: z.boolean() }),
          sql`select (select count(*)::integer from outside_receipt where campaign_id = ${campaignId}) as count,
            exists (select from campaign_document where id = ${asUuid(documentId)}::uuid and campaign_id = ${campaignId}
              and ${isStored}) as "hasDocument"`,
        )
        if ((found?.count ?? 0) >= outsideReceiptsPerCampaign)
          throw fieldError('amount', outsideSentences.tooMany)
        if (documentId !== '' && !found?.hasDocument)
          throw fieldError('documentId', outsideSentences.document)
        await insertReceipt({ run }, { campaignId, ownerUid, at: now() }, form)
      })
    },

    ...endRecords(sql`outside_receipt`, deps),
  }
}

/** Newest day first. */
const listReceipts = (queries: Queries, where: Sql): Promise<OutsideReceipt[]> =>
  queries.rows(
    outsideReceiptSchema,
    sql`select receipt.id, amount_kobo as amount, day::text, note, written_at as "writtenAt", withdrawn_at as "withdrawnAt",
        struck_at as "struckAt", struck_reason as "struckReason",
        case when document.id is not null then jsonb_build_object('id', document.id, 'name', document.name) end as document
      from outside_receipt receipt left join campaign_document document on document.id = document_id
      where ${where} order by day desc, written_at desc, receipt.id`,
  )

type Place = { campaignId: string | null; ownerUid: string; at: Date }

async function insertReceipt(
  { run }: Pick<Queries, 'run'>,
  { campaignId, ownerUid, at }: Place,
  { amount, day, note, documentId }: OutsideReceiptForm,
): Promise<void> {
  await run(sql`
    insert into outside_receipt (campaign_id, owner_uid, amount_kobo, day, note, document_id, written_at)
    values (${campaignId}, ${ownerUid}, ${amount}, ${day}, ${note}, ${documentId || null}, ${at})`)
}

export type Expenses = ReturnType<typeof openExpenses>

/** `owedBack` is what went back to donors after it was paid out, less what is still due to the organiser. */
const positionRow = z.object({
  received: koboSchema,
  paidOut: koboSchema,
  owedBack: koboSchema,
  spent: koboSchema,
})

/** What organisers spent of the money that was paid out to them, as they say, each with a document. */
export function openExpenses({ mode, ...deps }: Deps & { mode: PaymentMode }) {
  const { database, now } = deps
  const readPosition = async (queries: Pick<Queries, 'row'>, campaignId: string) => {
    const position = await queries.row(
      positionRow,
      sql`select coalesce(sum(raised_kobo), 0)::bigint as received, coalesce(sum(paid_out_kobo), 0)::bigint as "paidOut",
          least(greatest(coalesce(sum(owner_receivable_kobo + payable_due_kobo + payable_held_kobo), 0), 0),
            coalesce(sum(paid_out_kobo), 0))::bigint as "owedBack",
          (select coalesce(sum(amount_kobo), 0)::bigint from expense where campaign_id = ${campaignId} and ${counts}) as spent
        from campaign_total where campaign_id = ${campaignId} and mode = ${mode}`,
    )
    if (!position) throw new Error('a sum of totals returned no row')
    return position
  }

  return {
    /** Visitors get what counts, and the documents that are published. */
    async getSpending(campaignId: string, isVisitor: boolean) {
      const [{ received, paidOut, owedBack, spent }, expenses] = await Promise.all([
        readPosition(database, campaignId),
        database.rows(
          expenseSchema,
          sql`select expense.id, line, amount_kobo as amount, day::text, payee,
              case when document.id is not null
                then jsonb_build_object('id', document.id, 'name', document.name, 'isHeld', ${isHeld}) end as document,
              coalesce(withdrawn_at, struck_at) as "endedAt", struck_reason as reason
            from expense left join campaign_document document on document.id = document_id and ${isStored}
              ${isVisitor ? sql`and published_at is not null and not ${isHeld}` : sql``}
            where expense.campaign_id = ${campaignId} ${isVisitor ? sql`and ${counts}` : sql``}
            order by day desc, written_at desc, expense.id`,
        ),
      ])
      // A settlement that failed after all takes back what was paid out.
      const accounted = kobo(Math.min(spent, paidOut))
      return { received, paidOut, accounted, owed: kobo(owedBack + spent - accounted), expenses }
    },

    async add(campaign: StoredCampaign, form: ExpenseForm): Promise<void> {
      const { id: campaignId, ownerUid, status, budget } = campaign
      const { line, amount, day, payee, documentId, isPublished } = form
      if (!canSpend(status)) throw new Refused('campaign-status-changed')
      if (!budget.some((each) => lineKey(each) === line))
        throw fieldError('line', expenseSentences.line)
      await database.transaction(async (queries) => {
        // The lock keeps simultaneous requests within what was paid out.
        await queries.run(takeLock(`expense ${campaignId}`))
        const found = await queries.row(
          z.object({ count: z.int(), hasDocument: z.boolean() }),
          sql`select (select count(*)::integer from expense where campaign_id = ${campaignId}) as count,
            exists (select from campaign_document document where id = ${asUuid(documentId)}::uuid
              and campaign_id = ${campaignId} and ${isStored}
              and not exists (select from expense where document_id = document.id and ${counts})) as "hasDocument"`,
        )
        if ((found?.count ?? 0) >= expensesPerCampaign)
          throw fieldError('amount', expenseSentences.tooMany)
        if (!found?.hasDocument) throw fieldError('documentId', expenseSentences.document)
        const { paidOut, spent } = await readPosition(queries, campaignId)
        if (spent + amount > paidOut) throw fieldError('amount', expenseSentences.paidOut)
        const papers = await findSamePapers(queries, { campaignId, ...form })
        const id = randomUUID()
        await queries.run(sql`
          insert into expense (id, campaign_id, owner_uid, line, amount_kobo, day, payee, document_id, written_at)
          values (${id}, ${campaignId}, ${ownerUid}, ${line}, ${amount}, ${day}, ${payee}, ${documentId}, ${now()})`)
        // Reviewers read it in English, and nobody else.
        const details = [
          `The document of an expense (${formatNairaInText(amount)}, ${day}, ${payee}) is like one that was used before.`,
          ...papers.map(
            (paper) => `/api/documents/${paper.documentId}/file of campaign ${paper.campaignId}`,
          ),
        ].join('\n')
        if (papers.length > 0)
          await insertReport(queries, { id, campaign, reason: 'fraud', details, at: now() })
        if (isPublished) await savePublication(queries, { id: documentId, isPublished, now: now() })
      })
    },

    ...endRecords(sql`expense`, deps),
  }
}

/** Money is spent after the end too. */
export const canSpend = (status: StoredCampaign['status']) =>
  status === 'approved' || status === 'ended'
