import { expect, it } from 'vitest'

import { shownAccountHeader } from '#shared/account.ts'

import { negotiateEncoding, encodings } from '../http/compression.ts'
import { cachedFetch } from './cached-fetch.ts'
import { openResponseCache, publicOnce, publicUntilChanged, toCacheKey } from './response-cache.ts'

const origin = 'http://127.0.0.1:3000'

/** In front of an app that numbers its responses and caches those of paths other than /list. */
function openFront({ cacheControl = publicUntilChanged, status = 200, cookie = '' } = {}) {
  const state = { now: 0, isLimited: false, rendered: 0, logged: [] as string[] }
  const beforeResponse: (() => void)[] = []
  const cache = openResponseCache({ lifetimeMs: 1_000, maxEntries: 500, now: () => state.now })

  const render = async () => {
    const text = `response ${++state.rendered}`
    beforeResponse.shift()?.()
    return text
  }
  const app = async ({ url, headers }: Request) => {
    const { pathname } = new URL(url)
    const sent = {
      'cache-control': cacheControl,
      'x-request-id': 'from the app',
      ...(cookie && { 'set-cookie': cookie }),
    }
    const isPrivate = headers.has('cookie') || headers.get('accept') === 'application/json'
    if (pathname === '/list' || isPrivate)
      return new Response(await render(), { status, headers: { ...sent, etag: '"1"' } })
    const encoding = negotiateEncoding(headers.get('accept-encoding') ?? undefined, encodings)
    const found = await cache.find(toCacheKey('en', pathname, encoding), 'identity', render)
    const etag = found?.etag ?? ''
    return new Response(found?.body ?? null, { status, headers: { ...sent, etag } })
  }

  const fetch = cachedFetch<object>({
    fetch: app,
    cache,
    allowsRead: async () => !state.isLimited,
    isShared: (url) => url.startsWith(`${origin}/list`),
    logRequest: (path) => {
      state.logged.push(path)
      return 'from the front'
    },
  })
  const read = async (path = '/', init?: RequestInit) => {
    const response = await fetch(new Request(origin + path, init), {})
    return [await response.text(), response.headers.get('x-request-id')]
  }
  return { state, cache, read, beforeResponse }
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
  state.now = 999
  expect(await read()).toEqual(byFront(1))
  state.now = 1_000
  expect(await read()).toEqual(byApp(2))
  expect(await read()).toEqual(byFront(2))
  await cache.purge()
  expect(await read()).toEqual(byApp(3))
})

it('sends nothing that was purged while it was rendered', async () => {
  const { cache, read, beforeResponse } = openFront()
  beforeResponse.push(() => void cache.purge())
  expect(await read()).toEqual(byApp(1))
  expect(await read()).toEqual(byApp(2))
})

it.each([
  ['a cookie', { cookie: 'language=pcm' }],
  ['an entity tag', { 'if-none-match': '"1"' }],
  ['the name of an account', { [shownAccountHeader]: 'uid-ada' }],
])('forwards a request with %s to the app', async (_, headers) => {
  const { read } = openFront()
  await read()
  const [, id] = await read('/', { headers })
  expect(id).toBe('from the app')
})

it('forwards queries and other methods to the app', async () => {
  const { read } = openFront()
  await read()
  expect(await read('/?a=b')).toEqual(byApp(1))
  expect(await read('/', { method: 'POST' })).toEqual(byApp(1))
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

it('forwards clients over their rate limit to the app, which refuses them', async () => {
  const { state, read } = openFront()
  await read()
  state.isLimited = true
  expect(await read()).toEqual(byApp(1))
})

it('shares a list among requests before it starts, and reads it again for later ones', async () => {
  const { state, read } = openFront({ cacheControl: publicOnce })
  const lists = await Promise.all([read('/list?q=a'), read('/list?q=a'), read('/list?q=b')])
  expect(lists).toEqual([byApp(1), byFront(1), byApp(2)])
  expect(await read('/list?q=a')).toEqual(byApp(3))
  expect(state.logged).toEqual(['/list'])
})

it('sends nobody a list whose reading started before they asked', async () => {
  const { read, beforeResponse } = openFront({ cacheControl: publicOnce })
  const late: Promise<unknown>[] = []
  beforeResponse.push(() => late.push(read('/list'), read('/list')))
  expect(await read('/list')).toEqual(byApp(1))
  expect(await Promise.all(late)).toEqual([byApp(2), byFront(2)])
})

it.each([
  { cacheControl: 'no-store' },
  { cacheControl: publicOnce, status: 404 },
  { cacheControl: publicOnce, cookie: 'session=of-someone' },
])('shares no list with %o', async (response) => {
  const { read } = openFront(response)
  expect(await Promise.all([read('/list'), read('/list')])).toEqual([byApp(1), byApp(2)])
})

it('forwards clients over their rate limit to the app for lists as well', async () => {
  const { state, read } = openFront({ cacheControl: publicOnce })
  state.isLimited = true
  expect(await Promise.all([read('/list'), read('/list')])).toEqual([byApp(1), byApp(2)])
})

it('forwards a request for a list with a cookie to the app', async () => {
  const { read } = openFront({ cacheControl: publicOnce })
  const asOwner = { headers: { cookie: 'session=a' } }
  const lists = await Promise.all([read('/list', asOwner), read('/list'), read('/list')])
  expect(lists.map(([, id]) => id)).toEqual(['from the app', 'from the app', 'from the front'])
})
