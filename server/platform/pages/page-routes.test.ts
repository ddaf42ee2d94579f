import { createHash, randomUUID } from 'node:crypto'
import { gunzipSync } from 'node:zlib'

import { beforeEach, describe, expect, it } from 'vitest'

import { freshDatabase } from '#test/support/people/fresh-database.ts'
import { openBuiltPages } from '#test/support/servers/built-pages.ts'
import { openCampaignApp } from '#test/support/campaigns/campaign-app.ts'
import { insertCampaignBy } from '#test/support/campaigns/campaigns.ts'
import { testConfig } from '#test/support/servers/app.ts'
import { ada, createPerson, testOrigin, visitor } from '#test/support/people/people.ts'
import { testSealing } from '#test/support/servers/sealing.ts'

import { openResponseCache } from '../cache/response-cache.ts'
import { createShell } from '../../shell.ts'
import { openLog } from '../runtime/log.ts'
import { pageRoutes } from './page-routes.ts'

const { database } = await freshDatabase()
const pages = await openBuiltPages()
const { app, content } = await openCampaignApp(database, { pages })
const read = (path: string, init?: RequestInit) => app.request(testOrigin + path, init)
const readText = async (path: string) => (await read(path)).text()

beforeEach(async () => {
  await pages.cache.purge()
})

describe('GET /c/{slug}', () => {
  it('escapes a title that contains markup', async () => {
    const title = '</script><script>alert("x")</script>'
    const { slug } = await insertCampaignBy(content, ada, 'approved', { title })

    const html = await readText(`/c/${slug}`)

    expect(html).not.toContain('<script>alert')
    // The page's data, the data for search engines, and the script itself.
    expect(html.match(/<script/g)).toHaveLength(3)
    expect(html.match(/<script defer/g)).toHaveLength(1)
    const [, data = ''] = /id="page-data">(.*?)<\/script>/s.exec(html) ?? []
    expect(JSON.stringify(JSON.parse(data))).toContain(JSON.stringify(title).slice(1, -1))
  })

  it('is painted at once when it is short', async () => {
    const story = 'A well is dug by hand. '.repeat(1_000)
    const long = { description: story, importance: story, impact: story }
    const waits = '<link rel="expect" href="#page-data" blocking="render">'

    const short = await readText(`/c/${(await insertCampaignBy(content, ada, 'approved')).slug}`)
    expect(short).toContain(waits)
    expect(short).toMatch(/<\/div>\n<script type="application\/json" id="page-data">/)
    const { slug } = await insertCampaignBy(content, ada, 'approved', long)
    expect(await readText(`/c/${slug}`)).not.toContain(waits)
  })

  it('leads from an address in capitals to its own, with the code of a personal link', async () => {
    const { slug } = await insertCampaignBy(content, ada, 'approved')
    for (const code of ['', '/poster']) {
      const { status, headers } = await read(`/c/${slug.toUpperCase()}${code}`)
      expect([status, headers.get('location')]).toEqual([301, `/c/${slug}${code}`])
    }
  })

  it('sends its data alone when asked for JSON', async () => {
    const { slug, title } = await insertCampaignBy(content, ada, 'approved')

    const headers = { accept: 'application/json', 'accept-encoding': 'gzip' }
    const response = await read(`/c/${slug}`, { headers })

    expect(response.headers.get('cache-control')).toBe('no-store')
    const text = gunzipSync(await response.arrayBuffer()).toString()
    expect(JSON.parse(text)).toMatchObject({
      hydration: { loaderData: { 'web/pages/public/campaign.tsx': { campaign: { title } } } },
    })
  })
})

/** The hash of the only style element. */
function hashStyles(html: string): string {
  expect(html.match(/<style/g)).toHaveLength(1)
  const [, styles = ''] = /<style>(.*?)<\/style>/s.exec(html) ?? []
  return `sha256-${createHash('sha256').update(styles).digest('base64')}`
}

