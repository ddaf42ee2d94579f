import { createHash } from 'node:crypto'

import * as z from 'zod/mini'

import { PaymentsUnavailable } from './payments.ts'
import type { OnUnreadable } from './unreadable-row.ts'
import { idSchema, nextPage, parseResponse } from './paystack-responses.ts'
import type { Call } from './paystack-http.ts'

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
