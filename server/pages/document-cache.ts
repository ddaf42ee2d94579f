import { createHash } from 'node:crypto'

import { encoded, type Encoding } from './encoding.ts'

export type KeptDocument = { body: Uint8Array<ArrayBuffer>; etag: string }

type Options = { lifetimeMs: number; most: number; now: () => number }
type Entry = { madeAt: number; document: Promise<KeptDocument | undefined> }

/**
 * Documents that are the same for every visitor, by address and encoding. A change empties it; the lifetime covers what time
 * itself does (days left) and what nobody could tell us of.
 */
export interface DocumentCache {
  /** The kept document, or the one that `make` renders. Undefined if `make` says that it is not one to keep. */
  find: (
    address: string,
    encoding: Encoding,
    make: () => Promise<string | undefined>,
  ) => Promise<KeptDocument | undefined>
  purge: () => void | Promise<void>
}

export function documentCache({ lifetimeMs, most, now }: Options): DocumentCache {
  let entries = new Map<string, Entry>()

  return {
    find: (address, encoding, make) => {
      const key = `${encoding} ${address}`
      const kept = entries.get(key)
      if (kept && now() - kept.madeAt < lifetimeMs) return kept.document

      // Kept while it is being made: a hundred visitors at once cost one rendering. What was begun before a purge stays in the old map.
      const into = entries
      const forget = () => into.delete(key)
      const document = keptDocument(make, encoding)
      document.then((made) => made ?? forget(), forget)
      into.delete(key)
      if (into.size >= most) dropOldest(into)
      into.set(key, { madeAt: now(), document })
      return document
    },
    purge: () => {
      entries = new Map()
    },
  }
}

async function keptDocument(make: () => Promise<string | undefined>, encoding: Encoding) {
  const html = await make()
  if (html === undefined) return undefined
  const etag = `"${createHash('sha256').update(html).digest('base64url').slice(0, 22)}-${encoding}"`
  return { body: await encoded(html, encoding), etag }
}

function dropOldest(entries: Map<string, Entry>) {
  const [oldest] = entries.keys()
  if (oldest !== undefined) entries.delete(oldest)
}
