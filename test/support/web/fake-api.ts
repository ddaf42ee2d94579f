import { vi } from 'vitest'

import type { ErrorCode, FieldErrors } from '#shared/errors.ts'
import type { HoldReason } from '#shared/legal-hold.ts'

type Received = { route: string; body: unknown; headers: Headers }
type FakeResponse = object | (() => object | Promise<object>)

/** A response without a body (204). */
export const nothing = {}

/** An error response. */
export function refusal(
  status: number,
  code: ErrorCode,
  details: { message?: string; fields?: FieldErrors; reasons?: HoldReason[] } = {},
): Response {
  return Response.json({ error: { code, ...details } }, { status })
}

/** Responds to routes such as 'POST /api/feedback' and records the requests. All other routes are not found. */
export function fakeApi(responses: Record<string, FakeResponse>) {
  const received: Received[] = []

  vi.stubGlobal('fetch', async (path: string, init: RequestInit = {}) => {
    const route = `${init.method ?? 'GET'} ${path}`
    const body: unknown = typeof init.body === 'string' ? JSON.parse(init.body) : init.body
    received.push({ route, body, headers: new Headers(init.headers) })
    const match = responses[route]
    const response = typeof match === 'function' ? await match() : match
    if (response === undefined) return refusal(404, 'not-found')
    if (response === nothing) return new Response(null, { status: 204 })
    return response instanceof Response ? response.clone() : Response.json(response)
  })

  return {
    received,
    /** The bodies of the requests to a route. */
    sent: (route: string) =>
      received.filter((each) => each.route === route).map(({ body }) => body),
  }
}
