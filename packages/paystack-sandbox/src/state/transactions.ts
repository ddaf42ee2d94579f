import * as z from 'zod/mini'
import { isDuplicate, type Queries, sql, type Sql } from '../storage/database.ts'
import { type DateRange, type Page, toPageClause } from '../http/envelope.ts'
import { createHash, randomBytes, randomInt } from 'node:crypto'

/** The test card in progress. Its number is never stored. */
const attemptSchema = z.object({
  card: z.string(),
  expiryMonth: z.string(),
  expiryYear: z.string(),
  step: z.int(),
  tries: z.int(),
  country: z._default(z.string(), 'NG'),
})

/** The test card that paid. Null for other ways to pay. */
const authorizationSchema = z.object({
  card: z.string(),
  month: z.string(),
  year: z.string(),
  /** Where the card was issued. */
  country: z._default(z.string(), 'NG'),
})

/** The bank transfer that paid: from whom, and to which account number. */
const transferSchema = z.object({
  senderName: z.string(),
  senderBank: z.nullable(z.string()),
  /** Masked, as the provider shows it. */
  senderAccount: z.nullable(z.string()),
  narration: z.nullable(z.string()),
  sessionId: z.nullable(z.string()),
  receiverNumber: z.string(),
  receiverBank: z.string(),
})
export type Transfer = z.output<typeof transferSchema>

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
  /** Settlements of the sub-account and of the main account that contain the payment. */
  settlement_id: z.nullable(z.number()),
  main_settlement_id: z.nullable(z.number()),
  main_share: z.nullable(z.number()),
  sub_share: z.nullable(z.number()),
  gateway_response: z.string(),
  message: z.nullable(z.string()),
  fees: z.nullable(z.number()),
  paid_with: z.nullable(authorizationSchema),
  transfer: z.nullable(transferSchema),
  split_code: z.nullable(z.string()),
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
> & { reference: string | null } & Partial<Pick<Transaction, 'transfer' | 'split_code'>>

/** Undefined if the reference exists. As at the provider, a transaction is `abandoned` until it is paid. */
export async function insertTransaction(
  queries: Queries,
  fields: NewTransaction,
  now: Date,
  createdAt = now,
): Promise<Transaction | undefined> {
  for (;;) {
    try {
      return await queries.row(
        transactionSchema,
        sql`insert into sandbox.transaction (reference, id, access_code, status, email, amount, currency, callback_url,
              metadata, sub_account_code, transaction_charge, bearer, channels, transfer, split_code, gateway_response, created_at)
            values (${fields.reference ?? randomCode(10)}, ${newId(now)}, ${randomCode()}, 'abandoned', ${fields.email},
              ${fields.amount}, ${fields.currency}, ${fields.callback_url}, ${JSON.stringify(fields.metadata)},
              ${fields.sub_account_code}, ${fields.transaction_charge}, ${fields.bearer}, ${toJson(fields.channels)},
              ${toJson(fields.transfer ?? null)}, ${fields.split_code ?? null},
              'The transaction was not completed', ${createdAt})
            on conflict (reference) do nothing returning *`,
      )
    } catch (error) {
      // The random id was taken by another transaction of the same millisecond.
      if (!isDuplicate(error)) throw error
    }
  }
}

const find = (queries: Queries, condition: Sql) =>
  queries.row(transactionSchema, sql`select * from sandbox.transaction where ${condition}`)

export const findByReference = (queries: Queries, reference: string) =>
  find(queries, sql`reference = ${reference}`)

export async function listByReference(queries: Queries, references: readonly string[]) {
  const found = await queries.rows(
    transactionSchema,
    sql`select * from sandbox.transaction where reference = any(${references}::text[])`,
  )
  return new Map(found.map((transaction) => [transaction.reference, transaction]))
}

export const findByAccessCode = (queries: Queries, accessCode: string) =>
  find(queries, sql`access_code = ${accessCode}`)

/** Serialises concurrent checkout submissions of one payment. */
export const lockByAccessCode = (queries: Queries, accessCode: string) =>
  find(queries, sql`access_code = ${accessCode} for update`)

export const lockByReference = (queries: Queries, reference: string) =>
  find(queries, sql`reference = ${reference} for update`)

export const lockById = (queries: Queries, id: number) => find(queries, sql`id = ${id} for update`)

