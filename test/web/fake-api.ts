import { vi } from 'vitest'

import type { ErrorCode, FieldErrors } from '#shared/errors.ts'

type Received = { route: string; body: unknown; headers: Headers }
type Answer = object | (() => object | Promise<object>)

/** Said where the server answers without a body (204). */
export const nothing = {}

/** What the server says when it refuses. */
export function refusal(
  status: number,
  code: ErrorCode,
  details: { message?: string; fields?: FieldErrors } = {},
): Response {
  return Response.json({ error: { code, ...details } }, { status })
}

/** Answers the routes it is given, as 'POST /api/…', and remembers what it was sent. Any other address is not found. */
export function fakeApi(answers: Record<string, Answer>) {
  const received: Received[] = []

  vi.stubGlobal('fetch', async (path: string, init: RequestInit = {}) => {
    const route = `${init.method ?? 'GET'} ${path}`
    const body: unknown = typeof init.body === 'string' ? JSON.parse(init.body) : init.body
    received.push({ route, body, headers: new Headers(init.headers) })
    const known = answers[route]
    const answer = typeof known === 'function' ? await known() : known
    if (answer === undefined) return refusal(404, 'not-found')
    if (answer === nothing) return new Response(null, { status: 204 })
    return answer instanceof Response ? answer.clone() : Response.json(answer)
  })

  return {
    received,
    /** The bodies that one route was sent. */
    sent: (route: string) =>
      received.filter((each) => each.route === route).map(({ body }) => body),
  }
}
