import { HTTPException } from 'hono/http-exception'
import type { Context } from 'hono'
import type { ContentfulStatusCode } from 'hono/utils/http-status'
import { sql, type Sql } from '../storage/database.ts'

/** The provider's success envelope. `status` is about the call, not about a payment. */
export function succeed(c: Context, message: string, body: Body, status: 200 | 201 = 200) {
  return c.json({ status: true, message, ...body }, status)
}

type Body = { data: unknown; meta?: Record<string, unknown> }

type Problem = {
  status?: ContentfulStatusCode
  code: string
  nextStep: string
  type?: 'validation_error' | 'api_error'
}

/** A validation error in the provider's own words. */
export class ProviderRefusal extends HTTPException {
  readonly problem: Problem

  constructor(message: string, problem: Problem) {
    super(problem.status ?? 400, { message })
    this.problem = problem
  }
}

export function problemBody({ message, problem }: ProviderRefusal) {
  const { type = 'validation_error', code, nextStep } = problem
  return { status: false, message, meta: { nextStep }, type, code }
}

// The provider's own text ends with a space.
export const missing = (message: string) =>
  new ProviderRefusal(message, { code: 'missing_params', nextStep: 'Provide all required params ' })

/** A refusal of what was passed. */
export const refusal = (message: string, code: string, problem: Partial<Problem> = {}) =>
  new ProviderRefusal(message, {
    code,
    nextStep: "Ensure that the value(s) you're passing are valid.",
    ...problem,
  })

export const invalidParams = (message: string, status: 400 | 404 | 422 = 400) =>
  refusal(message, 'invalid_params', { status })

export const invalidAmount = (message = 'Invalid Amount Sent') =>
  new ProviderRefusal(message, {
    code: 'invalid_amount',
    nextStep:
      "Ensure that you're passing your amount correctly. It should be a number greater than zero, with no decimal places",
  })

export const invalidEmail = () => refusal('Invalid Email Address Passed', 'invalid_email_address')

export const duplicateReference = () =>
  new ProviderRefusal('Duplicate Transaction Reference', {
    code: 'duplicate_reference',
    nextStep: 'Try and create the Transaction or Charge with a new reference',
  })

export const transactionNotFound = () =>
  new ProviderRefusal('Transaction reference not found.', {
    status: 404,
    code: 'transaction_not_found',
    nextStep:
      "Ensure that you're passing the reference of a transaction that exists on this integration",
  })

export const invalidKey = () =>
  new ProviderRefusal('Invalid key', {
    status: 401,
    code: 'invalid_Key',
    nextStep: 'Ensure that you provide the correct authorization key for the request',
  })

/** Refusals of refunds, in the provider's words where they are known. */
export const refundRefusals = {
  unknownTransaction: () => refusal('Transaction not found', 'transaction_not_found'),
  otherCurrency: () => refusal('Transaction currency must match refund currency', 'invalid_params'),
  fullyReversed: () =>
    refusal('Transaction has been fully reversed', 'transaction_reversed', { type: 'api_error' }),
  aboveTransaction: () =>
    refusal('Refund amount exceeds transaction amount', 'refund_amount_exceeds_transaction_amount'),
  aboveRest: () =>
    refusal('Total refund amount cannot exceed original transaction amount', 'invalid_params'),
  tooSmall: () => refusal('Cannot refund less than NGN50', 'invalid_params'),
  insufficientBalance: () =>
    refusal('Insufficient balance to fulfill this refund. Please top up.', 'insufficient_balance', {
      type: 'api_error',
    }),
  unknown: () => notFound('Refund not found'),
}

export const notFound = (message: string) => refusal(message, 'not_found', { status: 404 })

export const refundNeedsNoAttention = () =>
  invalidParams('Invalid Refund state, refund status should be "needs-attention"', 422)

export const featureUnavailable = () =>
  new ProviderRefusal('Dedicated NUBAN is not available for your business', {
    status: 403,
    type: 'api_error',
    code: 'feature_unavailable',
    nextStep: 'Reach out to us to enable this feature',
  })

export const resolveQuotaExceeded = () =>
  new ProviderRefusal(
    'Test mode daily limit of 3 live bank resolves exceeded. Use test bank codes 001 or upgrade to live mode.',
    { status: 429, type: 'api_error', code: 'unknown', nextStep: 'Try again later' },
  )

