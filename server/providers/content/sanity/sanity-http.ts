import { setTimeout as delay } from 'node:timers/promises'

/** The data set in the host or path of every request. */
export type SanityConnection = {
  projectId: string
  token: string
  dataset: string
  /** Override Sanity's own hosts. */
  apiHost: string | undefined
  cdnHost: string | undefined
  onRequest: ((service: SanityService) => Promise<void>) | undefined
}

/** The CDN answers from caches, and counts against a quota of its own. */
export type SanityService = 'api' | 'cdn'

const apiVersion = 'v2024-03-16'
/** Longer queries are sent as the body of a POST request, as Sanity's own client does. */
const maxQueryLength = 11_264
const maxQueryAttempts = 3
const retriedStatuses = new Set([429, 502, 503])

/** A response with an error status. `body` is undefined if it was not JSON. */
export class SanityHttpError extends Error {
  override name = 'SanityHttpError'
  readonly status: number
  readonly body: unknown
  readonly retryAfterSeconds: number

  constructor({ status, headers }: Response, body: unknown) {
    super(`status ${status}`)
    this.status = status
    this.body = body
    this.retryAfterSeconds = Number(headers.get('retry-after') ?? 0.3)
  }
}

/** Sanity's HTTP API (https://www.sanity.io/docs/http-reference): queries, mutations and uploads. */
export function openSanityHttp(connection: SanityConnection) {
  const { projectId, token, dataset, apiHost, cdnHost, onRequest } = connection
  const origins = {
    api: apiHost ?? `https://${projectId}.api.sanity.io`,
    cdn: cdnHost ?? `https://${projectId}.apicdn.sanity.io`,
  }
  const headers = {
    authorization: `Bearer ${token}`,
    // Names the project where the host does not.
    ...((apiHost ?? cdnHost) !== undefined && { 'x-sanity-project-id': projectId }),
  }
  const toPath = (path: string, query: URLSearchParams | Record<string, string>) =>
    `/${apiVersion}/${path}/${dataset}?${String(new URLSearchParams(query))}`

  const send = async (
    path: string,
    { type, service = 'api', ...init }: SanityRequest,
  ): Promise<unknown> => {
    const contentType = type === undefined ? {} : { 'content-type': type }
    await onRequest?.(service)
    const url = origins[service] + path
    const response = await fetch(url, { ...init, headers: { ...headers, ...contentType } })
    if (response.ok) return response.json()
    throw new SanityHttpError(response, await response.json().catch(() => undefined))
  }
  const sendJson = (path: string, body: unknown, signal: AbortSignal) =>
    send(path, {
      method: 'POST',
      type: 'application/json',
      body: JSON.stringify(body),
      signal,
    })

  return {
    /** Published documents only: in this API version the default perspective includes drafts. */
    async query(query: string, params: Record<string, unknown>, signal: AbortSignal) {
      const asUrl = toQuery(query, params)
      return retryReads(signal, () =>
        isShort(asUrl)
          ? send(toPath('data/query', asUrl), { signal })
          : sendJson(toPath('data/query', { perspective }), { query, params }, signal),
      )
    },

    /** Once, because the API can answer too. Undefined for a query too long for an address. */
    async queryCdn(query: string, params: Record<string, unknown>, signal: AbortSignal) {
      const asUrl = toQuery(query, params)
      return isShort(asUrl)
        ? send(toPath('data/query', asUrl), { signal, service: 'cdn' })
        : undefined
    },

    /** Queries see the result when this returns. */
    mutate: (mutations: readonly unknown[], signal: AbortSignal) =>
      sendJson(
        toPath('data/mutate', { returnIds: 'true', visibility: 'sync' }),
        { mutations },
        signal,
      ),

    uploadImage: (bytes: Uint8Array<ArrayBuffer>, filename: string, signal: AbortSignal) =>
      send(toPath('assets/images', { filename }), {
        method: 'POST',
        type: 'image/webp',
        body: bytes,
        signal,
      }),
  }
}

const perspective = 'published'

function toQuery(query: string, params: Record<string, unknown>) {
  const defined = Object.entries(params).filter(([, value]) => value !== undefined)
  return new URLSearchParams([
    ['query', query],
    ...defined.map(([name, value]): [string, string] => [`$${name}`, JSON.stringify(value)]),
    ['perspective', perspective],
  ])
}

const isShort = (query: URLSearchParams) => query.toString().length < maxQueryLength

/** `type` is the media type of the body. */
type SanityRequest = Omit<RequestInit, 'headers'> & {
  type?: string
  service?: SanityService
  signal: AbortSignal
}

/** Repeats a read that failed on the way or that the service could not answer for the moment. */
async function retryReads<Result>(signal: AbortSignal, read: () => Promise<Result>) {
  for (let attempt = 1; ; attempt++)
    try {
      return await read()
    } catch (error) {
      const isFinal = error instanceof SanityHttpError && !retriedStatuses.has(error.status)
      if (isFinal || error instanceof SyntaxError || attempt === maxQueryAttempts) throw error
      await delay(100 * 2 ** attempt, undefined, { signal })
    }
}
