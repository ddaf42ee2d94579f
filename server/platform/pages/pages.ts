import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { extname, join, relative, sep } from 'node:path'
import { pathToFileURL } from 'node:url'

import * as z from 'zod/mini'

import { brand } from '#shared/brand.ts'
import { languageCodes, type Language } from '#shared/language.ts'
import { workerPath } from '#shared/offline.ts'
import type { PageCaching, PageRenderer, Site } from '#shared/page.ts'

import type { Cdn } from '../cache/cdn.ts'
import { brandStyles, colours, logo } from '../config/brand.ts'
import { openResponseCache, type ResponseCache } from '../cache/response-cache.ts'
import type { Encoding } from '../http/response-headers.ts'
import type { ExchangeRates } from '../rates/exchange-rates.ts'
import { readManifest, type Manifest } from './document.ts'

export type Edition = { renderer: PageRenderer; manifest: Manifest }

/** The built pages of all languages, the files for browsers and the response cache. */
export interface Pages {
  editions: Record<Language, Edition>
  assets: ReadonlyMap<string, Asset>
  cache: ResponseCache
  /** Undefined where no cache in front is told of changes. */
  cdn?: Cdn
  /** Undefined where the operator gives none. */
  rates?: ExchangeRates
  /** Pattern of the page at a path, such as '/c/:slug'. */
  toRoutePattern: (path: string) => string
  getCaching: (path: string) => PageCaching
  site: Omit<Site, 'year' | 'isSignedIn' | 'abroad'>
  /** Origin to which forms may redirect besides our own. */
  checkoutOrigin: string
}

/** Documents have about 10 kB in Brotli. */
const maxCachedBytes = 64_000_000

type Options = Pick<Pages, 'site' | 'checkoutOrigin'> & {
  /** The longest age of a cached response. */
  lifetimeMs: number
  /** Output of `npm run build`: `client/` for browsers, and a renderer for each language in `server/`. */
  root: string
  hasOfflineCopies?: boolean
}

export async function openPages({
  root,
  site,
  checkoutOrigin,
  lifetimeMs,
  hasOfflineCopies = true,
}: Options): Promise<Pages> {
  const editions = await openEditions(root)
  return {
    editions,
    toRoutePattern: memoize(editions.en.renderer.toRoutePattern),
    getCaching: memoize(editions.en.renderer.getCaching),
    assets: await withBrand(withWorker(readAssets(`${root}/client`), hasOfflineCopies)),
    cache: openResponseCache({
      lifetimeMs,
      maxBytes: maxCachedBytes,
      now: () => performance.now(),
    }),
    site,
    checkoutOrigin,
  }
}

async function openEditions(root: string) {
  const opened = languageCodes.map(async (language): Promise<[Language, Edition]> => {
    const renderer = await loadRenderer(`${root}/server/${language}/render.js`)
    return [language, { renderer, manifest: readManifest(`${root}/client`, language) }]
  })
  return Object.fromEntries(await Promise.all(opened)) as Pages['editions']
}

/** Renderers are imported by path because Node does not run their `.tsx` sources. */
export async function loadRenderer(file: string): Promise<PageRenderer> {
  return (await import(pathToFileURL(file).href)) as PageRenderer
}

const maxMemoized = 1_000

/** To match a route takes as long as to send a cached page, so the results of recent paths are kept. */
function memoize<Result extends string | object>(
  find: (path: string) => Result,
): (path: string) => Result {
  const known = new Map<string, Result>()
  return (path) => {
    const result = known.get(path) ?? find(path)
    if (known.size >= maxMemoized) known.clear()
    known.set(path, result)
    return result
  }
}

/** The policy of the service worker itself: it only fetches from its own origin. */
const headers = {
  'content-security-policy': "default-src 'none'; connect-src 'self'",
  'cache-control': 'no-cache',
}

/** The files with the service worker, or in its place with the one that removes it. */
function withWorker(
  assets: ReadonlyMap<string, Asset>,
  hasOfflineCopies: boolean,
): ReadonlyMap<string, Asset> {
  const file = assets.get(hasOfflineCopies ? workerPath : '/worker-remove.js')
  if (!file) throw new Error('the build has no service worker')
  return new Map([...assets, [workerPath, { ...file, headers }]])
}

/** The files of an operator's brand in the place of ours: colours, pictures and the manifest of the app. */
async function withBrand(assets: ReadonlyMap<string, Asset>): Promise<ReadonlyMap<string, Asset>> {
  const branded = new Map(assets)
  const put = (path: string, type: string, content: string | Uint8Array) =>
    branded.set(path, { ...toAsset(type, Uint8Array.from(Buffer.from(content))), immutable: false })
  if (brandStyles !== '') put('/brand.css', types['.css'] ?? '', brandStyles)
  if (!logo) return branded
  const { default: sharp } = await import('sharp')
  for (const [path, width, height] of brandPictures) {
    const fitted = { fit: 'contain', background: colours.cream } as const
    put(path, 'image/png', await sharp(logo).resize(width, height, fitted).png().toBuffer())
  }
  const manifest = assets.get('/app.webmanifest')?.bodies.identity ?? Buffer.from('{}')
  const app = z.parse(appSchema, JSON.parse(Buffer.from(manifest).toString()))
  const icons = app.icons.filter(({ type }) => type === 'image/png')
  const named = { ...app, name: brand, short_name: brand, icons }
  put('/app.webmanifest', types['.webmanifest'] ?? '', JSON.stringify(named))
  return branded
}

const brandPictures = [
  ['/icon.svg', 192, 192],
  ['/favicon.ico', 32, 32],
  ['/apple-touch-icon.png', 180, 180],
  ['/icon-192.png', 192, 192],
  ['/icon-512.png', 512, 512],
  ['/icon-maskable.png', 512, 512],
  ['/share.png', 1200, 630],
] as const

const appSchema = z.looseObject({ icons: z.array(z.looseObject({ type: z.string() })) })

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
function readAssets(root: string): ReadonlyMap<string, Asset> {
  const files = readdirSync(root, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
  const present = new Set(files)
  const assets = new Map<string, Asset>()
  for (const file of files) {
    const type = types[extname(file)]
    if (type === undefined) continue
    const path = `/${relative(root, file).split(sep).join('/')}`
    const asset = toAsset(type, readBytes(file))
    assets.set(path, {
      ...asset,
      immutable: path.startsWith('/assets/'),
      bodies: {
        ...asset.bodies,
        ...(present.has(`${file}.br`) && { br: readBytes(`${file}.br`) }),
        ...(present.has(`${file}.gz`) && { gzip: readBytes(`${file}.gz`) }),
      },
    })
  }
  return assets
}

const toAsset = (type: string, identity: Asset['bodies']['identity']) => ({
  type,
  etag: `"${createHash('sha256').update(identity).digest('base64url').slice(0, 22)}"`,
  bodies: { identity },
})

function readBytes(file: string): Uint8Array<ArrayBuffer> {
  return new Uint8Array(readFileSync(file))
}