describe('the styles of a page', () => {
  it('are in the document, without what its markup does not need', async () => {
    const { slug } = await insertCampaignBy(content, ada, 'approved')
    const html = await readText(`/c/${slug}`)
    expect(html).toContain('<style>body{margin:0}')
    expect(html).not.toContain('of-the-dashboard')
    expect(html).not.toContain('<link rel="stylesheet"')
    // Loaded after the first paint.
    expect(html).toContain('"styles":["/assets/main.css"]')
  })

  it.each(['/', '/fees', '/c/no-such-campaign'])(
    'are allowed by the policy of %s, for everybody and each time',
    async (path) => {
      const { cookie } = await createPerson(database, ada)
      for (const headers of [{}, {}, { cookie }, { cookie: 'language=pcm' }]) {
        const response = await read(path, { headers })
        const hash = hashStyles(await response.text())
        expect(response.headers.get('content-security-policy')).toContain(`'self' '${hash}';`)
      }
    },
  )

  it('are allowed when the page has not changed', async () => {
    const first = await read('/')
    const headers = { 'if-none-match': first.headers.get('etag') ?? '' }
    const again = await read('/', { headers })
    expect(again.status).toBe(304)
    expect(again.headers.get('content-security-policy')).toContain(hashStyles(await first.text()))
  })

  it('are a file where only the browser renders', async () => {
    const { cookie } = await createPerson(database, ada)
    const response = await read('/dashboard/settings', { headers: { cookie } })
    expect(response.headers.get('content-security-policy')).toContain("style-src 'self';")
    const html = await response.text()
    expect(html).toContain('<link rel="stylesheet" href="/assets/main.css">')
    expect(html).not.toContain('<style')
  })
})

