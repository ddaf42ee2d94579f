import { beforeAll, beforeEach, describe, expect, it } from 'vitest'

import { createRequestHandler } from '#server/app.ts'
import { openCdn } from '#server/platform/cache/cdn.ts'
import { openBuiltPages } from '#test/support/servers/built-pages.ts'
import { openCampaignApp } from '#test/support/campaigns/campaign-app.ts'
import { insertCampaignBy } from '#test/support/campaigns/campaigns.ts'
import { testDatabase } from '#test/support/database/database.ts'
import {
  ada,
  bola,
  chidi,
  createPerson,
  dada,
  newUser,
  testOrigin,
  unverified,
  type Person,
} from '#test/support/people/people.ts'
import { insertVersions } from '#test/support/campaigns/versions.ts'
import { paths } from '#web/navigation/paths.ts'

const { database, owner } = await testDatabase()
const pages = await openBuiltPages()
const services = await openCampaignApp(database, { pages })
const respond = createRequestHandler(services)

type Asker = { name: string; cookie?: string; secrets: string[] }
const askers: Asker[] = []
let slug = ''

/** Contact data that only people whose address is confirmed may see. */
const contact = { name: 'Ngozi Contact', email: 'ngozi@private.example', phone: '+2348011112222' }

beforeAll(async () => {
  const people: [string, Person][] = [
    ['the owner', await createPerson(database, ada)],
    ['a person without roles', await createPerson(database, bola)],
    ['an unverified person', await createPerson(database, unverified(newUser('efe')))],
    ['a reviewer', await createPerson(database, chidi)],
    ['an admin', await createPerson(database, dada)],
  ]
  const campaign = await insertCampaignBy(services.content, ada, 'approved', {
    contact: { ...contact, isPublic: false },
  })
  slug = campaign.slug
  await insertVersions(owner, campaign.id)
  askers.push({ name: 'a visitor', secrets: [] })
  for (const [name, person] of people)
    askers.push({
      name,
      cookie: person.cookie,
      secrets: [person.uid, person.email, person.sessionId, person.cookie.slice('session='.length)],
    })
})

beforeEach(() => pages.cache.purge())

/** Every pattern of the routes with a campaign that exists, as far as its document is shared. */
function listPublicPaths(): string[] {
  const patterns = [...Object.values(paths), `${paths.publicCampaigns}/health`]
  const fill = (pattern: string) =>
    pattern.replace(':slug', slug).replace(':number', '1').replace(':code', 'poster')
  const known = [...new Set(patterns.map(fill))].filter(
    (path) => pages.getCaching(path).isCacheable,
  )
  return [...known, '/campaigns?q=well&sort=newest', `/c/${slug}/ledger?after=1`]
}

/** What the person who asks tells about themselves beside the session. */
const traces = {
  'user-agent': 'canary-agent',
  'accept-language': 'yo-canary',
  'x-forwarded-for': '198.51.100.77',
  referer: `${testOrigin}/c/canary-referer`,
}

async function ask(path: string, { cookie }: Asker) {
  const separator = path.includes('?') ? '&' : '?'
  const own = `uid=canary-uid; lastPath=canary-path; device=${'d'.repeat(43)}`
  const headers = { ...traces, cookie: cookie ? `${cookie}; ${own}` : own }
  const url = `${testOrigin}${path}${separator}utm_source=canary-tracker&canary=1`
  const response = await respond(new Request(url, { headers }), {})
  const text = await response.text()
  const { 'x-request-id': _id, ...sent } = Object.fromEntries(response.headers)
  return { status: response.status, sent, text }
}

