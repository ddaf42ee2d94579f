import * as z from 'zod/mini'

import { isDuplicate, type Queries } from '#server/database/database.ts'
import { sql } from '#server/database/sql.ts'

import { newId, randomCode } from './identifiers.ts'
import { createdWithin, listPage } from './listing.ts'
import type { Page } from './paging.ts'

/** The test card whose steps are being answered. The number itself is never kept. */
const attemptSchema = z.object({
  card: z.string(),
  expiryMonth: z.string(),
  expiryYear: z.string(),
  step: z.int(),
  tries: z.int(),
})

/** The test card of a payment. A bank transfer has none. */
const authorizationSchema = z.object({ card: z.string(), month: z.string(), year: z.string() })

const transactionSchema = z.object({
  reference: z.string(),
  id: z.number(),
  access_code: z.string(),
  status: z.string(),
  email: z.string(),
  amount: z.number(),
  currency: z.string(),
  callback_url: z.nullable(z.string()),
  metadata: z.unknown(),
  sub_account_code: z.nullable(z.string()),
  transaction_charge: z.nullable(z.number()),
  bearer: z.enum(['account', 'subaccount']),
  channel: z.string(),
  channels: z.nullable(z.array(z.string())),
  settles_at: z.nullable(z.date()),
  settlement_id: z.nullable(z.number()),
  gateway_response: z.string(),
  message: z.nullable(z.string()),
  fees: z.nullable(z.number()),
  paid_with: z.nullable(authorizationSchema),
  attempt: z.nullable(attemptSchema),
  attempts: z.number(),
  errors: z.number(),
  history: z.array(z.object({ type: z.string(), message: z.string(), time: z.number() })),
  opened_at: z.nullable(z.date()),
  paid_at: z.nullable(z.date()),
  created_at: z.date(),
})
export type Transaction = z.output<typeof transactionSchema>

type NewTransaction = Pick<
  Transaction,
  | 'email'
  | 'amount'
  | 'currency'
  | 'callback_url'
  | 'metadata'
  | 'sub_account_code'
  | 'transaction_charge'
  | 'bearer'
  | 'channels'
> & { reference: string | null }

/** Undefined where the reference was used before. A transaction is abandoned from the start, until it is paid. */
export async function insertTransaction(
  queries: Queries,
  given: NewTransaction,
  now: Date,
  createdAt = now,
): Promise<Transaction | undefined> {
  for (;;) {
    try {
      return await queries.row(
        transactionSchema,
        sql`insert into sandbox.transaction (reference, id, access_code, status, email, amount, currency, callback_url,
              metadata, sub_account_code, transaction_charge, bearer, channels, gateway_response, created_at)
            values (${given.reference ?? randomCode(10)}, ${newId(now)}, ${randomCode()}, 'abandoned', ${given.email},
              ${given.amount}, ${given.currency}, ${given.callback_url}, ${JSON.stringify(given.metadata)},
              ${given.sub_account_code}, ${given.transaction_charge}, ${given.bearer}, ${jsonOf(given.channels)},
              'The transaction was not completed', ${createdAt})
            on conflict (reference) do nothing returning *`,
      )
    } catch (error) {
      // Another transaction of this millisecond drew the same id.
      if (!isDuplicate(error)) throw error
    }
  }
}

export const findByReference = (queries: Queries, reference: string) =>
  queries.row(
    transactionSchema,
    sql`select * from sandbox.transaction where reference = ${reference}`,
  )

export const findById = (queries: Queries, id: number) =>
  queries.row(transactionSchema, sql`select * from sandbox.transaction where id = ${id}`)

export const findByAccessCode = (queries: Queries, accessCode: string) =>
  queries.row(
    transactionSchema,
    sql`select * from sandbox.transaction where access_code = ${accessCode}`,
  )

/** For the checkout: whoever comes second waits, and sees what the first has done. */
export const lockByAccessCode = (queries: Queries, accessCode: string) =>
  queries.row(
    transactionSchema,
    sql`select * from sandbox.transaction where access_code = ${accessCode} for update`,
  )

export const lockByReference = (queries: Queries, reference: string) =>
  queries.row(
    transactionSchema,
    sql`select * from sandbox.transaction where reference = ${reference} for update`,
  )

export const lockByNumber = (queries: Queries, id: number) =>
  queries.row(transactionSchema, sql`select * from sandbox.transaction where id = ${id} for update`)

/** Bank transfers that have arrived. */
export const dueTransfers = (queries: Queries, now: Date) =>
  queries.rows(
    transactionSchema,
    sql`select * from sandbox.transaction where settles_at <= ${now} order by settles_at limit 100`,
  )

/** Writes what the checkout may change. */
export async function saveTransaction(queries: Queries, changed: Transaction): Promise<void> {
  await queries.run(
    sql`update sandbox.transaction set status = ${changed.status}, gateway_response = ${changed.gateway_response},
          message = ${changed.message}, fees = ${changed.fees}, paid_with = ${jsonOf(changed.paid_with)},
          attempt = ${jsonOf(changed.attempt)}, attempts = ${changed.attempts},
          errors = ${changed.errors}, history = ${jsonOf(changed.history)}, opened_at = ${changed.opened_at},
          channel = ${changed.channel}, settles_at = ${changed.settles_at}, paid_at = ${changed.paid_at}
        where reference = ${changed.reference}`,
  )
}

const jsonOf = (value: unknown) => (value === null ? null : JSON.stringify(value))

export type Filters = {
  status: string | null
  from: Date | null
  to: Date | null
  amount: number | null
  subAccountCode: string | null
  settlementId: number | null
  channel: string | null
}

export const noFilters: Filters = {
  status: null,
  from: null,
  to: null,
  amount: null,
  subAccountCode: null,
  settlementId: null,
  channel: null,
}

/** Successes among the payments created in a span of time. Whether the provider counts reversed ones is not published. */
export async function totalsOf(queries: Queries, span: Pick<Filters, 'from' | 'to'>) {
  const sums = await queries.row(
    z.object({ count: z.number(), volume: z.number() }),
    sql`select count(*) as count, coalesce(sum(amount), 0)::bigint as volume from sandbox.transaction
        where status = 'success' and ${createdWithin(span)}`,
  )
  return sums ?? { count: 0, volume: 0 }
}

export async function listTransactions(
  queries: Queries,
  filters: Filters,
  page: Page,
): Promise<{ rows: Transaction[]; total: number; volume: number }> {
  const from = sql`sandbox.transaction where (${filters.status}::text is null or status = ${filters.status})
    and ${createdWithin(filters)}
    and (${filters.amount}::bigint is null or amount = ${filters.amount})
    and (${filters.subAccountCode}::text is null or sub_account_code = ${filters.subAccountCode})
    and (${filters.settlementId}::bigint is null or settlement_id = ${filters.settlementId})
    and (${filters.channel}::text is null or channel = ${filters.channel})`
  const listed = await listPage(queries, transactionSchema, { from, page })
  const sum = await queries.row(
    z.object({ volume: z.number() }),
    sql`select coalesce(sum(amount), 0)::bigint as volume from ${from}`,
  )
  return { ...listed, volume: sum?.volume ?? 0 }
}
