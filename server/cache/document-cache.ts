import { createHash } from 'node:crypto'

import { encoded, type Encoding } from '../http/compression.ts'
import { setBounded } from './set-bounded.ts'

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
  /** True if `find` would not have to make it. */
  has: (address: string, encoding: Encoding) => boolean
  purge: () => void | Promise<void>
  /** How often it was emptied. */
  generation: () => number
}

export function documentCache({ lifetimeMs, most, now }: Options): DocumentCache {
  let entries = new Map<string, Entry>()
  let generation = 0
  const fresh = (key: string) => {
    const kept = entries.get(key)
    return kept && now() - kept.madeAt < lifetimeMs ? kept : undefined
  }

  return {
    has: (address, encoding) => fresh(keyOf(address, encoding)) !== undefined,
    find: (address, encoding, make) => {
      const key = keyOf(address, encoding)
      const kept = fresh(key)
      if (kept) return kept.document

      // Kept while it is being made: a hundred visitors at once cost one rendering. What was begun before a purge stays in the old map.
      const into = entries
      const forget = () => into.delete(key)
      const document = keptDocument(make, encoding)
      document.then((made) => made ?? forget(), forget)
      setBounded(into, [key, { madeAt: now(), document }], most)
      return document
    },
    purge: () => {
      entries = new Map()
      generation++
    },
    generation: () => generation,
  }
}

const keyOf = (address: string, encoding: Encoding) => `${encoding} ${address}`

async function keptDocument(make: () => Promise<string | undefined>, encoding: Encoding) {
  const html = await make()
  if (html === undefined) return undefined
  const etag = `"${createHash('sha256').update(html).digest('base64url').slice(0, 22)}-${encoding}"`
  return { body: await encoded(html, encoding), etag }
}