describe('the document of a public address', () => {
  it('is the same for everybody, byte by byte and header by header, and holds nothing of anybody', async () => {
    const [visitor = { name: '', secrets: [] }] = askers
    const secrets = askers.flatMap((asker) => asker.secrets)
    const hidden = [...secrets, ...Object.values(contact), 'canary', '198.51.100.77']
    const paths = listPublicPaths()
    expect(paths.length).toBeGreaterThan(14)
    for (const path of paths) {
      await pages.cache.purge()
      const anonymous = await ask(path, visitor)
      expect({ path, ...anonymous.sent, status: anonymous.status }).toMatchObject({
        'cache-control': 'public, no-cache',
        vary: expect.stringContaining('cookie'),
        status: 200,
      })
      expect(anonymous.sent).not.toHaveProperty('set-cookie')
      expect(anonymous.text).toContain('"isSignedIn":false')
      const shown = hidden.filter((secret) => anonymous.text.includes(secret))
      expect([path, shown]).toEqual([path, []])
      for (const asker of askers) {
        const cached = await ask(path, asker)
        await pages.cache.purge()
        const rendered = await ask(path, asker)
        const { name } = asker
        expect({ path, name, cached }).toEqual({ path, name, cached: anonymous })
        expect({ path, name, rendered }).toEqual({ path, name, rendered: anonymous })
      }
    }
  })

  it('names itself without the parameters of trackers', async () => {
    const { text } = await ask(`/c/${slug}`, { name: 'a visitor', secrets: [] })
    expect(text).toContain(`<link rel="canonical" href="${testOrigin}/c/${slug}"/>`)
  })
})

it('lets a cache in front keep public pages of strangers, and nothing of six kinds of people', async () => {
  const cdn = openCdn({
    url: 'http://127.0.0.1:9/',
    format: 'fastly',
    token: '',
    maxAgeMs: 60_000,
    log: services.log,
  })
  const behind = createRequestHandler({ ...services, pages: { ...pages, cdn } })
  const shared = listPublicPaths()
  const all = Object.values(paths).map((path) => path.replace(':slug', slug).replace(/:\w+/, '1'))
  const data = ['/api/campaigns', '/api/session', '/api/overview']
  for (const path of new Set([...shared, ...all, ...data]))
    for (const { name, cookie, secrets } of askers) {
      const headers = { ...(cookie !== undefined && { cookie }) }
      const response = await behind(new Request(testOrigin + path, { headers }), {})
      const kept = response.headers.get('cache-control') ?? ''
      const text = await response.text()
      const isPublicPage = shared.includes(path) || path === '/api/campaigns'
      const isKept = isPublicPage && cookie === undefined
      expect([path, name, /s-maxage=60/.test(kept)]).toEqual([path, name, isKept])
      expect(response.headers.get('surrogate-key')).toBe(isKept ? 'ajo' : null)
      const shown = secrets.filter((secret) => isKept && text.includes(secret))
      expect([/^(?:private|no-store)/.test(kept), shown]).toEqual([!isKept, []])
    }
})

it('gives a person one request with what is theirs, which nothing may store', async () => {
  const { id = '' } = (await services.content.findCampaignBySlug(slug)) ?? {}
  const read = async (asker: Asker | undefined) => {
    const headers = { cookie: asker?.cookie ?? '' }
    const url = `${testOrigin}/api/campaigns/${id}/own-view`
    const response = await respond(new Request(url, { headers }), {})
    expect(response.headers.get('cache-control')).toBe('no-store')
    return response.json()
  }
  const [visitor, theOwner, person, unconfirmed] = askers
  expect(await read(visitor)).toEqual({
    account: null,
    contact: null,
    contactHidden: 'log-in',
    canWrite: false,
    isFollowing: null,
    isOwner: false,
  })
  expect(await read(theOwner)).toMatchObject({ contact, canWrite: true })
  expect(await read(person)).toMatchObject({
    account: { firstname: 'Bola', lastname: 'Okafor' },
    contact,
    contactHidden: null,
    isFollowing: false,
  })
  expect(await read(unconfirmed)).toMatchObject({
    contact: null,
    contactHidden: 'confirm-address',
    isFollowing: null,
  })
})

it.each([429, 500, 503])('is not shared where the API answered a part with %i', async (status) => {
  const { pageRoutes } = await import('#server/platform/pages/page-routes.ts')
  const { createShell } = await import('#server/shell.ts')
  const failing = pageRoutes({
    pages,
    sealing: services.sealing,
    now: () => new Date(),
    fetchApp: () => Response.json({ error: { code: 'busy', requestId: 'x' } }, { status }),
    onFailure: () => {},
  })
  const shell = createShell({ ...services, getActor: async () => ({ kind: 'visitor' }) })
  const response = await shell.route('/', failing).request(`${testOrigin}/`)
  expect([response.status, response.headers.get('cache-control')]).toEqual([200, 'no-store'])
  const [visitor = { name: '', secrets: [] }] = askers
  expect((await ask('/', visitor)).sent['cache-control']).toBe('public, no-cache')
})
