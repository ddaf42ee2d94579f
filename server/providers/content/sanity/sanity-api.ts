import { setTimeout as delay } from 'node:timers/promises'
import * as z from 'zod/mini'

import { refuseInTransaction } from '../../../platform/database/transaction-scope.ts'
import { ContentUnavailable } from '../content.ts'

export type SanityOptions = {
  projectId: string
  /** Has write access and stays on the server. */
  token: string
  /** Specification §7. Only tests use another one. */
  dataset?: string
  /** Override Sanity's own hosts. */
  apiHost?: string
  cdnHost?: string
  /** Called before each request. */
  onRequest?: (service: SanityService) => Promise<void>
  timeoutMs?: number
  cdnTimeoutMs?: number
  uploadTimeoutMs?: number
}

/** Captures the path, width, height and extension of an image asset. */
export const assetIdPattern = /^image-([0-9a-f]{40}-(\d{1,5})x(\d{1,5}))-(jpg|jpeg|png|webp)$/

/** One change of a transaction, as Sanity's API takes it. */
export type Mutation =
  | { create: object }
  | { createIfNotExists: object }
  | { createOrReplace: object }
  | { patch: object }
  | { delete: object }

/** A transaction without effect: the document exists, was changed or is referred to (`conflict`), or does not exist (`missing`). */
export type MutationFailure = 'conflict' | 'missing'

const maxImageBytes = 20_000_000
const maxAttempts = 4

export type SanityApi = ReturnType<typeof openSanityApi>

/** Calls Sanity (specification §7). Validates every response; failures throw `ContentUnavailable`. */
export function openSanityApi(options: SanityOptions) {
  const { projectId, token, dataset = 'production', apiHost, cdnHost, onRequest } = options
  const { timeoutMs = 10_000, uploadTimeoutMs = 60_000, cdnTimeoutMs = 3_000 } = options
  const http = openSanityHttp({ projectId, token, dataset, apiHost, cdnHost, onRequest })
  const pace = openMutationPace()
  const imagesUrl = `${apiHost ?? 'https://cdn.sanity.io'}/images/${projectId}/${dataset}`
  const timeout = (ms = timeoutMs) => {
    refuseInTransaction('a request to Sanity')
    return AbortSignal.timeout(ms)
  }

  return {
    /** `groq` is a constant of queries.ts; user input is in `params`. */
    async query<Schema extends z.ZodMiniType>(
      schema: Schema,
      groq: string,
      params: Record<string, unknown>,
    ): Promise<z.output<Schema>> {
      return parseResult(schema, await orUnavailable(http.query(groq, params, timeout())))
    },

    /** The answer of the CDN, which can be old. Undefined for a query that is too long for it. */
    queryCdn: (groq: string, params: Record<string, unknown>): Promise<unknown> =>
      http.queryCdn(groq, params, timeout(cdnTimeoutMs)),

    /** Runs the mutations as one transaction. Queries see the result when this returns. */
    async mutate(mutations: readonly Mutation[]): Promise<MutationFailure | undefined> {
      refuseInTransaction('a request to Sanity')
      for (let attempt = 1; ; attempt++)
        try {
          await pace()
          z.parse(mutationSchema, await http.mutate(mutations, timeout()))
          return undefined
        } catch (error) {
          const failure = toMutationFailure(error)
          if (failure !== undefined) return failure
          const delayMs = getRetryDelayMs(error)
          if (delayMs === undefined || attempt === maxAttempts) throw toUnavailable(error)
          await delay(delayMs)
        }
    },

    /** Returns the id of the asset. The same bytes give the same asset. */
    async upload(bytes: Uint8Array, filename: string): Promise<string> {
      await pace()
      const asset = await orUnavailable(
        http.uploadImage(new Uint8Array(bytes), filename, timeout(uploadTimeoutMs)),
      )
      const result = z.safeParse(uploadSchema, asset)
      if (result.success) return result.data.document._id
      throw new ContentUnavailable('the upload returned no asset')
    },

    /** The asset as WebP, not wider than `width`. */
    async fetchImage(
      assetId: string,
      width: number | undefined,
    ): Promise<Uint8Array<ArrayBuffer> | undefined> {
      const [, path, , , extension] = assetIdPattern.exec(assetId) ?? []
      if (path === undefined) return undefined
      const transformation = width === undefined ? '' : `?w=${width}&q=76&fit=max&fm=webp`
      return orUnavailable(
        fetchImage(`${imagesUrl}/${path}.${extension}${transformation}`, timeout()),
      )
    },
  }
}