describe('GET /', () => {
  it('loads its script after everything visible', async () => {
    const html = await readText('/')

    expect(html).toContain('Empower Global Causes')
    expect(html).not.toContain('modulepreload')
    expect(html).toMatch(/<script defer src="\/assets\/start.js"><\/script>\s*<\/body>/)
    const modules = ['visit', 'react', 'landing', 'card'].map((name) => `/assets/${name}.js`)
    expect(html).toContain(`"modules":${JSON.stringify(modules)}`)
  })

  it('has one style element and no inline script, and a policy that allows nothing else', async () => {
    const response = await read('/')
    const html = await response.text()

    expect(html).not.toMatch(/\sstyle=|\son\w+=/)
    const policy = response.headers.get('content-security-policy')
    expect(policy).toContain(`script-src 'self'; style-src 'self' '${hashStyles(html)}';`)
    expect(policy).toContain("form-action 'self' https://checkout.example")
    expect(policy).toContain("trusted-types worker; worker-src 'self'")
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

describe('a page for a signed-in user', () => {
  it('is their own where it holds something of theirs', async () => {
    const { cookie } = await createPerson(database, ada)
    const { slug } = await insertCampaignBy(content, ada, 'approved')
    const own = await read(`/c/${slug}/donate`, { headers: { cookie } })
    expect(own.headers.get('cache-control')).toBe('no-store')
    const html = await own.text()
    expect(html).toContain('href="/dashboard/overview"')
    expect(html).not.toContain('href="/login"')
  })

  it('is their own, and not cached, where there is no public one', async () => {
    const { cookie } = await createPerson(database, ada)
    const missing = await read('/c/no-such-campaign', { headers: { cookie } })
    expect([missing.status, missing.headers.get('cache-control')]).toEqual([404, 'no-store'])
    expect(await missing.text()).toContain('"isSignedIn":true')
  })

  it('is sent as data with what is theirs', async () => {
    const { cookie } = await createPerson(database, ada)
    const response = await read('/fees', { headers: { cookie, accept: 'application/json' } })
    expect(response.headers.get('cache-control')).toBe('no-store')
    expect(await response.json()).toMatchObject({ site: { isSignedIn: true } })
  })
})

describe('a copy for reading without a connection', () => {
  const readCopy = (slug: string, cookie: string) =>
    read(`/c/${slug}/donate`, { headers: { cookie, 'ajo-copy': '1' } })

  it('names its files, and contains nothing that the visitor typed or came with', async () => {
    const { slug, id } = await insertCampaignBy(content, ada, 'approved')
    const values = { email: 'typed@example.org', name: 'Ọ'.repeat(80), message: 'ẹ'.repeat(500) }
    const typed = { campaign: id, values, account: null, carriedAt: Date.now() }
    const cookie = `donation=${Buffer.from(JSON.stringify(typed)).toString('base64url')}`
    expect(cookie.length).toBeLessThan(4_000)
    const own = await read(`/c/${slug}/donate?link=abc`, { headers: { cookie } })
    expect(await own.text()).toContain('typed@example.org')
    expect(own.headers.has('ajo-files')).toBe(false)

    const copy = await readCopy(slug, cookie)
    expect(copy.headers.get('ajo-files')).toContain('/assets/visit.js')
    expect(await copy.text()).not.toContain('typed@example.org')

    const person = await createPerson(database, ada)
    const other = await read(`/c/${slug}/donate`, {
      headers: { cookie: `${cookie}; ${person.cookie}` },
    })
    expect(await other.text()).not.toContain('typed@example.org')
  })

  it('does not exist for a signed-in person, nor for a page that is none', async () => {
    const { slug } = await insertCampaignBy(content, ada, 'approved')
    const { cookie } = await createPerson(database, ada)
    expect((await readCopy(slug, cookie)).headers.has('ajo-files')).toBe(false)
    expect((await readCopy('no-such-campaign', '')).headers.has('ajo-files')).toBe(false)
  })
})

describe('a page in another language', () => {
  const inPidgin = { headers: { cookie: 'language=pcm' } }

  it.each(['/', '/login', '/dashboard/overview'])('%s declares it', async (path) => {
    expect(await readText(path)).toContain('<html lang="en">')
    const html = await (await read(path, inPidgin)).text()
    expect(html).toContain('<html lang="pcm">')
    expect(html).toContain('<h1>Pidgin</h1>')
  })
})

describe('a login that a link of another page opens, without script', () => {
  const openFrom = async (referer: string, path = '/login') => {
    const { headers } = await read(path, { headers: { referer } })
    return headers.getSetCookie().find((cookie) => cookie.startsWith('lastPath='))
  }

  it('keeps the page with its query, for sign-up too', async () => {
    const cookie = 'lastPath=%2Fc%2Fa-well%3Ffrom%3Dmail; Path=/; SameSite=Lax'
    expect(await openFrom(`${testOrigin}/c/a-well?from=mail`)).toBe(cookie)
    expect(await openFrom(`${testOrigin}/c/a-well?from=mail`, '/signup')).toBe(cookie)
  })

  it.each(['https://evil.example/c/a-well', `${testOrigin}/`, `${testOrigin}/signup`, 'c/a-well'])(
    'does not keep %s',
    async (referer) => expect(await openFrom(referer)).toBeUndefined(),
  )

  it('gets no path from a page with an error', async () => {
    const missing = await read('/c/no-such-campaign')
    expect(missing.status).toBe(404)
    expect(missing.headers.get('referrer-policy')).toBe('strict-origin')
  })
})

describe('any other address', () => {
  it.each(['/nope', '/c/nothing-here', '/dashboard/nope', '/%2e%2e/package.json'])(
    '%s is the not-found screen',
    async (path) => expect((await read(path)).status).toBe(404),
  )

  it('is a JSON error below /api', async () => {
    const response = await read('/api/nope')
    expect(response.status).toBe(404)
    expect(await response.json()).toMatchObject({ error: { code: 'not-found' } })
  })
})

describe('a dashboard address', () => {
  it('is a page with its data', async () => {
    const html = await readText('/dashboard/campaigns')
    expect(html).toContain('<h1')
    expect(html).toContain('"list":{"value":{')
    expect(html).toContain('<meta name="robots" content="noindex"/>')
  })

  it.each([
    ['its reading is recorded', '/dashboard/admin'],
    ['its data are an error', `/dashboard/campaign/${randomUUID()}`],
  ])('is a shell that loads its script at once where %s', async (_title, path) => {
    const html = await readText(path)
    expect(html).toContain('<link rel="modulepreload" href="/assets/main.js">')
    expect(html).toContain('<script defer src="/assets/start.js">')
    expect(html).toContain('"hydration":null')
    // For amounts that load later.
    expect(html).toContain('href="/assets/naira.woff2"')
  })

  it('is a shell with its data where its screen has forms, and sends a visitor to the login', async () => {
    const { cookie } = await createPerson(database, ada)
    const response = await read('/dashboard/settings', { headers: { cookie } })
    const html = await response.text()
    expect(html).toContain('<script defer src="/assets/start.js">')
    expect(html).not.toContain('<h1')
    const [, data = ''] = /id="page-data">(.*?)<\/script>/s.exec(html) ?? []
    expect(JSON.parse(data)).toMatchObject({
      isShell: true,
      hydration: {
        loaderData: { 'web/pages/dashboard/settings.tsx': { twoFactor: { isOn: false } } },
      },
    })
    const visitor = await read('/dashboard/settings')
    expect([visitor.status, visitor.headers.get('location')]).toEqual([302, '/login'])
  })

  it('is never cached', async () => {
    const { cookie } = await createPerson(database, ada)
    for (const path of ['/dashboard/campaigns', `/dashboard/campaign/${randomUUID()}`])
      for (const each of ['', cookie]) {
        const { headers } = await read(path, { headers: { cookie: each } })
        expect(headers.get('cache-control')).toBe('no-store')
      }
  })

  it.each(['/dashboard/campaigns/create', '/dashboard/campaign/1/donate'])(
    '%s sends a visitor to the login, which leads back to it',
    async (path) => {
      const { status, headers } = await read(path)
      expect(status).toBe(302)
      expect(headers.get('location')).toBe('/login')
      const cookies = headers.getSetCookie().map((cookie) => cookie.split(';')[0])
      const value = encodeURIComponent(path)
      expect(cookies).toEqual([`lastPath=${value}`, `intent=${value}`])

      const { cookie } = await createPerson(database, ada)
      expect((await read(path, { headers: { cookie } })).status).toBe(200)
    },
  )

  it('redirects from /dashboard to the overview', async () => {
    const response = await read('/dashboard')
    expect(response.status).toBe(302)
    expect(response.headers.get('location')).toBe('/dashboard/overview')
  })
})

describe('a built file', () => {
  it('is cached for a year in the encoding that the build made', async () => {
    const { headers } = await read('/assets/main.css', {
      headers: { 'accept-encoding': 'gzip, br' },
    })
    expect(headers.get('cache-control')).toBe('public, max-age=31536000, immutable')
    expect(headers.get('content-encoding')).toBe('br')
    expect(headers.get('content-type')).toBe('text/css')
  })

  it('is not found unless it was built', async () => {
    expect((await read('/assets/main.js.map')).status).toBe(404)
  })
})

it('renders an error page and reports it when the API fails', async () => {
  const failures: unknown[] = []
  const failing = pageRoutes({
    pages: { ...pages, cache: openResponseCache({ lifetimeMs: 0, maxBytes: 1, now: () => 0 }) },
    sealing: testSealing,
    now: () => new Date(),
    fetchApp: async () => Response.json({ campaign: 'nonsense' }),
    onFailure: (error) => failures.push(error),
  })
  const shell = createShell({
    config: testConfig(),
    log: openLog('silent'),
    getActor: async () => visitor,
  })

  const response = await shell.route('/', failing).request(`${testOrigin}/c/a-well-for-ife`)

  expect(response.status).toBe(500)
  expect(await response.text()).toContain('Unexpected Application Error!')
  expect(failures).toHaveLength(1)
})
