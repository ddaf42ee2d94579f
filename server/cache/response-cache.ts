import { createHash } from 'node:crypto'

import { compressText, type Encoding } from '../http/compression.ts'

/** `cache-control` of a response that is the same for everybody: until something changes, or only for simultaneous requests. */
export const publicUntilChanged = 'public, no-cache'
export const publicOnce = 'public, max-age=0, must-revalidate'

export type CachedResponse = {
  body: Uint8Array<ArrayBuffer>
  etag: string
  /** The response as it left the app, so that the next one can be sent without the app. */
  sent?: { url: string; headers: Record<string, string> }
}

type Options = { lifetimeMs: number; maxEntries: number; now: () => number }
type Entry = {
  createdAt: number
  pending: Promise<CachedResponse | undefined>
  response?: CachedResponse
}

/** Documents that are the same for every visitor. A change purges them; the lifetime covers changes that no request makes. */
export interface ResponseCache {
  /** The cached response, or the one that `render` makes. Undefined if `render` returns nothing to cache. */
  find: (
    key: string,
    encoding: Encoding,
    render: () => Promise<string | undefined>,
  ) => Promise<CachedResponse | undefined>
  /** The cached response, if it is complete. */
  get: (key: string) => CachedResponse | undefined
  purge: () => void | Promise<void>
}

export function openResponseCache({ lifetimeMs, maxEntries, now }: Options): ResponseCache {
  let entries = new Map<string, Entry>()
  const findFresh = (key: string) => {
    const entry = entries.get(key)
    return entry && now() - entry.createdAt < lifetimeMs ? entry : undefined
  }

  return {
    get: (key) => findFresh(key)?.response,
    find: (key, encoding, render) => {
      const fresh = findFresh(key)
      if (fresh) return fresh.pending

      // A rendering that started before a purge ends in the map that the purge has replaced.
      const current = entries
      const pending = renderResponse(render, encoding)
      const entry: Entry = { createdAt: now(), pending }
      const drop = () => current.delete(key)
      pending.then((response) => (response ? (entry.response = response) : drop()), drop)
      current.delete(key)
      for (const oldest of current.keys()) {
        if (current.size < maxEntries) break
        current.delete(oldest)
      }
      current.set(key, entry)
      return pending
    },
    purge: () => void (entries = new Map()),
  }
}

/** Pages differ by language, path and encoding only. */
export const toCacheKey = (language: string, path: string, encoding: Encoding) =>
  `${language} ${encoding} ${path}`

async function renderResponse(render: () => Promise<string | undefined>, encoding: Encoding) {
  const html = await render()
  if (html === undefined) return undefined
  const etag = `"${createHash('sha256').update(html).digest('base64url').slice(0, 22)}-${encoding}"`
  return { body: await compressText(html, encoding), etag }
}
