import { createHash } from 'node:crypto'

import * as z from 'zod/mini'

import { parseJson } from '#shared/json.ts'

import { refuseInTransaction } from '../../platform/database/transaction-scope.ts'
import { readText } from '../../platform/runtime/read-response.ts'
import { PaymentsUnavailable, type OnUnreadable } from './payments.ts'
import { idSchema, nextPage, parseResponse } from './paystack-responses.ts'

const perPage = '100'

/** All rows by cursor. Falls back to page numbers if the provider ignores the cursor parameter. */
export async function* rowsByCursor(call: Call, path: string, filters: Record<string, string>) {
  const query = new URLSearchParams({ use_cursor: 'true', perPage, ...filters })
  const seen = new Set<string>()
  for (let page = 2; ; page++) {
    const { rows, meta } = await fetchPage(call, path, query)
    yield* rows
    const next = nextPage(meta)
    if (rows.length === 0 || !next) return
    if ('offset' in next) {
      query.delete('use_cursor')
      query.set('page', String(page))
    } else query.set('next', next.cursor)
    // A repeated cursor would loop forever.
    if (seen.has(query.toString())) throw new PaymentsUnavailable(`GET ${path}: repeats a page`)
    seen.add(query.toString())
  }
}

/** All rows by page number, until a page is empty. Rows added meanwhile shift the pages, so some rows appear twice. */
export async function* rowsByPage(call: Call, path: string, filters: Record<string, string>) {
  let before: string | undefined
  for (let page = 1; ; page++) {
    const query = new URLSearchParams({ perPage, page: String(page), ...filters })
    const { rows } = await fetchPage(call, path, query)
    if (rows.length === 0) return
    const first = JSON.stringify(rows[0])
    if (first === before) throw new PaymentsUnavailable(`GET ${path}: repeats a page`)
    before = first
    yield* rows
  }
}

/** The filters of a list by time of creation. */
export const createdWithin = (from: Date, to: Date | undefined): Record<string, string> => ({
  from: from.toISOString(),
  ...(to && { to: to.toISOString() }),
})

type Parser<Row> = {
  list: string
  parse: (row: unknown) => Row
  onUnreadable?: OnUnreadable | undefined
}

/** Parses each row of a list on its own, so that an unreadable row does not hide the rows after it. */
export async function* parseRows<Row>(
  rows: AsyncIterable<unknown>,
  { list, parse, onUnreadable }: Parser<Row>,
): AsyncGenerator<Row> {
  for await (const row of rows) {
    const parsed = tryParse(row, parse)
    if ('row' in parsed) yield parsed.row
    else if (onUnreadable) onUnreadable({ list, key: toKey(row), reason: parsed.error.message })
    else throw parsed.error
  }
}

function tryParse<Row>(row: unknown, parse: (row: unknown) => Row) {
  try {
    return { row: parse(row) }
  } catch (error) {
    if (error instanceof PaymentsUnavailable) return { error }
    throw error
  }
}

function toKey(row: unknown): string {
  const { data } = z.safeParse(z.object({ id: idSchema }), row)
  const hash = () => createHash('sha256').update(JSON.stringify(row)).digest('hex').slice(0, 16)
  return data ? String(data.id) : hash()
}

async function fetchPage(call: Call, path: string, query: URLSearchParams) {
  const result = await call('GET', `${path}?${query.toString()}`)
  if (result.kind === 'refused')
    throw new PaymentsUnavailable(`GET ${path}: refused with ${result.status}`)
  return { rows: parseResponse(z.array(z.unknown()), result.data), meta: result.meta }
}

export type HttpOptions = {
  baseUrl: string
  secretKey: string
  fetch: typeof fetch
  timeoutMs: number
}

/** The provider understood the call and refused it. */
type Refusal = { status: number; code: unknown; message: string }

type CallResult = { kind: 'ok'; data: unknown; meta: unknown } | ({ kind: 'refused' } & Refusal)

/** Calls are never retried here, because a call without a response may have had its effect. */
export type Call = (
  method: 'GET' | 'POST' | 'PUT' | 'DELETE',
  path: string,
  body?: unknown,
) => Promise<CallResult>

export const paystackUrl = 'https://api.paystack.co'
const maxBytes = 4 * 1_024 * 1_024

