import { setTimeout as pause } from 'node:timers/promises'

import { createClient, isHttpError, type Mutation, type SanityClient } from '@sanity/client'
import * as z from 'zod/mini'

import { ContentUnavailable } from './content.ts'

export type SanityOptions = {
  projectId: string
  /** May write. It stays on the server. */
  token: string
  /** Specification §7. Only tests use another one. */
  dataset?: string
  /** Where the service listens, if not at its own address. */
  apiHost?: string
  patienceMs?: number
  uploadPatienceMs?: number
}

/** The part of a picture's address that the service derives from its content. */
export const assetForm = /^image-([0-9a-f]{40}-(\d{1,5})x(\d{1,5}))-(jpg|jpeg|png|webp)$/

/** Nothing of it happened, and why: it is there already, was changed meanwhile or is referred to; or it is not there at all. */
export type Unwritten = 'conflict' | 'missing'

const mostBytes = 20_000_000
const mostTurns = 4

export type SanityWire = ReturnType<typeof sanityWire>

/** The calls of specification §7 by the official client. Every answer meets a schema; all that goes wrong is `ContentUnavailable`. */
export function sanityWire(options: SanityOptions) {
  const { projectId, token, dataset = 'production', apiHost } = options
  const { patienceMs = 10_000, uploadPatienceMs = 60_000 } = options
  const client = openClient({ projectId, token, dataset, apiHost })
  const images = `${apiHost ?? 'https://cdn.sanity.io'}/images/${projectId}/${dataset}`
  const patiently = () => ({ signal: AbortSignal.timeout(patienceMs) })

  return {
    /** `groq` is one of our constants; what people send is in `params`. */
    async query<Schema extends z.ZodMiniType>(
      schema: Schema,
      groq: string,
      params: Record<string, unknown>,
    ): Promise<z.output<Schema>> {
      const answer: unknown = await answered(client.fetch(groq, params, patiently()))
      const result = z.safeParse(schema, answer)
      if (result.success) return result.data
      throw new ContentUnavailable('the content store answered with something else')
    },

    /** All of them or none. Queries see them when this returns. */
    async mutate(mutations: Mutation[]): Promise<Unwritten | undefined> {
      for (let turn = 1; ; turn++)
        try {
          const how = { returnDocuments: false, ...patiently() } as const
          z.parse(writtenSchema, await client.mutate(mutations, how))
          return undefined
        } catch (error) {
          const unwritten = unwrittenBecause(error)
          if (unwritten !== undefined) return unwritten
          const waitMs = toldToWaitMs(error)
          if (waitMs === undefined || turn === mostTurns) throw unavailable(error)
          await pause(waitMs)
        }
    },

    /** The id of the asset. The same bytes are the same asset. */
    async upload(bytes: Uint8Array, filename: string): Promise<string> {
      const about = { filename, contentType: 'image/webp', timeout: uploadPatienceMs }
      const asset: unknown = await answered(
        client.assets.upload('image', Buffer.from(bytes), about),
      )
      const result = z.safeParse(assetSchema, asset)
      if (!result.success) throw new ContentUnavailable('an upload was answered with no asset')
      return result.data._id
    },

    /** An asset as WebP, no wider than asked for. */
    async picture(
      assetId: string,
      width: number | undefined,
    ): Promise<Uint8Array<ArrayBuffer> | undefined> {
      const [, path, , , extension] = assetForm.exec(assetId) ?? []
      if (path === undefined) return undefined
      const how = width === undefined ? '' : `?w=${width}&q=76&fit=max&fm=webp`
      return answered(fetchPicture(`${images}/${path}.${extension}${how}`, patiently()))
    },
  }
}

type Connection = Pick<SanityOptions, 'projectId' | 'token'> & {
  dataset: string
  apiHost: string | undefined
}

function openClient({ apiHost, ...own }: Connection): SanityClient {
  return createClient({
    ...own,
    apiVersion: '2024-03-16',
    useCdn: false,
    // At this version a token would be shown drafts.
    perspective: 'published',
    maxRetries: 2,
    // It would print them past our log.
    ignoreWarnings: /./,
    ...(apiHost !== undefined && { apiHost, useProjectHostname: false }),
  })
}

const writtenSchema = z.object({ transactionId: z.string() })
const assetSchema = z.object({ _id: z.string().check(z.regex(assetForm)) })

async function fetchPicture(address: string, { signal }: { signal: AbortSignal }) {
  const response = await fetch(address, { signal, redirect: 'error' })
  if (response.status === 404) return undefined
  const size = Number(response.headers.get('content-length') ?? 0)
  const isPicture = response.headers.get('content-type')?.startsWith('image/') === true
  if (!response.ok || !isPicture || size > mostBytes)
    throw new ContentUnavailable(`a picture was answered with ${response.status}`)
  return new Uint8Array(await response.arrayBuffer())
}

async function answered<Answer>(asked: Promise<Answer>): Promise<Answer> {
  try {
    return await asked
  } catch (error) {
    throw unavailable(error)
  }
}

/** Of what went wrong only what may be read in a log: an address carries what people searched for, a body what they wrote. */
function unavailable(error: unknown): ContentUnavailable {
  if (error instanceof ContentUnavailable) return error
  if (isHttpError(error))
    return new ContentUnavailable(`the content store answered ${error.statusCode}`)
  const name = error instanceof Error ? error.name : 'nothing'
  return new ContentUnavailable(`the content store did not answer: ${name}`)
}

const refusalSchema = z.object({
  response: z.object({
    body: z.object({
      error: z.object({ items: z.array(z.object({ error: z.object({ type: z.string() }) })) }),
    }),
  }),
})

function unwrittenBecause(error: unknown): Unwritten | undefined {
  if (!isHttpError(error)) return undefined
  const refusal = z.safeParse(refusalSchema, error)
  const types = refusal.data?.response.body.error.items.map((item) => item.error.type) ?? []
  if (types.includes('documentNotFoundError')) return 'missing'
  const isConflict = types.some((type) => conflicts.has(type))
  return isConflict ? 'conflict' : undefined
}

const laterSchema = z.object({
  response: z.object({ headers: z.object({ 'retry-after': z.optional(z.string()) }) }),
})

/** 25 mutations a second are taken (docs/hosted-content.md). One that was one too many has changed nothing: it may come again. */
function toldToWaitMs(error: unknown): number | undefined {
  if (!isHttpError(error) || error.statusCode !== 429) return undefined
  const told = z.safeParse(laterSchema, error)
  const seconds = Number(told.data?.response.headers['retry-after'] ?? 0.3)
  return Math.min(Math.max(seconds, 0.1), 2) * 1_000 + Math.random() * 300
}

const conflicts = new Set([
  'documentAlreadyExistsError',
  'documentRevisionIDDoesNotMatchError',
  'documentReferencedError',
])