/** Fields of a JSON or form body; the provider accepts both. */
export async function readBody(c: Context): Promise<Record<string, unknown>> {
  const type = c.req.header('content-type') ?? ''
  if (/^application\/x-www-form-urlencoded/i.test(type))
    return Object.fromEntries(new URLSearchParams(await c.req.text()))
  try {
    const text = await c.req.text()
    if (isTooDeep(text)) throw invalidParams('Invalid request body')
    const body: unknown = JSON.parse(text)
    if (typeof body === 'object' && body !== null && !Array.isArray(body)) return { ...body }
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error
  }
  throw invalidParams('Invalid request body')
}

const maxDepth = 50

/** Deeply nested values are parsed, but they cannot be written as JSON again. */
function isTooDeep(json: string): boolean {
  let depth = 0
  let deepest = 0
  for (const [bracket] of json.replaceAll(/"(?:[^"\\]|\\.)*"/g, '').matchAll(/[[\]{}]/g)) {
    depth += bracket === '[' || bracket === '{' ? 1 : -1
    deepest = Math.max(deepest, depth)
  }
  return deepest > maxDepth
}

/** A number or text as text; null where it is missing or empty. */
export function toText(value: unknown): string | null {
  if (typeof value === 'number') return String(value)
  return typeof value === 'string' && value !== '' ? value : null
}

/** Metadata is an object or JSON in a string. Other text stays text; missing or empty is null. */
export function parseMetadata(value: unknown): unknown {
  if (value === undefined || value === null || value === '') return null
  if (typeof value !== 'string' || isTooDeep(value)) return value
  try {
    return JSON.parse(value)
  } catch {
    return value
  }
}

export type Page =
  | { kind: 'offset'; perPage: number; page: number }
  | { kind: 'cursor'; perPage: number; afterId: number | null }

/** Reads `page` and `perPage`, or the cursor that `use_cursor=true` asks for. Lists are sorted newest first. */
export function parsePage(c: Context): Page {
  const perPage = Math.min(100, parsePositive(c.req.query('perPage'), 50))
  if (c.req.query('use_cursor') !== 'true')
    return { kind: 'offset', perPage, page: parsePositive(c.req.query('page'), 1) }
  const cursor = c.req.query('next')
  return { kind: 'cursor', perPage, afterId: cursor === undefined ? null : decodeCursor(cursor) }
}

/** The provider's cursors are base64 of `undefined:<id>`. */
function encodeCursor(id: number | undefined): string | null {
  return id === undefined ? null : Buffer.from(`undefined:${id}`).toString('base64')
}

export function listMeta(page: Page, rows: { id: number }[], total: number) {
  if (page.kind === 'offset')
    return {
      total,
      skipped: (page.page - 1) * page.perPage,
      perPage: page.perPage,
      page: page.page,
      pageCount: Math.ceil(total / page.perPage),
    }
  const isFull = rows.length === page.perPage
  return {
    next: isFull ? encodeCursor(rows.at(-1)?.id) : null,
    previous: page.afterId === null ? null : encodeCursor(rows[0]?.id),
    perPage: page.perPage,
  }
}

/** Follows `where …` to read one page, newest first. */
export function toPageClause(page: Page): Sql {
  if (page.kind === 'offset')
    return sql`order by id desc limit ${page.perPage} offset ${(page.page - 1) * page.perPage}`
  return sql`and (${page.afterId}::bigint is null or id < ${page.afterId}) order by id desc limit ${page.perPage}`
}

export type DateRange = { from: Date | null; to: Date | null }

export function parseDateRange(c: Context): DateRange {
  return { from: parseDate(c.req.query('from')), to: parseDate(c.req.query('to')) }
}

function parseDate(text: string | undefined): Date | null {
  if (text === undefined) return null
  const date = new Date(text)
  if (Number.isNaN(date.getTime())) throw invalidParams('Invalid date')
  return date
}

function decodeCursor(cursor: string): number {
  const id = Number(/^undefined:(\d+)$/.exec(Buffer.from(cursor, 'base64').toString())?.[1])
  if (!Number.isSafeInteger(id)) throw invalidParams('Invalid cursor')
  return id
}

function parsePositive(text: string | undefined, fallback: number): number {
  const number = Number(text ?? fallback)
  return Number.isSafeInteger(number) && number >= 1 ? number : fallback
}
