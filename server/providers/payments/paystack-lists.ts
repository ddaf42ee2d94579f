import * as z from 'zod/mini'

import { PaymentsUnavailable } from './payments.ts'
import { nextPage, sensible } from './paystack-answers.ts'
import type { Call } from './paystack-http.ts'

const perPage = '100'

/** Everything along a cursor. Lists that answer with page numbers all the same are read by page number. */
export async function* rowsByCursor(call: Call, path: string, filters: Record<string, string>) {
  const query = new URLSearchParams({ use_cursor: 'true', perPage, ...filters })
  const seen = new Set<string>()
  for (let page = 2; ; page++) {
    const { rows, meta } = await pageOf(call, path, query)
    yield* rows
    const next = nextPage(meta)
    if (rows.length === 0 || !next) return
    if ('offset' in next) {
      query.delete('use_cursor')
      query.set('page', String(page))
    } else query.set('next', next.cursor)
    // A list that leads back to where it was would never end.
    if (seen.has(query.toString())) throw new PaymentsUnavailable(`GET ${path}: runs in circles`)
    seen.add(query.toString())
  }
}

/** Everything page by page, until a page is empty. What is added meanwhile pushes rows onto the next page: some come twice. */
export async function* rowsByPage(call: Call, path: string, filters: Record<string, string>) {
  let before: string | undefined
  for (let page = 1; ; page++) {
    const query = new URLSearchParams({ perPage, page: String(page), ...filters })
    const { rows } = await pageOf(call, path, query)
    if (rows.length === 0) return
    const first = JSON.stringify(rows[0])
    if (first === before) throw new PaymentsUnavailable(`GET ${path}: runs in circles`)
    before = first
    yield* rows
  }
}

async function pageOf(call: Call, path: string, query: URLSearchParams) {
  const answer = await call('GET', `${path}?${query.toString()}`)
  if (answer.kind === 'refused')
    throw new PaymentsUnavailable(`GET ${path}: refused with ${answer.status}`)
  return { rows: sensible(z.array(z.unknown()), answer.data), meta: answer.meta }
}
