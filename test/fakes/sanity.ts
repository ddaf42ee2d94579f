import { Hono, type Context, type MiddlewareHandler } from 'hono'
import { HTTPException } from 'hono/http-exception'

import { listeningFetch } from './listening.ts'
import { assetsBeside } from './sanity-assets.ts'
import { isDraft, type Document } from './sanity-documents.ts'
import { applyMutations } from './sanity-mutations.ts'
import { answerQuery } from './sanity-query.ts'

type Instead = (request: Request) => Response | Promise<Response>

const mostBodyBytes = 4_000_000

/**
 * Sanity's data, mutation and asset endpoints and its picture server on a port of this machine, as strict as
 * its protocol: project, dataset and token, version, perspective, revisions, references, transactions, errors, size and, where asked, pace.
 */
export async function openSanityTwin() {
  const own = { projectId: 'twin1234', token: 'sktwinwritetokenthatisnotone' }
  const documents = new Map<string, Document>()
  const assets = assetsBeside(documents)
  /** Answers the next requests in our place. */
  const instead: Instead[] = []
  const failing: string[] = []
  const pace = { mutationsPerSecond: Infinity, taken: [] as number[] }
  const asked: { method: string; path: string; query: URLSearchParams }[] = []

  const api = new Hono()
  api.use(async (c, next) => {
    const { pathname, searchParams } = new URL(c.req.url)
    asked.push({ method: c.req.method, path: pathname, query: searchParams })
    const at = failing.findIndex((part) => pathname.includes(part))
    if (at >= 0) return c.json({ error: `no ${failing.splice(at, 1).join('')}` }, 500)
    const other = instead.shift()
    return other ? other(c.req.raw) : next()
  })
  api.use('/v2024-03-16/*', keyHolder(own))
  api.on(['GET', 'POST'], '/v2024-03-16/data/query/:dataset', async (c) => {
    return c.json(await answerQuery(documents, await questionOf(c)))
  })
  api.post('/v2024-03-16/data/mutate/:dataset', async (c) => {
    if (isTooFast(pace))
      return c.json({ error: { description: 'Too many requests' } }, 429, { 'retry-after': '1' })
    return c.json(applyMutations(documents, await bodyOf(c)))
  })
  api.post('/v2024-03-16/assets/images/:dataset', assets.upload)
  api.get('/images/:project/:dataset/:name', assets.serve)
  api.onError((error, c) => {
    if (error instanceof HTTPException) return error.getResponse()
    return c.json({ error: { description: `the twin failed: ${String(error)}` } }, 500)
  })

  const { origin, close } = await listeningFetch((request) => api.fetch(request))
  return {
    options: { ...own, apiHost: origin },
    documents,
    instead,
    pace,
    /** The next request of this road comes to nothing. */
    failNext: (part: string) => void failing.push(part),
    asked,
    close,
    /** What somebody wrote with another program. */
    put: (document: Record<string, unknown> & { _id: string; _type: string }) => {
      const at = new Date().toISOString()
      documents.set(document._id, {
        _rev: 'elsewhere',
        _createdAt: at,
        _updatedAt: at,
        ...document,
      })
    },
    drafts: () => [...documents.keys()].filter(isDraft),
    reset: () => {
      for (const list of [instead, asked, failing]) list.length = 0
      documents.clear()
      assets.clear()
      pace.mutationsPerSecond = Infinity
    },
  }
}

function isTooFast({ mutationsPerSecond, taken }: { mutationsPerSecond: number; taken: number[] }) {
  const now = performance.now()
  while (taken[0] !== undefined && taken[0] <= now - 1_000) taken.shift()
  if (taken.length >= mutationsPerSecond) return true
  taken.push(now)
  return false
}

/** Nothing is told to whoever has no token, and nothing of another project or dataset. */
function keyHolder({ projectId, token }: { projectId: string; token: string }): MiddlewareHandler {
  return async (c, next) => {
    if (c.req.header('x-sanity-project-id') !== projectId)
      throw refusal(404, { statusCode: 404, error: 'Not Found', message: 'Project not found' })
    if (c.req.header('authorization') !== `Bearer ${token}`)
      throw refusal(401, { statusCode: 401, error: 'Unauthorized', message: 'Session not found' })
    if (!c.req.path.endsWith('/production'))
      throw refusal(404, {
        error: { type: 'datasetNotFoundError', description: 'Dataset not found' },
      })
    await next()
  }
}

async function questionOf(c: Context) {
  const perspective = c.req.query('perspective') ?? 'raw'
  if (c.req.method === 'POST') {
    const { query, params = {} } = await bodyOf(c)
    return { perspective, query: String(query), params: params as Record<string, unknown> }
  }
  const sent = Object.entries(c.req.query()).filter(([name]) => name.startsWith('$'))
  const params = sent.map(([name, value]) => [name.slice(1), JSON.parse(value) as unknown])
  return {
    perspective,
    query: c.req.query('query') ?? '',
    params: Object.fromEntries(params) as Record<string, unknown>,
  }
}

async function bodyOf(c: Context): Promise<Record<string, unknown>> {
  const text = await c.req.text()
  if (Buffer.byteLength(text) > mostBodyBytes)
    throw refusal(413, { error: { description: 'Request body is too large' } })
  return JSON.parse(text) as Record<string, unknown>
}

function refusal(status: 400 | 401 | 404 | 413, body: unknown): HTTPException {
  return new HTTPException(status, { res: Response.json(body, { status }) })
}