export function parseResult<Schema extends z.ZodMiniType>(schema: Schema, response: unknown) {
  const result = z.safeParse(schema, z.safeParse(querySchema, response).data?.result)
  if (result.success) return result.data
  throw new ContentUnavailable('the content store sent an unexpected response')
}

const querySchema = z.object({ result: z.unknown() })
const mutationSchema = z.object({ transactionId: z.string() })
const uploadSchema = z.object({
  document: z.object({ _id: z.string().check(z.regex(assetIdPattern)) }),
})

async function fetchImage(url: string, signal: AbortSignal) {
  const response = await fetch(url, { signal, redirect: 'error' })
  const isImage = response.headers.get('content-type')?.startsWith('image/') === true
  if (response.ok && isImage && response.body) return readImage(response.body)
  await response.body?.cancel()
  if (response.status === 404) return undefined
  throw new ContentUnavailable(`the request for an image returned status ${response.status}`)
}

/** Counts the bytes as they arrive, because the response may not say its length, or a wrong one. */
async function readImage(body: ReadableStream<Uint8Array>) {
  const parts: Uint8Array[] = []
  let size = 0
  for await (const part of body) {
    size += part.byteLength
    if (size > maxImageBytes) throw new ContentUnavailable('an image of the store is too large')
    parts.push(part)
  }
  return new Uint8Array(Buffer.concat(parts, size))
}

async function orUnavailable<Result>(request: Promise<Result>): Promise<Result> {
  try {
    return await request
  } catch (error) {
    throw toUnavailable(error)
  }
}

/** Leaves out the response, because its body contains personal data. */
function toUnavailable(error: unknown): ContentUnavailable {
  if (error instanceof ContentUnavailable) return error
  if (error instanceof SanityHttpError)
    return new ContentUnavailable(`the content store returned status ${error.status}`)
  const name = error instanceof Error ? error.name : 'unknown error'
  return new ContentUnavailable(`the content store is unavailable: ${name}`)
}

const errorSchema = z.object({
  error: z.object({ items: z.array(z.object({ error: z.object({ type: z.string() }) })) }),
})

const conflictTypes = new Set([
  'documentAlreadyExistsError',
  'documentRevisionIDDoesNotMatchError',
  'documentReferencedError',
])

function toMutationFailure(error: unknown): MutationFailure | undefined {
  if (!(error instanceof SanityHttpError)) return undefined
  const parsed = z.safeParse(errorSchema, error.body)
  const types = parsed.data?.error.items.map((item) => item.error.type) ?? []
  if (types.includes('documentNotFoundError')) return 'missing'
  return types.some((type) => conflictTypes.has(type)) ? 'conflict' : undefined
}

/** Sanity accepts 25 mutations per second (docs/hosted-content.md). A rate-limited mutation had no effect, so it is safe to repeat. */
function getRetryDelayMs(error: unknown): number | undefined {
  if (!(error instanceof SanityHttpError) || error.status !== 429) return undefined
  return Math.min(Math.max(error.retryAfterSeconds, 0.1), 2) * 1_000 + Math.random() * 300
}

/** Sanity accepts 25 mutations a second from one address. What is left serves another process behind the same address. */
const maxPerSecond = 20

/** Waits until fewer than `maxPerSecond` mutations began in the last second. */
function openMutationPace() {
  const begun: number[] = []
  let queue = Promise.resolve()
  const enter = async () => {
    const first = begun.length < maxPerSecond ? undefined : begun.shift()
    const waitMs = first === undefined ? 0 : first + 1_000 - performance.now()
    if (waitMs > 0) await delay(waitMs)
    begun.push(performance.now())
  }
  return () => (queue = queue.then(enter))
}

/** The data set in the host or path of every request. */
type SanityConnection = {
  projectId: string
  token: string
  dataset: string
  /** Override Sanity's own hosts. */
  apiHost: string | undefined
  cdnHost: string | undefined
  onRequest: ((service: SanityService) => Promise<void>) | undefined
}

/** The CDN answers from caches, and counts against a quota of its own. */
type SanityService = 'api' | 'cdn'

const apiVersion = 'v2024-03-16'
/** Longer queries are sent as the body of a POST request, as Sanity's own client does. */
const maxQueryLength = 11_264
const maxQueryAttempts = 3
const retriedStatuses = new Set([429, 502, 503])

/** A response with an error status. `body` is undefined if it was not JSON. */
class SanityHttpError extends Error {
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
function openSanityHttp(connection: SanityConnection) {
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
    send(path, { method: 'POST', type: 'application/json', body: JSON.stringify(body), signal })

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
