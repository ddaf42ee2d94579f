import { join } from 'node:path'

import type { PageRenderer } from '#shared/page.ts'
import { type Asset, loadRenderer, type Pages } from '#server/platform/pages/pages.ts'
import { openResponseCache } from '#server/platform/cache/response-cache.ts'
import { toManifest } from '#server/platform/pages/document.ts'
import { testOrigin } from '#test/support/people/people.ts'

const script = (name: string) => ({ file: `assets/${name}.js` })
const file = new TextEncoder().encode('hello')
const app = {
  'web/main.tsx': { ...script('main'), css: ['assets/main.css'] },
  'web/fonts/jakarta-latin.woff2': { file: 'assets/latin.woff2' },
  'web/fonts/jakarta-naira.woff2': { file: 'assets/naira.woff2' },
}
const visit = {
  'web/visit.tsx': { ...script('visit'), imports: ['_react.js'] },
  'web/pages/public/landing.tsx': { ...script('landing'), imports: ['_react.js', '_card.js'] },
  '_react.js': script('react'),
  '_card.js': script('card'),
}
const styles = {
  blocks: [[]],
  pieces: [
    { block: 0, text: 'body{margin:0}' },
    { block: 0, text: '.card{border:0}', classes: ['card'] },
    { block: 0, text: '.of-the-dashboard{border:0}', classes: ['of-the-dashboard'] },
  ],
}
const manifest = toManifest({ app, visit, styles, start: { 'web/start.ts': script('start') } })

/** The pages of web/, rendered from their sources, with a made-up list of built files. */
export async function openBuiltPages(): Promise<Pages> {
  const renderer = await loadRenderer(join(import.meta.dirname, '../../../web/render.tsx'))
  /** The same pages, recognisable by their body. */
  const pidgin: PageRenderer = {
    ...renderer,
    render: async (request, page) => {
      const made = await renderer.render(request, page)
      return made.kind === 'page' ? { ...made, body: '<h1>Pidgin</h1>' } : made
    },
  }
  return {
    editions: { en: { renderer, manifest }, pcm: { renderer: pidgin, manifest } },
    assets: new Map<string, Asset>([
      [
        '/assets/main.css',
        { type: 'text/css', etag: '"1"', immutable: true, bodies: { identity: file, br: file } },
      ],
    ]),
    toRoutePattern: renderer.toRoutePattern,
    getCaching: renderer.getCaching,
    cache: openResponseCache({ lifetimeMs: 60_000, maxBytes: 1_000_000, now: () => 0 }),
    site: {
      origin: testOrigin,
      mode: 'sandbox',
      supportEmail: 'support@ajo.example',
      supportHours: null,
      address: [],
    },
    checkoutOrigin: 'https://checkout.example',
  }
}