export const findDueTransfers = (queries: Queries, now: Date) =>
  queries.rows(
    transactionSchema,
    sql`select * from sandbox.transaction where settles_at <= ${now} order by settles_at limit 100`,
  )

export const listCardPayments = (queries: Queries, email: string) =>
  queries.rows(
    transactionSchema,
    sql`select * from sandbox.transaction
        where email = ${email} and paid_with is not null order by paid_at desc`,
  )

export async function saveTransaction(queries: Queries, changed: Transaction): Promise<void> {
  await queries.run(
    sql`update sandbox.transaction set status = ${changed.status}, gateway_response = ${changed.gateway_response},
          message = ${changed.message}, fees = ${changed.fees}, paid_with = ${toJson(changed.paid_with)},
          attempt = ${toJson(changed.attempt)}, attempts = ${changed.attempts},
          errors = ${changed.errors}, history = ${toJson(changed.history)}, opened_at = ${changed.opened_at},
          main_share = ${changed.main_share}, sub_share = ${changed.sub_share}, channel = ${changed.channel}, settles_at = ${changed.settles_at}, paid_at = ${changed.paid_at}
        where reference = ${changed.reference}`,
  )
}

const toJson = (value: unknown) => (value === null ? null : JSON.stringify(value))

/** Counts successful payments created in a range. Whether the provider counts reversed ones is not published. */
export async function sumTransactions(queries: Queries, range: DateRange) {
  const sums = await queries.row(
    z.object({ count: z.number(), volume: z.number() }),
    sql`select count(*) as count, coalesce(sum(amount), 0)::bigint as volume from sandbox.transaction
        where status = 'success' and ${createdWithin(range)}`,
  )
  return sums ?? { count: 0, volume: 0 }
}

export async function listTransactions(
  queries: Queries,
  { settlementId, ...range }: DateRange & { settlementId: number | null },
  page: Page,
): Promise<{ rows: Transaction[]; total: number }> {
  const from = sql`sandbox.transaction where ${createdWithin(range)}
    and (${settlementId}::bigint is null or ${settlementId} in (settlement_id, main_settlement_id))`
  return listPage(queries, transactionSchema, { from, page })
}

const letters = 'abcdefghijklmnopqrstuvwxyz0123456789'

/** 15 characters are 77 random bits, as in access codes and after `ACCT_`. */
export function randomCode(length = 15): string {
  return Array.from({ length }, () => letters[randomInt(letters.length)]).join('')
}

/** Ids grow with time, exceed 32 bits like the provider's and stay below 2^53. */
export function newId(now: Date): number {
  return now.getTime() * 1_000 + randomInt(1_000)
}

/** Retries with another id while `insert` returns undefined because the id is taken. */
export async function insertWithNewId<Row>(
  now: Date,
  insert: (id: number) => Promise<Row | undefined>,
): Promise<Row> {
  for (;;) {
    const row = await insert(newId(now))
    if (row !== undefined) return row
  }
}

export function newSecretKey(): string {
  return `sk_test_${randomBytes(20).toString('hex')}`
}

/** Derives the same code from the same text, so that customers and cards need no table. */
export function stableCode(text: string, length = 15): string {
  const digest = createHash('sha256').update(text).digest()
  return Array.from(digest.subarray(0, length), (byte) => letters[byte % letters.length]).join('')
}

export function stableId(text: string): number {
  return createHash('sha256').update(text).digest().readUInt32BE(0)
}

/** Reads one page of a table (`from` is `<table> where <condition>`) and counts all rows, in one statement. */
export async function listPage<Schema extends z.ZodMiniType>(
  queries: Queries,
  schema: Schema,
  { from, page }: { from: Sql; page: Page },
): Promise<{ rows: z.output<Schema>[]; total: number }> {
  const found = await queries.rows(
    z.looseObject({ total: z.number(), isRow: z.nullable(z.boolean()) }),
    sql`select counted.total, listed.* from (select count(*) as total from ${from}) counted
        left join lateral (select true as "isRow", * from ${from} ${toPageClause(page)}) listed on true`,
  )
  const rows = found.filter(({ isRow }) => isRow).map((row) => z.parse(schema, row))
  return { rows, total: found[0]?.total ?? 0 }
}

/** Condition on `created_at`. Null leaves that end open. */
export const createdWithin = ({ from, to }: DateRange) => sql`
  (${from}::timestamptz is null or created_at >= ${from})
  and (${to}::timestamptz is null or created_at <= ${to})`
