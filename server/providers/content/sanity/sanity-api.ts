import { setTimeout as delay } from 'node:timers/promises'

import { createClient, isHttpError, type Mutation, type SanityClient } from '@sanity/client'
import * as z from 'zod/mini'

import { ContentUnavailable } from '../content.ts'

export type SanityOptions = {
  projectId: string
  /** Has write access and stays on the server. */
  token: string
  /** Specification §7. Only tests use another one. */
  dataset?: string
  /** Overrides Sanity's own host. */
  apiHost?: string
  timeoutMs?: number
  uploadTimeoutMs?: number
}

/** Captures the path, width, height and extension of an image asset. */
export const assetIdPattern = /^image-([0-9a-f]{40}-(\d{1,5})x(\d{1,5}))-(jpg|jpeg|png|webp)$/

/** A transaction without effect: the document exists, was changed or is referred to (`conflict`), or does not exist (`missing`). */
export type MutationFailure = 'conflict' | 'missing'

const maxImageBytes = 20_000_000
const maxAttempts = 4

export type SanityApi = ReturnType<typeof openSanityApi>

/** Calls Sanity with its official client (specification §7). Validates every response; failures throw `ContentUnavailable`. */
export function openSanityApi(options: SanityOptions) {
  const { projectId, token, dataset = 'production', apiHost } = options
  const { timeoutMs = 10_000, uploadTimeoutMs = 60_000 } = options
  const client = openClient({ projectId, token, dataset, apiHost })
  const imagesUrl = `${apiHost ?? 'https://cdn.sanity.io'}/images/${projectId}/${dataset}`
  const withTimeout = () => ({ signal: AbortSignal.timeout(timeoutMs) })

  return {
    /** `groq` is a constant of queries.ts; user input is in `params`. */
    async query<Schema extends z.ZodMiniType>(
      schema: Schema,
      groq: string,
      params: Record<string, unknown>,
    ): Promise<z.output<Schema>> {
      const response: unknown = await orUnavailable(client.fetch(groq, params, withTimeout()))
      const result = z.safeParse(schema, response)
      if (result.success) return result.data
      throw new ContentUnavailable('the content store sent an unexpected response')
    },

    /** Runs the mutations as one transaction. Queries see the result when this returns. */
    async mutate(mutations: Mutation[]): Promise<MutationFailure | undefined> {
      for (let attempt = 1; ; attempt++)
        try {
          const mutateOptions = { returnDocuments: false, ...withTimeout() } as const
          z.parse(mutationSchema, await client.mutate(mutations, mutateOptions))
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
      const uploadOptions = { filename, contentType: 'image/webp', timeout: uploadTimeoutMs }
      const asset: unknown = await orUnavailable(
        client.assets.upload('image', Buffer.from(bytes), uploadOptions),
      )
      const result = z.safeParse(assetSchema, asset)
      if (!result.success) throw new ContentUnavailable('the upload returned no asset')
      return result.data._id
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
        fetchImage(`${imagesUrl}/${path}.${extension}${transformation}`, withTimeout()),
      )
    },
  }
}

type Connection = Pick<SanityOptions, 'projectId' | 'token'> & {
  dataset: string
  apiHost: string | undefined
}

function openClient({ apiHost, ...connection }: Connection): SanityClient {
  return createClient({
    ...connection,
    apiVersion: '2024-03-16',
    useCdn: false,
    // In this API version the default perspective includes drafts.
    perspective: 'published',
    maxRetries: 2,
    // Warnings would be printed to the console instead of our log.
    ignoreWarnings: /./,
    ...(apiHost !== undefined && { apiHost, useProjectHostname: false }),
  })
}

const mutationSchema = z.object({ transactionId: z.string() })
const assetSchema = z.object({ _id: z.string().check(z.regex(assetIdPattern)) })

async function fetchImage(url: string, { signal }: { signal: AbortSignal }) {
  const response = await fetch(url, { signal, redirect: 'error' })
  if (response.status === 404) return undefined
  const size = Number(response.headers.get('content-length') ?? 0)
  const isImage = response.headers.get('content-type')?.startsWith('image/') === true
  if (!response.ok || !isImage || size > maxImageBytes)
    throw new ContentUnavailable(`the request for an image returned status ${response.status}`)
  return new Uint8Array(await response.arrayBuffer())
}

async function orUnavailable<Result>(request: Promise<Result>): Promise<Result> {
  try {
    return await request
  } catch (error) {
    throw toUnavailable(error)
  }
}

/** Leaves out the client's message, because its URL contains search texts and its body contains personal data. */
function toUnavailable(error: unknown): ContentUnavailable {
  if (error instanceof ContentUnavailable) return error
  if (isHttpError(error))
    return new ContentUnavailable(`the content store returned status ${error.statusCode}`)
  const name = error instanceof Error ? error.name : 'unknown error'
  return new ContentUnavailable(`the content store is unavailable: ${name}`)
}

const errorSchema = z.object({
  response: z.object({
    body: z.object({
      error: z.object({ items: z.array(z.object({ error: z.object({ type: z.string() }) })) }),
    }),
  }),
})

const conflictTypes = new Set([
  'documentAlreadyExistsError',
  'documentRevisionIDDoesNotMatchError',
  'documentReferencedError',
])

function toMutationFailure(error: unknown): MutationFailure | undefined {
  if (!isHttpError(error)) return undefined
  const parsed = z.safeParse(errorSchema, error)
  const types = parsed.data?.response.body.error.items.map((item) => item.error.type) ?? []
  if (types.includes('documentNotFoundError')) return 'missing'
  return types.some((type) => conflictTypes.has(type)) ? 'conflict' : undefined
}

const rateLimitSchema = z.object({
  response: z.object({ headers: z.object({ 'retry-after': z.optional(z.string()) }) }),
})

/** Sanity accepts 25 mutations per second (docs/hosted-content.md). A rate-limited mutation had no effect, so it is safe to repeat. */
function getRetryDelayMs(error: unknown): number | undefined {
  if (!isHttpError(error) || error.statusCode !== 429) return undefined
  const parsed = z.safeParse(rateLimitSchema, error)
  const seconds = Number(parsed.data?.response.headers['retry-after'] ?? 0.3)
  return Math.min(Math.max(seconds, 0.1), 2) * 1_000 + Math.random() * 300
}
