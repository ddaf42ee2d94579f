import { pathToFileURL } from 'node:url'

import type { PageRenderer, Site } from '#shared/page.ts'

import { readAssets, type Asset } from './assets.ts'
import { documentCache, type DocumentCache } from './document-cache.ts'
import { readManifest, type Manifest } from './manifest.ts'

/** Everything that pages are made of. */
export interface Pages {
  renderer: PageRenderer
  manifest: Manifest
  assets: ReadonlyMap<string, Asset>
  cache: DocumentCache
  site: Omit<Site, 'year'>
  /** Where a submitted form may lead besides our own origin. */
  checkoutOrigin: string
}

type Options = Pick<Pages, 'site' | 'checkoutOrigin'> & {
  /** What `npm run build` made: `client/` for browsers and `server/render.js`. */
  root: string
}

/** Opens the built pages. The renderer is built from `.tsx`, which Node does not run, so it is found by path. */
export async function openPages({ root, site, checkoutOrigin }: Options): Promise<Pages> {
  return {
    renderer: await loadRenderer(`${root}/server/render.js`),
    manifest: readManifest(`${root}/client`),
    assets: readAssets(`${root}/client`),
    cache: documentCache({ lifetimeMs: 5_000, most: 1_000, now: () => performance.now() }),
    site,
    checkoutOrigin,
  }
}

export async function loadRenderer(file: string): Promise<PageRenderer> {
  return (await import(pathToFileURL(file).href)) as PageRenderer
}