const envelopeSchema = z.object({
  status: z.boolean(),
  message: z._default(z.string(), ''),
  data: z.optional(z.unknown()),
  meta: z.optional(z.unknown()),
  type: z.optional(z.unknown()),
  code: z.optional(z.unknown()),
})

/** Refusals are return values; other failures throw `PaymentsUnavailable` with a message without URLs or keys. */
export function paystackHttp({ baseUrl, secretKey, fetch, timeoutMs }: HttpOptions): Call {
  // Errors of fetch quote invalid header values, so a malformed key must not reach it.
  if (!/^sk_\w{8,128}$/.test(secretKey)) throw new Error('the payment secret key is malformed')
  // The settings refuse this too. No other way to this adapter may send a live key elsewhere.
  if (secretKey.startsWith('sk_live_') && baseUrl !== paystackUrl)
    throw new Error('a live payment secret key belongs to Paystack only')
  const headers = { authorization: `Bearer ${secretKey}`, accept: 'application/json' }
  const base = baseUrl.replace(/\/$/, '')

  return async (method, path, body) => {
    const callName = `${method} ${path.split('?')[0]}`
    refuseInTransaction('a request to the payment provider')
    const response = await request(callName, () =>
      fetch(base + path, {
        method,
        headers: body === undefined ? headers : { ...headers, 'content-type': 'application/json' },
        ...(body !== undefined && { body: JSON.stringify(body) }),
        redirect: 'manual',
        signal: AbortSignal.timeout(timeoutMs),
      }),
    )
    return toResult(callName, response)
  }
}

async function request(callName: string, send: () => Promise<Response>) {
  try {
    const response = await send()
    const { status, headers } = response
    return { status, headers, text: await readText(response, maxBytes) }
  } catch (error) {
    throw new PaymentsUnavailable(`${callName}: ${toReason(error)}`)
  }
}

/** 401 and 403 mean that our key is wrong, which the user cannot fix. A feature that this business does not get is a refusal. */
function isUnavailable(status: number, code: unknown): boolean {
  if (status === 403) return code !== 'feature_unavailable'
  const isNoAnswer = status < 200 || (status >= 300 && status < 400) || status >= 500
  return isNoAnswer || [401, 408, 429].includes(status)
}

type HttpResponse = { status: number; headers: Headers; text: string }

function toResult(callName: string, { status, headers, text }: HttpResponse): CallResult {
  const unavailable = () =>
    new PaymentsUnavailable(
      `${callName}: responded with ${status}`,
      status === 429 ? toRetryAfter(headers) : undefined,
    )
  const envelope = z.safeParse(envelopeSchema, parseJson(text))
  if (isUnavailable(status, envelope.data?.code)) throw unavailable()
  if (!envelope.success)
    throw new PaymentsUnavailable(`${callName}: responded with ${status} and an invalid body`)
  const { status: succeeded, message, data, meta, type, code } = envelope.data
  if (succeeded && status < 300) return { kind: 'ok', data, meta }
  if (succeeded) throw unavailable()
  return { kind: 'refused', status, code, message: toMessage(type, message, meta) }
}

const defaultRetryAfterSeconds = 60
const maxRetryAfterSeconds = 3_600

/** The headers are seconds. Without one that can be read, a minute. */
function toRetryAfter(headers: Headers): number {
  const seconds = Number(headers.get('retry-after') ?? headers.get('x-ratelimit-reset') ?? '')
  return seconds > 0 && Number.isFinite(seconds)
    ? Math.min(seconds, maxRetryAfterSeconds)
    : defaultRetryAfterSeconds
}

/** `message: nextStep` for validation errors (specification §8), otherwise `message`. */
function toMessage(type: unknown, message: string, meta: unknown): string {
  const nextStep = z.safeParse(z.object({ nextStep: z.string() }), meta)
  const isValidationError = type === 'validation_error' && nextStep.success
  const sentence = isValidationError ? `${message}: ${nextStep.data.nextStep}` : message
  return sentence
    .slice(0, 500)
    .replace(/\p{Cc}+/gu, ' ')
    .replace(/\bsk_\w+/g, '[key]')
}

/** Reason of a failed call, without any data of the request. */
function toReason(error: unknown): string {
  if (error instanceof RangeError) return error.message
  if (error instanceof Error && error.name === 'TimeoutError') return 'timed out'
  const cause = error instanceof Error ? error.cause : undefined
  const code = z.safeParse(z.object({ code: z.string() }), cause)
  return code.success ? code.data.code : 'no connection'
}
