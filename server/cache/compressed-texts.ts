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

export function openCompressedTexts(): CompressedTexts {
  /** By hash, the one that was asked for last at the end. Without a body until the text has come a second time. */
  const known = new Map<string, Compressed['body'] | undefined>()
  let isCompressing = false

  const remember = (hash: string, body: Compressed['body'] | undefined) => {
    known.delete(hash)
    known.set(hash, body)
    for (const oldest of known.keys()) {
      if (known.size <= maxTexts) return
      known.delete(oldest)
    }
  }
  /** One at a time, because each takes a thread for a tenth of a second. */
  const compressNext = (hash: string, text: string) => {
    if (isCompressing) return
    isCompressing = true
    void compressDensely(text).then((body) => {
      isCompressing = false
      remember(hash, body)
    })
  }

  return {
    compress: async (text, encoding) => {
      const hash = createHash('sha256').update(text).digest('base64url').slice(0, 22)
      const dense = encoding === 'br' ? known.get(hash) : undefined
      if (dense) {
        remember(hash, dense)
        return { body: dense, etag: `"${hash}-dense"` }
      }
      const body = await compressText(text, encoding)
      if (encoding === 'br') {
        if (known.has(hash)) compressNext(hash, text)
        else remember(hash, undefined)
      }
      return { body, etag: `"${hash}-${encoding}"` }
    },
  }
}
