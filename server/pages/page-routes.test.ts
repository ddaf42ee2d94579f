import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'

import { beforeEach, describe, expect, it } from 'vitest'

import type { PageRenderer } from '#shared/page.ts'
import { openCampaignApp } from '#test/campaign-app.ts'
import { insertCampaignBy } from '#test/campaigns.ts'
import { testDatabase } from '#test/database.ts'
import { ada, createPerson, testOrigin } from '#test/people.ts'

import type { Asset } from './assets.ts'
import { documentCache } from '../cache/document-cache.ts'
import { manifestOf } from './manifest.ts'
import { pageRoutes } from './page-routes.ts'
import { loadRenderer, type Pages } from './pages.ts'
import { purgeAfterChange } from '../cache/purge-after-change.ts'

const { database, empty } = await testDatabase()
const { app, content } = await openCampaignApp(database)
const script = (name: string) => ({ file: `assets/${name}.js` })
const file = new TextEncoder().encode('hello')
const renderer = await loadRenderer(join(import.meta.dirname, '../../web/render.tsx'))
const manifest = manifestOf(
  {
    'web/main.tsx': { ...script('main'), css: ['assets/main.css'] },
    'web/start.ts': script('start'),
    'web/fonts/jakarta-latin.woff2': { file: 'assets/latin.woff2' },
    'web/fonts/jakarta-naira.woff2': { file: 'assets/naira.woff2' },
  },
  {
    'web/visit.tsx': { ...script('visit'), imports: ['_react.js'] },
    'web/screens/public/landing.tsx': { ...script('landing'), imports: ['_react.js', '_card.js'] },
    '_react.js': script('react'),
    '_card.js': script('card'),
  },
)
/** The same pages, told apart by their words. */
const pidgin: PageRenderer = {
  ...renderer,
  render: async (request, page) => {
    const made = await renderer.render(request, page)
    return made.kind === 'page' ? { ...made, body: '<h1>Pidgin</h1>' } : made
  },
}
const pages: Pages = {
  editions: { en: { renderer, manifest }, pcm: { renderer: pidgin, manifest } },
  assets: new Map<string, Asset>([
    [
      '/assets/main.css',
      { type: 'text/css', etag: '"1"', immutable: true, bodies: { identity: file, br: file } },
    ],
  ]),
  cache: documentCache({ lifetimeMs: 60_000, most: 10, now: () => 0 }),
  site: { origin: testOrigin, mode: 'sandbox', supportEmail: 'support@ajo.example' },
  checkoutOrigin: 'https://checkout.example',
}
const failures: unknown[] = []
const onFailure = (error: unknown) => failures.push(error)
const site = app
  .use(purgeAfterChange(pages.cache))
  .post('/write', (c) => c.body(null, 204))
  .route('/', pageRoutes({ pages, fetchApp: app.fetch, onFailure }))
const read = (path: string, init?: RequestInit) => site.request(testOrigin + path, init)
const textOf = async (path: string) => (await read(path)).text()

beforeEach(async () => {
  await empty()
  await pages.cache.purge()
  failures.length = 0
})

