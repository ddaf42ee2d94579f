import { createHash } from 'node:crypto'

import { LRUCache } from 'lru-cache'

import { type Encoding, compressDensely, compressText } from '../http/response-headers.ts'

/** `cache-control` of a response that is the same for everybody until something changes. */
export const publicUntilChanged = 'public, no-cache'

export type CachedResponse = {
  body: Uint8Array<ArrayBuffer>
  etag: string
  /** Headers that this body needs. */
  headers: Record<string, string>
  /** The response as it left the app, so that the next one can be sent without the app. `url` has no query. */
  sent?: { url: string; headers: Record<string, string> }
}

type Rendered = { text: string; headers?: Record<string, string> }
type Render = () => Promise<Rendered | string | undefined>

type Options = { lifetimeMs: number; maxBytes: number; now: () => number }
type Entry = { pending: Promise<CachedResponse | undefined>; response?: CachedResponse }

/** Memory of an entry beside its body, about. */
const entryBytes = 2_000

/** Responses that are the same for everybody. A change purges them; the lifetime covers changes that no process of ours makes. */
export interface ResponseCache {
  /** The cached response, or the one that `render` makes. Undefined if `render` returns nothing to cache. */
  find: (key: string, encoding: Encoding, render: Render) => Promise<CachedResponse | undefined>
  get: (key: string) => CachedResponse | undefined
  purge: () => void | Promise<void>
}

export function openResponseCache({ lifetimeMs, maxBytes, now }: Options): ResponseCache {
  const openEntries = () =>
    new LRUCache<string, Entry>({
      maxSize: maxBytes,
      sizeCalculation: ({ response }) => entryBytes + (response?.body.byteLength ?? 0),
      ttl: lifetimeMs,
      ttlResolution: 0,
      perf: { now },
    })
  let entries = openEntries()
  const texts = openCompressedTexts()

  return {
    get: (key) => entries.get(key)?.response,
    find: (key, encoding, render) => {
      const fresh = entries.get(key)
      if (fresh) return fresh.pending

      // A rendering that started before a purge ends in the entries that the purge has replaced.
      const current = entries
      const entry: Entry = { pending: renderResponse(render, encoding, texts) }
      const isCurrent = () => current.peek(key) === entry
      const drop = () => isCurrent() && current.delete(key)
      entry.pending.then((response) => {
        if (!response) return drop()
        entry.response = response
        // Now with the size of its body. Its lifetime goes on.
        return isCurrent() && current.set(key, { ...entry }, { noUpdateTTL: true })
      }, drop)
      current.set(key, entry)
      return entry.pending
    },
    purge: () => void (entries = openEntries()),
  }
}

/** `kind` is the language of a document with the currency that it shows, or that the response is data. Responses differ by nothing else. */
export const toCacheKey = (kind: string, pathAndSearch: string, encoding: Encoding) =>
  `${kind} ${encoding} ${pathAndSearch}`

/** The key of a response of the API, whose query is part of its address. */
export const toDataKey = (pathAndSearch: string, encoding: Encoding) =>
  toCacheKey('data', pathAndSearch, encoding)

/** As it was sent, with its question mark. */
export function getSearch(url: string): string {
  const at = url.indexOf('?')
  return at < 0 ? '' : url.slice(at)
}

/** Longer queries are not cached. */
const maxSearch = 600

/**
 * The query with the parameters alone that the page reads, in their order. Undefined if it is too long to be cached. Every other
 * parameter, such as those of trackers, changes nothing.
 */
export function toKnownSearch(search: string, names: readonly string[]): string | undefined {
  if (search.length < 2 || names.length === 0) return ''
  const given = new URLSearchParams(search)
  const known = new URLSearchParams()
  for (const name of names) {
    const value = given.get(name)
    if (value !== null) known.set(name, value)
  }
  const text = known.size > 0 ? `?${known.toString()}` : ''
  return text.length > maxSearch ? undefined : text
}

/** The response that is made from this text, with its entity tag. */
export async function renderResponse(
  render: Render,
  encoding: Encoding,
  texts: CompressedTexts = openCompressedTexts(),
): Promise<CachedResponse | undefined> {
  const rendered = await render()
  if (rendered === undefined) return undefined
  const { text, headers = {} }: Rendered =
    typeof rendered === 'string' ? { text: rendered } : rendered
  return { ...(await texts.compress(text, encoding)), headers }
}

type Compressed = { body: Uint8Array<ArrayBuffer>; etag: string }

/**
 * Most pages are the same text when they are rendered again after a purge. A text that comes a second time is compressed as far as it goes,
 * once, so that a page with its styles fits into the ten segments of TCP's initial window. After that it costs no compression at all.
 */
type CompressedTexts = ReturnType<typeof openCompressedTexts>

/** About 7 MB of pages. */
const maxTexts = 500
/** Texts that have come once. */
const maxHashes = 5_000

export function openCompressedTexts() {
  const dense = new LRUCache<string, Compressed['body']>({ max: maxTexts })
  const seen = new LRUCache<string, true>({ max: maxHashes })
  let isCompressing = false

  /** One at a time, because each takes a thread for a tenth of a second. Without its result the text is sent as before. */
  const compressNext = (hash: string, text: string) => {
    if (isCompressing) return
    isCompressing = true
    void compressDensely(text)
      .then((body) => dense.set(hash, body))
      .catch(() => {})
      .finally(() => {
        isCompressing = false
      })
  }

  return {
    compress: async (text: string, encoding: Encoding) => {
      const hash = createHash('sha256').update(text).digest('base64url').slice(0, 22)
      // Weak, because the bytes of an encoding may differ, and the text does not.
      const etag = `W/"${hash}-${encoding}"`
      const known = encoding === 'br' ? dense.get(hash) : undefined
      if (known) return { body: known, etag }
      if (encoding === 'br') {
        if (seen.has(hash)) compressNext(hash, text)
        seen.set(hash, true)
      }
      return { body: await compressText(text, encoding), etag }
    },
  }
}
