import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { extname, join, relative, sep } from 'node:path'

import type { Encoding } from '../http/compression.ts'

/** A file for browsers, in each encoding that the build made. */
export type Asset = {
  type: string
  etag: string
  /** True if the name contains a hash of the content. */
  immutable: boolean
  /** Headers that only this file has. */
  headers?: Record<string, string>
  bodies: Partial<Record<Encoding, Uint8Array<ArrayBuffer>>> & { identity: Uint8Array<ArrayBuffer> }
}

const types: Record<string, string> = {
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.ico': 'image/x-icon',
  '.webp': 'image/webp',
  '.woff2': 'font/woff2',
  '.txt': 'text/plain; charset=utf-8',
  '.webmanifest': 'application/manifest+json',
}

/** All files of a folder by URL path. They are read once, so no request reaches the file system. */
export function readAssets(root: string): ReadonlyMap<string, Asset> {
  const files = readdirSync(root, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
  const present = new Set(files)
  const assets = new Map<string, Asset>()
  for (const file of files) {
    const type = types[extname(file)]
    if (type === undefined) continue
    const path = `/${relative(root, file).split(sep).join('/')}`
    assets.set(path, {
      type,
      etag: `"${createHash('sha256').update(readFileSync(file)).digest('base64url').slice(0, 22)}"`,
      immutable: path.startsWith('/assets/'),
      bodies: {
        identity: readBytes(file),
        ...(present.has(`${file}.br`) && { br: readBytes(`${file}.br`) }),
        ...(present.has(`${file}.gz`) && { gzip: readBytes(`${file}.gz`) }),
      },
    })
  }
  return assets
}

function readBytes(file: string): Uint8Array<ArrayBuffer> {
  return new Uint8Array(readFileSync(file))
}
