import { execFile } from 'node:child_process'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { serialQueue } from '../images/serial-queue.ts'

const maxCached = 500
const timeoutMs = 20_000
const program = join(import.meta.dirname, 'rasterise-svg.ts')
const fonts = join(import.meta.dirname, 'fonts.conf')

export type ShareImages = ReturnType<typeof openShareImages>

/** Renders link previews as PNG. The latest are cached, because many people open a shared link at once. */
export function openShareImages() {
  const queue = serialQueue(32)
  const cache = new Map<string, Promise<Uint8Array<ArrayBuffer>>>()

  return {
    render(svg: string): Promise<Uint8Array<ArrayBuffer>> {
      const cached = cache.get(svg)
      if (cached) return cached
      const rendered = queue(() => rasterise(svg))
      rendered.catch(() => cache.delete(svg))
      const [oldest] = cache.keys()
      if (cache.size >= maxCached && oldest !== undefined) cache.delete(oldest)
      cache.set(svg, rendered)
      return rendered
    },
  }
}

/** Runs in a separate process with an empty environment, because the server's process never parses SVG. */
function rasterise(svg: string): Promise<Uint8Array<ArrayBuffer>> {
  const env = { FONTCONFIG_FILE: fonts, XDG_CACHE_HOME: tmpdir() }
  const options = { env, encoding: 'buffer', timeout: timeoutMs, maxBuffer: 4_000_000 } as const
  return new Promise((resolve, reject) => {
    const child = execFile(process.execPath, [program], options, (error, png) =>
      error ? reject(error) : resolve(Uint8Array.from(png)),
    )
    child.stdin?.on('error', () => {})
    child.stdin?.end(svg)
  })
}
