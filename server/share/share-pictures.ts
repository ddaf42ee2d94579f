import { execFile } from 'node:child_process'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { oneAtATime } from '../images/one-at-a-time.ts'

const kept = 500
const longestMs = 20_000
const program = join(import.meta.dirname, 'rasterise-svg.ts')
const fonts = join(import.meta.dirname, 'fonts.conf')

export type SharePictures = ReturnType<typeof openSharePictures>

/** Drawings as PNG. The last ones are kept: a link that is shared is looked at by many at once. */
export function openSharePictures() {
  const inTurn = oneAtATime(32)
  const pictures = new Map<string, Promise<Uint8Array<ArrayBuffer>>>()

  return {
    of(svg: string): Promise<Uint8Array<ArrayBuffer>> {
      const known = pictures.get(svg)
      if (known) return known
      const made = inTurn(() => rasterised(svg))
      made.catch(() => pictures.delete(svg))
      const [oldest] = pictures.keys()
      if (pictures.size >= kept && oldest !== undefined) pictures.delete(oldest)
      pictures.set(svg, made)
      return made
    },
  }
}

/** A process of its own, with nothing of ours in its environment. */
function rasterised(svg: string): Promise<Uint8Array<ArrayBuffer>> {
  const env = { FONTCONFIG_FILE: fonts, XDG_CACHE_HOME: tmpdir() }
  const options = { env, encoding: 'buffer', timeout: longestMs, maxBuffer: 4_000_000 } as const
  return new Promise((resolve, reject) => {
    const child = execFile(process.execPath, [program], options, (error, png) =>
      error ? reject(error) : resolve(Uint8Array.from(png)),
    )
    child.stdin?.on('error', () => {})
    child.stdin?.end(svg)
  })
}
