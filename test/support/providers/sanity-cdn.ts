import { Hono } from 'hono'

import { startLocalFetchServer } from './local-server.ts'
import type { Document } from './sanity-documents.ts'
import { answerQuery } from './sanity-query.ts'
import { authenticate, parseQuery, respondToError } from './sanity-requests.ts'

type Own = { projectId: string; token: string }

/** The API CDN. It answers queries from the documents as they were `delayMs` ago, and nothing else. */
export async function openCdn(own: Own, documents: ReadonlyMap<string, Document>) {
  const controls = { delayMs: 0, isDown: false, requests: [] as { query: URLSearchParams }[] }
  /** The documents before each change, oldest first. */
  const copies: { until: number; documents: Map<string, Document> }[] = []

  const findDocuments = () => {
    const shownAt = performance.now() - controls.delayMs
    while (copies[0] !== undefined && copies[0].until <= shownAt) copies.shift()
    return copies[0]?.documents ?? documents
  }

  const app = new Hono()
  app.use(async (c, next) => {
    controls.requests.push({ query: new URL(c.req.url).searchParams })
    return controls.isDown ? c.json({ error: 'no CDN' }, 503) : next()
  })
  app.use('/v2024-03-16/*', authenticate(own))
  app.get('/v2024-03-16/data/query/:dataset', async (c) => {
    return c.json(await answerQuery(findDocuments(), await parseQuery(c)))
  })
  app.onError(respondToError)

  const { origin, close } = await startLocalFetchServer((request) => app.fetch(request))
  return {
    origin,
    close,
    controls,
    /** Before each change of the documents. */
    keepCopy: () => {
      if (controls.delayMs > 0)
        copies.push({ until: performance.now(), documents: new Map(documents) })
    },
    reset: () => {
      copies.length = 0
      Object.assign(controls, { delayMs: 0, isDown: false })
      controls.requests.length = 0
    },
  }
}
