import * as z from 'zod/mini'

import { PaymentsUnavailable } from './payments.ts'
import { nextPage, parseResponse } from './paystack-responses.ts'
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

async function fetchPage(call: Call, path: string, query: URLSearchParams) {
  const result = await call('GET', `${path}?${query.toString()}`)
  if (result.kind === 'refused')
    throw new PaymentsUnavailable(`GET ${path}: refused with ${result.status}`)
  return { rows: parseResponse(z.array(z.unknown()), result.data), meta: result.meta }
}
