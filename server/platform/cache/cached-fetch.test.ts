import { expect, it } from 'vitest'

import { shownAccountHeader } from '#shared/account-header.ts'

import { negotiateEncoding, encodings } from '../http/response-headers.ts'
import { openLog } from '../runtime/log.ts'
import { cachedFetch } from './cached-fetch.ts'
import { openCdn, type Cdn } from './cdn.ts'
import {
  openResponseCache,
  publicUntilChanged,
  toCacheKey,
  toDataKey,
  toKnownSearch,
} from './response-cache.ts'

const origin = 'http://127.0.0.1:3000'

type Given = { cacheControl?: string; status?: number; cookie?: string; cdn?: Cdn }

/** In front of an app that numbers its responses and caches those of pages and of one list. */
function openFront({
  cacheControl = publicUntilChanged,
  status = 200,
  cookie = '',
  cdn,
}: Given = {}) {
  const state = { now: 1, rendered: 0, logged: [] as string[] }
  const beforeResponse: (() => void)[] = []
  const cache = openResponseCache({
    lifetimeMs: 1_000,
    maxBytes: 1_000_000,
    now: () => state.now,
  })

  const render = async () => {
    const text = `response ${++state.rendered}`
    beforeResponse.shift()?.()
    return text
  }
  const toKey = (url: string, headers: Headers) => {
    const { pathname, search } = new URL(url)
    const encoding = negotiateEncoding(headers.get('accept-encoding') ?? undefined, encodings)
    if (pathname.startsWith('/api/')) return toDataKey(pathname + search, encoding)
    const language = /(^|[; ])language=pcm/.test(headers.get('cookie') ?? '') ? 'pcm' : 'en'
    const known = toKnownSearch(search, pathname === '/campaigns' ? ['q'] : [])
    return known === undefined ? undefined : toCacheKey(language, pathname + known, encoding)
  }
  const app = async ({ url, headers }: Request) => {
    const sent = {
      'cache-control': cacheControl,
      'x-request-id': 'from the app',
      ...(cookie && { 'set-cookie': cookie }),
    }
    const key = headers.get('accept') === 'application/json' ? undefined : toKey(url, headers)
    if (key === undefined)
      return new Response(await render(), { headers: { ...sent, 'cache-control': 'no-store' } })
    const found = await cache.find(key, 'identity', render)
    const etag = found?.etag ?? ''
    return new Response(found?.body ?? null, { status, headers: { ...sent, etag } })
  }

  const fetch = cachedFetch<object>({
    fetch: app,
    cache,
    cdn,
    getQuery: (path) => (path === '/campaigns' ? ['q'] : []),
    logRequest: (path) => {
      state.logged.push(path)
      return 'from the front'
    },
  })
  const read = async (path = '/', init?: RequestInit) => {
    const response = await fetch(new Request(origin + path, init), {})
    return [await response.text(), response.headers.get('x-request-id')]
  }
  return { state, cache, fetch, read, beforeResponse }
}

const byApp = (number: number) => [`response ${number}`, 'from the app']
const byFront = (number: number) => [`response ${number}`, 'from the front']

it('sends what the app sent, under an id of its own, and logs it', async () => {
  const { state, read } = openFront()
  expect([await read('/fees'), await read('/fees')]).toEqual([byApp(1), byFront(1)])
  expect(state.logged).toEqual(['/fees'])
})

it('sends nothing beyond its lifetime or a purge', async () => {
  const { state, cache, read } = openFront()
  await read()
  state.now = 1_000
  expect(await read()).toEqual(byFront(1))
  state.now = 1_002
  expect(await read()).toEqual(byApp(2))
  expect(await read()).toEqual(byFront(2))
  await cache.purge()
  expect(await read()).toEqual(byApp(3))
})

it.each([
  ['a session', { cookie: 'session=a; uid=ada' }],
  ['a language that is not supported', { cookie: 'language=xx' }],
])('sends the same to a request with %s', async (_, headers) => {
  const { read } = openFront()
  expect(await read('/', { headers })).toEqual(byApp(1))
  expect(await read('/', { headers })).toEqual(byFront(1))
  expect(await read()).toEqual(byFront(1))
})

it('separates languages, wherever the cookie stands', async () => {
  const { read } = openFront()
  await read()
  const cookies = ['uid=ada; language=pcm', 'language=pcm', 'xlanguage=en;language=pcm; a=b']
  const responses = await Promise.all(cookies.map((cookie) => read('/', { headers: { cookie } })))
  expect(responses.map(([text]) => text)).toEqual(['response 2', 'response 2', 'response 2'])
  expect(await read('/', { headers: { cookie: 'xlanguage=pcm' } })).toEqual(byFront(1))
})

