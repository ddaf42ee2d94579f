import { Hono, type Context, type MiddlewareHandler } from 'hono'
import { HTTPException } from 'hono/http-exception'

import { startLocalFetchServer } from './local-server.ts'
import { openAssets } from './sanity-assets.ts'
import { isDraft, type Document } from './sanity-documents.ts'
import { applyMutations } from './sanity-mutations.ts'
import { answerQuery } from './sanity-query.ts'

type Override = (request: Request) => Response | Promise<Response>

const maxBodyBytes = 4_000_000

/**
 * A fake of Sanity's query, mutation, asset and image endpoints on a local port. Checks project, dataset, token, API
 * version, perspective, revisions, references, transactions, body size and the rate of mutations.
 */
export async function openFakeSanity() {
  const own = { projectId: 'fake1234', token: 'skfakewritetokenthatisnotone' }
  const documents = new Map<string, Document>()
  const assets = openAssets(documents)
  /** Respond to the next requests instead of the fake. */
  const overrides: Override[] = []
  const failing: string[] = []
  const rateLimit: RateLimit = { ...published, recent: [] }
  const requests: { method: string; path: string; query: URLSearchParams }[] = []

  const api = new Hono()
  api.use(async (c, next) => {
    const { pathname, searchParams } = new URL(c.req.url)
    requests.push({ method: c.req.method, path: pathname, query: searchParams })
    if (requests.length > rateLimit.lastRequest)
      return c.json({ error: 'the service has ended' }, 500)
    const at = failing.findIndex((part) => pathname.includes(part))
    if (at >= 0) return c.json({ error: `no ${failing.splice(at, 1).join('')}` }, 500)
    return overrides.shift()?.(c.req.raw) ?? next()
  })
  api.use('/v2024-03-16/*', authenticate(own))
  api.on(['GET', 'POST'], '/v2024-03-16/data/query/:dataset', async (c) => {
    return c.json(await answerQuery(documents, await parseQuery(c)))
  })
  api.post('/v2024-03-16/data/mutate/:dataset', async (c) => {
    if (isTooFast(rateLimit))
      return c.json({ error: { description: 'Too many requests' } }, 429, { 'retry-after': '1' })
    return c.json(applyMutations(documents, await parseBody(c)))
  })
  api.post('/v2024-03-16/assets/images/:dataset', assets.upload)
  api.get('/images/:project/:dataset/:name', assets.serve)
  api.onError((error, c) => {
    if (error instanceof HTTPException) return error.getResponse()
    return c.json({ error: { description: `the fake failed: ${String(error)}` } }, 500)
  })

  const { origin, close } = await startLocalFetchServer((request) => api.fetch(request))
  return {
    options: { ...own, apiHost: origin },
    documents,
    overrides,
    rateLimit,
    /** Fails the next request whose path contains `part`. */
    failNext: (part: string) => void failing.push(part),
    requests,
    close,
    /** Stores a document as another program would. */
    put: (document: Record<string, unknown> & { _id: string; _type: string }) => {
      const at = new Date().toISOString()
      documents.set(document._id, {
        _rev: 'foreign',
        _createdAt: at,
        _updatedAt: at,
        ...document,
      })
    },
    drafts: () => [...documents.keys()].filter(isDraft),
    reset: () => {
      for (const list of [overrides, requests, failing]) list.length = 0
      documents.clear()
      assets.clear()
      Object.assign(rateLimit, published)
    },
  }
}

/** `lastRequest`: the number of the request after which all fail. */
type RateLimit = {
  mutationsPerSecond: number
  refused: number
  recent: number[]
  lastRequest: number
}
const published = { mutationsPerSecond: 25, refused: 0, lastRequest: Infinity }

function isTooFast(limit: RateLimit) {
  const { mutationsPerSecond, recent } = limit
  const now = performance.now()
  while (recent[0] !== undefined && recent[0] <= now - 1_000) recent.shift()
  if (recent.length >= mutationsPerSecond) {
    limit.refused += 1
    return true
  }
  recent.push(now)
  return false
}

/** Refuses requests with another project, token or dataset. */
function authenticate({
  projectId,
  token,
}: {
  projectId: string
  token: string
}): MiddlewareHandler {
  return async (c, next) => {
    if (c.req.header('x-sanity-project-id') !== projectId)
      throw errorResponse(404, {
        statusCode: 404,
        error: 'Not Found',
        message: 'Project not found',
      })
    if (c.req.header('authorization') !== `Bearer ${token}`)
      throw errorResponse(401, {
        statusCode: 401,
        error: 'Unauthorized',
        message: 'Session not found',
      })
    if (!c.req.path.endsWith('/production'))
      throw errorResponse(404, {
        error: { type: 'datasetNotFoundError', description: 'Dataset not found' },
      })
    await next()
  }
}

async function parseQuery(c: Context) {
  const perspective = c.req.query('perspective') ?? 'raw'
  if (c.req.method === 'POST') {
    const { query, params = {} } = await parseBody(c)
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

async function parseBody(c: Context): Promise<Record<string, unknown>> {
  const text = await c.req.text()
  if (Buffer.byteLength(text) > maxBodyBytes)
    throw errorResponse(413, { error: { description: 'Request body is too large' } })
  return JSON.parse(text) as Record<string, unknown>
}

function errorResponse(status: 400 | 401 | 404 | 413, body: unknown): HTTPException {
  return new HTTPException(status, { res: Response.json(body, { status }) })
}
