import { pathToFileURL } from 'node:url'

import { languageCodes, type Language } from '#shared/language.ts'
import type { PageRenderer, Site } from '#shared/page.ts'

import { readAssets, type Asset } from './assets.ts'
import { documentCache, type DocumentCache } from '../cache/document-cache.ts'
import { readManifest, type Manifest } from './manifest.ts'

/** What pages of one language are made by, and which files browsers load for them. */
export type Edition = { renderer: PageRenderer; manifest: Manifest }

/** Everything that pages are made of. */
export interface Pages {
  editions: Record<Language, Edition>
  assets: ReadonlyMap<string, Asset>
  cache: DocumentCache
  site: Omit<Site, 'year' | 'isSignedIn'>
  /** Where a submitted form may lead besides our own origin. */
  checkoutOrigin: string
}

type Options = Pick<Pages, 'site' | 'checkoutOrigin'> & {
  /** What `npm run build` made: `client/` for browsers and a renderer for each language in `server/`. */
  root: string
}

/** Opens the built pages. */
export async function openPages({ root, site, checkoutOrigin }: Options): Promise<Pages> {
  return {
    editions: await openEditions(root),
    assets: readAssets(`${root}/client`),
    cache: documentCache({ lifetimeMs: 5_000, most: 1_000, now: () => performance.now() }),
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

/** A renderer is built from `.tsx`, which Node does not run, so it is found by path. */
export async function loadRenderer(file: string): Promise<PageRenderer> {
  return (await import(pathToFileURL(file).href)) as PageRenderer
}
