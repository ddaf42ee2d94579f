import { pathToFileURL } from 'node:url'

import { languageCodes, type Language } from '#shared/language.ts'
import type { PageCaching, PageRenderer, Site } from '#shared/page.ts'

import { readAssets, type Asset } from './assets.ts'
import { openResponseCache, type ResponseCache } from '../cache/response-cache.ts'
import { readManifest, type Manifest } from './manifest.ts'
import { withWorker } from './worker-file.ts'

/** The renderer of one language, and the files that browsers load for its pages. */
export type Edition = { renderer: PageRenderer; manifest: Manifest }

/** The built pages of all languages, the files for browsers and the response cache. */
export interface Pages {
  editions: Record<Language, Edition>
  assets: ReadonlyMap<string, Asset>
  cache: ResponseCache
  /** Pattern of the page at a path, such as '/c/:slug'. */
  toRoutePattern: (path: string) => string
  getCaching: (path: string) => PageCaching
  site: Omit<Site, 'year' | 'isSignedIn'>
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

/** Opens the built pages. */
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
    assets: withWorker(readAssets(`${root}/client`), hasOfflineCopies),
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
