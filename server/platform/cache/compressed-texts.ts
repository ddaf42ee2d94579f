import { createHash } from 'node:crypto'

import { compressDensely, compressText, type Encoding } from '../http/compression.ts'

type Compressed = { body: Uint8Array<ArrayBuffer>; etag: string }

/**
 * Most pages are the same text when they are rendered again after a purge. A text that comes a second time is compressed as far as it goes,
 * once, so that a page with its styles fits into the ten segments of TCP's initial window. After that it costs no compression at all.
 */
export interface CompressedTexts {
  compress: (text: string, encoding: Encoding) => Promise<Compressed>
}

/** About 7 MB of pages. */
const maxTexts = 500
/** Texts that have come once. */
const maxHashes = 5_000

export function openCompressedTexts(): CompressedTexts {
  /** By hash, the one that was asked for last at the end. */
  const dense = new Map<string, Compressed['body']>()
  const seen = new Map<string, true>()
  let isCompressing = false

  /** One at a time, because each takes a thread for a tenth of a second. Without its result the text is sent as before. */
  const compressNext = (hash: string, text: string) => {
    if (isCompressing) return
    isCompressing = true
    void compressDensely(text)
      .then((body) => putLast(dense, hash, body, maxTexts))
      .catch(() => {})
      .finally(() => {
        isCompressing = false
      })
  }

  return {
    compress: async (text, encoding) => {
      const hash = createHash('sha256').update(text).digest('base64url').slice(0, 22)
      // Weak, because the bytes of an encoding may differ, and the text does not.
      const etag = `W/"${hash}-${encoding}"`
      const known = encoding === 'br' ? dense.get(hash) : undefined
      if (known) {
        putLast(dense, hash, known, maxTexts)
        return { body: known, etag }
      }
      if (encoding === 'br') {
        if (seen.has(hash)) compressNext(hash, text)
        putLast(seen, hash, true, maxHashes)
      }
      return { body: await compressText(text, encoding), etag }
    },
  }
}

/** Forgets what was used least recently. */
function putLast<Value>(map: Map<string, Value>, key: string, value: Value, max: number) {
  map.delete(key)
  map.set(key, value)
  for (const oldest of map.keys()) {
    if (map.size <= max) return
    map.delete(oldest)
  }
}
