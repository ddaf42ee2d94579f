import { Hono } from 'hono'

import { startLocalFetchServer } from './local-server.ts'
import { openAssets } from './sanity-assets.ts'
import { openCdn } from './sanity-cdn.ts'
import { isDraft, type Document } from './sanity-documents.ts'
import { applyMutations } from './sanity-mutations.ts'
import { answerQuery } from './sanity-query.ts'
import { authenticate, parseBody, parseQuery, respondToError } from './sanity-requests.ts'

/** A request that arrived. `sentBytes` is the size of its body. */
type FakeRequest = { method: string; path: string; query: URLSearchParams; sentBytes: number }
type Override = (request: Request) => Response | Promise<Response>

/**
 * A fake of Sanity's query, mutation, asset and image endpoints on a local port, and of its CDN on another. Checks project, dataset, token, API
 * version, perspective, revisions, references, transactions, body size and the rate of mutations.
 */
export async function openFakeSanity() {
  const own = { projectId: 'fake1234', token: 'skfakewritetokenthatisnotone' }
  const documents = new Map<string, Document>()
  const assets = openAssets(documents)
  const cdn = await openCdn(own, documents)
  /** Respond to the next requests instead of the fake. */
  const overrides: Override[] = []
  const failing: string[] = []
  const rateLimit: RateLimit = { ...published, recent: [] }
  const requests: FakeRequest[] = []

  const api = createApi({ own, documents, assets, cdn, overrides, failing, rateLimit, requests })
  const { origin, close } = await startLocalFetchServer((request) => api.fetch(request))
  return {
    options: { ...own, apiHost: origin, cdnHost: cdn.origin },
    cdn: cdn.controls,
    documents,
    overrides,
    rateLimit,
    /** Fails the next request whose path contains `part`. */
    failNext: (part: string) => void failing.push(part),
    requests,
    close: async () => {
      await Promise.all([close(), cdn.close()])
    },
    /** Stores a document as another program would. */
    put: (document: Record<string, unknown> & { _id: string; _type: string }) => {
      const at = new Date().toISOString()
      cdn.keepCopy()
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
      cdn.reset()
      Object.assign(rateLimit, published)
    },
  }
}

type Fake = {
  own: { projectId: string; token: string }
  documents: Map<string, Document>
  assets: ReturnType<typeof openAssets>
  cdn: { keepCopy: () => void }
  overrides: Override[]
  failing: string[]
  rateLimit: RateLimit
  requests: FakeRequest[]
}

function createApi(fake: Fake) {
  const { own, documents, assets, cdn, overrides, failing, rateLimit, requests } = fake
  const api = new Hono()
  api.use(async (c, next) => {
    const { pathname, searchParams } = new URL(c.req.url)
    const sentBytes = Number(c.req.header('content-length') ?? 0)
    const request = { method: c.req.method, path: pathname, query: searchParams, sentBytes }
    requests.push(request)
    if (requests.length > rateLimit.lastRequest)
      return c.json({ error: 'the service has ended' }, 500)
    const at = failing.findIndex((part) => pathname.includes(part))
    if (at >= 0) return c.json({ error: `no ${failing.splice(at, 1).join('')}` }, 500)
    const override = overrides.shift()
    return override ? override(c.req.raw) : next()
  })
  api.use('/v2024-03-16/*', authenticate(own))
  api.on(['GET', 'POST'], '/v2024-03-16/data/query/:dataset', async (c) => {
    return c.json(await answerQuery(documents, await parseQuery(c)))
  })
  api.post('/v2024-03-16/data/mutate/:dataset', async (c) => {
    if (isTooFast(rateLimit))
      return c.json({ error: { description: 'Too many requests' } }, 429, { 'retry-after': '1' })
    const body = await parseBody(c)
    cdn.keepCopy()
    return c.json(applyMutations(documents, body))
  })
  api.post('/v2024-03-16/assets/images/:dataset', assets.upload)
  api.get('/images/:project/:dataset/:name', assets.serve)
  api.onError(respondToError)
  return api
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