describe('GET /c/{slug}', () => {
  it('is a whole page with a head for those who share it', async () => {
    const { slug, title } = await insertCampaignBy(content, ada, 'approved')

    const response = await read(`/c/${slug}`)
    const html = await response.text()

    expect(response.status).toBe(200)
    expect(html).toContain(`<title>${title} · Ajo</title>`)
    expect(html).toContain(`<h1`)
    expect(html).toContain(
      '<meta name="description" content="Clean water for four hundred families."/>',
    )
    expect(html).toContain(`<link rel="canonical" href="${testOrigin}/c/${slug}"/>`)
    expect(html).toMatch(
      new RegExp(`<meta property="og:image" content="${testOrigin}/share/[0-9a-f-]{36}\\?v=`),
    )
    expect(html.indexOf('og:image')).toBeLessThan(html.indexOf('</head>'))
  })

  it('keeps a title that is markup a title', async () => {
    const title = '</script><script>alert("x")</script>'
    const { slug } = await insertCampaignBy(content, ada, 'approved', { title })

    const html = await textOf(`/c/${slug}`)

    expect(html).not.toContain('<script>alert')
    // The page's data, the same for search engines, and the one that runs.
    expect(html.match(/<script/g)).toHaveLength(3)
    expect(html.match(/<script type="module"/g)).toHaveLength(1)
    const [, data = ''] = /id="page-data">(.*?)<\/script>/s.exec(html) ?? []
    expect(JSON.stringify(JSON.parse(data))).toContain(JSON.stringify(title).slice(1, -1))
  })

  it('is painted whole where it is short', async () => {
    const story = 'A well is dug by hand. '.repeat(1_000)
    const long = { description: story, importance: story, impact: story }
    const waits = '<link rel="expect" href="#page-data" blocking="render">'

    const short = await textOf(`/c/${(await insertCampaignBy(content, ada, 'approved')).slug}`)
    expect(short).toContain(waits)
    expect(short).toMatch(/<\/div>\n<script type="application\/json" id="page-data">/)
    const { slug } = await insertCampaignBy(content, ada, 'approved', long)
    expect(await textOf(`/c/${slug}`)).not.toContain(waits)
  })

  it.each(['pending', 'rejected'] as const)('is not found while %s', async (status) => {
    const { slug, title } = await insertCampaignBy(content, ada, status)

    const response = await read(`/c/${slug}`)

    expect(response.status).toBe(404)
    expect(await response.text()).not.toContain(title)
    expect(response.headers.get('cache-control')).toBe('no-store')
  })

  it('is kept whatever the query, and dropped after a change', async () => {
    const { slug } = await insertCampaignBy(content, ada, 'approved')
    const first = await read(`/c/${slug}?utm_source=x`)
    await database.pool.query(`update campaign set title = 'Another title'`)

    const second = await read(`/c/${slug}?fbclid=y`)
    expect(second.headers.get('etag')).toBe(first.headers.get('etag'))
    expect(await second.text()).not.toContain('Another title')

    await read('/write', { method: 'POST', headers: { origin: testOrigin } })
    expect(await textOf(`/c/${slug}`)).toContain('Another title')
  })

  it('says in one line that it has not changed', async () => {
    const { slug } = await insertCampaignBy(content, ada, 'approved')
    const { headers } = await read(`/c/${slug}`)

    const again = await read(`/c/${slug}`, {
      headers: { 'if-none-match': headers.get('etag') ?? '' },
    })

    expect(again.status).toBe(304)
    expect(await again.text()).toBe('')
  })

  it('gives its data alone to a page that looks again', async () => {
    const { slug, title } = await insertCampaignBy(content, ada, 'approved')

    const headers = { accept: 'application/json', 'accept-encoding': 'gzip' }
    const response = await read(`/c/${slug}`, { headers })

    expect(response.headers.get('cache-control')).toBe('no-store')
    const text = gunzipSync(await response.arrayBuffer()).toString()
    expect(JSON.parse(text)).toMatchObject({
      hydration: { loaderData: { 'web/screens/public/campaign.tsx': { campaign: { title } } } },
    })
  })
})

describe('GET /', () => {
  it('brings its script after everything visible', async () => {
    const html = await textOf('/')

    expect(html).toContain('Empower Global Causes')
    expect(html).not.toContain('modulepreload')
    expect(html).toMatch(/<script type="module" src="\/assets\/start.js"><\/script>\s*<\/body>/)
    const modules = ['visit', 'react', 'landing', 'card'].map((name) => `/assets/${name}.js`)
    expect(html).toContain(`"modules":${JSON.stringify(modules)}`)
  })

  it('has no style and no script of its own, and a policy that forbids both', async () => {
    const response = await read('/')
    const html = await response.text()

    expect(html).not.toMatch(/\sstyle=|<style|\son\w+=/)
    const policy = response.headers.get('content-security-policy')
    expect(policy).toContain("script-src 'self'; style-src 'self'")
    expect(policy).toContain("form-action 'self' https://checkout.example")
    expect(policy).toContain("trusted-types 'none'")
  })

  it.each([
    ['br, gzip', 'br'],
    ['gzip', 'gzip'],
    ['br;q=0, gzip;q=0.5', 'gzip'],
    ['', null],
  ])('answers "%s" with %s', async (accept, encoding) => {
    const { headers } = await read('/', { headers: { 'accept-encoding': accept } })
    expect(headers.get('content-encoding')).toBe(encoding)
    expect(headers.get('vary')).toContain('accept-encoding')
  })

  it('answers HEAD with the same headers and no body', async () => {
    const response = await read('/', { method: 'HEAD' })
    expect(response.status).toBe(200)
    expect(response.headers.get('content-type')).toBe('text/html; charset=utf-8')
    expect(await response.text()).toBe('')
  })
})

describe('a page for somebody who is signed in', () => {
  it('leads to the dashboard, and is nobody else’s', async () => {
    const { cookie } = await createPerson(database, ada)
    expect(await textOf('/fees')).toContain('Create account')

    const own = await read('/fees', { headers: { cookie } })
    expect(own.headers.get('cache-control')).toBe('no-store')
    const html = await own.text()
    expect(html).toContain('href="/dashboard/overview"')
    expect(html).not.toContain('Create account')
    expect(await textOf('/fees')).toContain('Create account')
  })
})