it('answers 304 to a request with the entity tag of the response, and in full to another', async () => {
  const { fetch, read } = openFront()
  await read()
  const ask = (tag: string) =>
    fetch(new Request(`${origin}/`, { headers: { 'if-none-match': tag } }), {})
  const etag = (await ask('"1"')).headers.get('etag') ?? ''
  expect((await ask('"1"')).status).toBe(200)
  const unchanged = await ask(`"1", ${etag.replace('W/', '')}`)
  expect([unchanged.status, await unchanged.text()]).toEqual([304, ''])
})

it('forwards a request that names an account, which may have ended', async () => {
  const { read } = openFront()
  await read()
  const [, id] = await read('/', { headers: { [shownAccountHeader]: 'uid-ada' } })
  expect(id).toBe('from the app')
})

it('ignores parameters that the page does not read', async () => {
  const { read } = openFront()
  await read()
  for (const query of [
    'utm_source=x&utm_medium=y',
    'fbclid=z',
    'gclid',
    'anything=1',
    'q=well',
    '',
  ])
    expect(await read(`/?${query}`)).toEqual(byFront(1))
})

it('separates the parameters that the page reads, in the query and not in their order', async () => {
  const { read } = openFront()
  expect(await read('/campaigns?q=well')).toEqual(byApp(1))
  expect(await read('/campaigns?utm_source=x&q=well')).toEqual(byFront(1))
  expect(await read('/campaigns?q=school')).toEqual(byApp(2))
  expect(await read('/campaigns')).toEqual(byApp(3))
})

it('caches no page with a long query', async () => {
  const { read } = openFront()
  const path = `/campaigns?q=${'x'.repeat(600)}`
  await read(path)
  const [, id] = await read(path)
  expect(id).toBe('from the app')
})

it('sends lists of the API until something changes, for each query of their own', async () => {
  const { cache, read, state } = openFront()
  expect(await read('/api/campaigns?q=a')).toEqual(byApp(1))
  expect(await read('/api/campaigns?q=b')).toEqual(byApp(2))
  const headers = { cookie: 'session=a', accept: 'application/json' }
  expect((await read('/api/campaigns?q=a', { headers }))[0]).toBe('response 1')
  expect(state.logged).toEqual(['/api/campaigns'])
  await cache.purge()
  expect(await read('/api/campaigns?q=a')).toEqual(byApp(3))
})

it('lets a cache in front keep only what it holds itself, so nothing that a change has overtaken', async () => {
  const cdn = openCdn({
    url: 'http://127.0.0.1:9/',
    format: 'fastly',
    token: '',
    maxAgeMs: 60_000,
    log: openLog('silent'),
  })
  const { cache, fetch, beforeResponse } = openFront({ cdn })
  const ask = async (headers = {}) =>
    (await fetch(new Request(`${origin}/`, { headers }), {})).headers.get('cache-control')
  beforeResponse.push(() => void cache.purge())
  expect(await ask()).toBe(publicUntilChanged)
  const shared = 'public, max-age=0, must-revalidate, s-maxage=60'
  expect([await ask(), await ask()]).toEqual([shared, shared])
  expect(await ask({ cookie: 'session=a' })).toBe('private, no-cache')
  expect(await ask()).toBe(shared)
})

it('forwards other methods to the app', async () => {
  const { read } = openFront()
  await read()
  expect((await read('/', { method: 'POST' }))[1]).toBe('from the app')
})

it('separates what browsers accept and the host that they ask', async () => {
  const { read } = openFront()
  await read()
  expect(await read('/', { headers: { accept: 'application/json' } })).toEqual(byApp(2))
  expect(await read('/', { headers: { 'accept-encoding': 'br' } })).toEqual(byApp(3))
  expect(await read('/', { headers: { accept: 'text/html' } })).toEqual(byFront(1))
})

it('forwards a request for another host, whose response may be a refusal', async () => {
  const { cache, read } = openFront()
  await read()
  const cached = cache.get(toCacheKey('en', '/', 'identity'))
  if (cached?.sent) cached.sent.url = 'http://localhost:3000/'
  expect(await read()).toEqual(byApp(1))
})

it.each([{ cacheControl: 'no-store' }, { status: 404 }, { cookie: 'session=of-someone' }])(
  'caches no response with %o',
  async (response) => {
    const { read } = openFront(response)
    await read()
    expect(await read()).toEqual(byApp(1))
  },
)
