import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { extname, join, relative, sep } from 'node:path'

import type { Encoding } from '../http/compression.ts'

/** A file that browsers load, in every encoding in which it was built. */
export type Asset = {
  type: string
  etag: string
  /** Its name holds a hash of its bytes, so it never changes. */
  immutable: boolean
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

/** All files of a folder by the path of their address. They are read once: no address ever reaches the file system. */
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
        identity: bytesOf(file),
        ...(present.has(`${file}.br`) && { br: bytesOf(`${file}.br`) }),
        ...(present.has(`${file}.gz`) && { gzip: bytesOf(`${file}.gz`) }),
      },
    })
  }
  return assets
}

function bytesOf(file: string): Uint8Array<ArrayBuffer> {
  return new Uint8Array(readFileSync(file))
}