describe('a page in another language', () => {
  const inPidgin = { headers: { cookie: 'language=pcm' } }

  it.each(['/', '/login', '/dashboard/overview'])('%s is said to be in it', async (path) => {
    expect(await textOf(path)).toContain('<html lang="en">')
    const html = await (await read(path, inPidgin)).text()
    expect(html).toContain('<html lang="pcm">')
    expect(html).toContain('<h1>Pidgin</h1>')
  })

  it('is kept apart, and caches on the way are told why', async () => {
    const english = await read('/')
    const other = await read('/', inPidgin)
    expect(other.headers.get('etag')).not.toBe(english.headers.get('etag'))
    expect(other.headers.get('vary')).toContain('cookie')
    expect(await (await read('/', inPidgin)).text()).toContain('<h1>Pidgin</h1>')
    expect(await textOf('/')).not.toContain('<h1>Pidgin</h1>')
  })

  it('is English where the cookie says nothing that we know', async () => {
    const answer = await read('/', { headers: { cookie: 'language=xx' } })
    expect(await answer.text()).toContain('<html lang="en">')
  })
})

describe('any other address', () => {
  it.each(['/nope', '/c/nothing-here', '/dashboard/nope', '/%2e%2e/package.json'])(
    '%s is the not-found screen',
    async (path) => expect((await read(path)).status).toBe(404),
  )

  it('says what can be done instead', async () => {
    const html = await textOf('/nope')
    expect(html).toContain('Something went wrong.')
    expect(html).toContain('Sorry, we can&#x27;t find the page you&#x27;re looking for.')
    expect(html).toContain('href="/dashboard/overview"')
  })

  it('is answered in JSON where programs ask', async () => {
    const response = await read('/api/nope')
    expect(response.status).toBe(404)
    expect(await response.json()).toMatchObject({ error: { code: 'not-found' } })
  })
})

describe('a dashboard address', () => {
  it('is a frame whose script starts at once', async () => {
    const html = await textOf('/dashboard/overview')
    expect(html).toContain('<link rel="modulepreload" href="/assets/main.js">')
    expect(html).toContain('<script type="module" src="/assets/main.js">')
    expect(html).toContain('"hydration":null')
  })

  it('brings the naira sign along, for the sums that come later', async () => {
    expect(await textOf('/dashboard/overview')).toContain('href="/assets/naira.woff2"')
  })

  it('is kept for visitors, but not where every address would be another', async () => {
    const kept = async (path: string, cookie = '') =>
      (await read(path, { headers: { cookie } })).headers.get('cache-control')
    const { cookie } = await createPerson(database, ada)
    expect(await kept('/dashboard/campaigns')).toBe('public, no-cache')
    expect(await kept('/dashboard/campaigns', cookie)).toBe('no-store')
    expect(await kept(`/dashboard/campaign/${randomUUID()}`)).toBe('no-store')
  })

  it('leads on from /dashboard to the overview', async () => {
    const response = await read('/dashboard')
    expect(response.status).toBe(302)
    expect(response.headers.get('location')).toBe('/dashboard/overview')
  })
})

describe('a built file', () => {
  it('is kept forever, in the encoding it was built in', async () => {
    const { headers } = await read('/assets/main.css', {
      headers: { 'accept-encoding': 'gzip, br' },
    })
    expect(headers.get('cache-control')).toBe('public, max-age=31536000, immutable')
    expect(headers.get('content-encoding')).toBe('br')
    expect(headers.get('content-type')).toBe('text/css')
  })

  it('that was not built is not found', async () => {
    expect((await read('/assets/main.js.map')).status).toBe(404)
  })
})

it('renders a page that says so when the API fails, and tells the log', async () => {
  const { slug } = await insertCampaignBy(content, ada, 'approved')
  const broken = { ...pages, cache: documentCache({ lifetimeMs: 0, most: 1, now: () => 0 }) }
  const failing = pageRoutes({
    pages: broken,
    fetchApp: async () => Response.json({ campaign: 'nonsense' }),
    onFailure,
  })
  const shell = (await openCampaignApp(database)).app.route('/', failing)

  const response = await shell.request(`${testOrigin}/c/${slug}`)

  expect(response.status).toBe(500)
  expect(await response.text()).toContain('Unexpected Application Error!')
  expect(failures).toHaveLength(1)
})
