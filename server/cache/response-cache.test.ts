import { expect, it } from 'vitest'

import { shownAccountHeader } from '#shared/account.ts'

import { frontCache, publicOnce, publicUntilChanged } from './response-cache.ts'

const origin = 'http://127.0.0.1:3000'

/** In front of an app that numbers its answers. */
function front({ cacheControl = publicUntilChanged, status = 200, cookie = '' } = {}) {
  const at = { now: 0, generation: 0, isFull: false, made: 0, answered: [] as string[] }
  const beforeAnswer: (() => void)[] = []
  const ask = frontCache<object>({
    fetch: async () => {
      const body = new TextEncoder().encode(`answer ${++at.made}`)
      beforeAnswer.shift()?.()
      return new Response(body, {
        status,
        headers: {
          'cache-control': cacheControl,
          etag: '"1"',
          'x-request-id': 'of the app',
          ...(cookie && { 'set-cookie': cookie }),
        },
      })
    },
    generation: () => at.generation,
    admits: async () => !at.isFull,
    collapses: (url) => url.startsWith(`${origin}/list`),
    answered: (path) => {
      at.answered.push(path)
      return { requestId: 'of the front' }
    },
    now: () => at.now,
  })
  const read = async (path = '/', init?: RequestInit) => {
    const response = await ask(new Request(origin + path, init), {})
    const { etag, 'x-request-id': id } = Object.fromEntries(response.headers)
    return [await response.text(), id, etag]
  }
  return { at, read, beforeAnswer }
}

const byApp = (number: number) => [`answer ${number}`, 'of the app', '"1"']
const byFront = (number: number) => [`answer ${number}`, 'of the front', '"1"']

it('gives out what the app made, under an id of its own, and has it noted', async () => {
  const { at, read } = front()
  expect([await read('/fees'), await read('/fees')]).toEqual([byApp(1), byFront(1)])
  expect(at.answered).toEqual(['/fees'])
})

it('keeps for a second, and nothing beyond a change', async () => {
  const { at, read } = front()
  await read()
  at.now = 999
  expect(await read()).toEqual(byFront(1))
  at.now = 1_000
  expect(await read()).toEqual(byApp(2))
  at.generation++
  expect(await read()).toEqual(byApp(3))
})

it('keeps nothing that changed while it was made', async () => {
  const { at, read, beforeAnswer } = front()
  beforeAnswer.push(() => at.generation++)
  expect(await read()).toEqual(byApp(1))
  expect(await read()).toEqual(byApp(2))
})

it.each([
  ['cookie', { cookie: 'language=pcm' }],
  ['etag', { 'if-none-match': '"1"' }],
  ['name of somebody', { [shownAccountHeader]: 'uid-ada' }],
])('leaves whoever comes with a %s to the app', async (_, headers) => {
  const { read } = front()
  await read()
  expect(await read('/', { headers })).toEqual(byApp(2))
})

it('leaves queries and other methods to the app', async () => {
  const { read } = front()
  await read()
  expect(await read('/?a=b')).toEqual(byApp(2))
  expect(await read('/', { method: 'POST' })).toEqual(byApp(3))
})

it('keeps apart what browsers accept, and under which name they ask', async () => {
  const { read } = front()
  await read()
  expect(await read('/', { headers: { accept: 'application/json' } })).toEqual(byApp(2))
  expect(await read('/', { headers: { 'accept-encoding': 'br' } })).toEqual(byApp(3))
})

it.each([{ cacheControl: 'no-store' }, { status: 404 }, { cookie: 'session=of-somebody' }])(
  'keeps nothing of %o',
  async (answer) => {
    const { read } = front(answer)
    await read()
    expect(await read()).toEqual(byApp(2))
  },
)

it('leaves whoever reads too much to the app, which refuses them', async () => {
  const { at, read } = front()
  await read()
  at.isFull = true
  expect(await read()).toEqual(byApp(2))
})

it('makes a list once for all who ask before it is begun, and again for who comes later', async () => {
  const { at, read } = front({ cacheControl: publicOnce })
  const answers = await Promise.all([read('/list?q=a'), read('/list?q=a'), read('/list?q=b')])
  expect(answers).toEqual([byApp(1), byFront(1), byApp(2)])
  expect(await read('/list?q=a')).toEqual(byApp(3))
  expect(at.answered).toEqual(['/list'])
})

it('gives nobody a list that was begun before they asked', async () => {
  const { read, beforeAnswer } = front({ cacheControl: publicOnce })
  const late: Promise<unknown>[] = []
  beforeAnswer.push(() => late.push(read('/list'), read('/list')))
  expect(await read('/list')).toEqual(byApp(1))
  expect(await Promise.all(late)).toEqual([byApp(2), byFront(2)])
})

it.each([
  { cacheControl: 'no-store' },
  { cacheControl: publicOnce, status: 404 },
  { cacheControl: publicOnce, cookie: 'session=of-somebody' },
])('shares no list of %o', async (answer) => {
  const { read } = front(answer)
  expect(await Promise.all([read('/list'), read('/list')])).toEqual([byApp(1), byApp(2)])
})

it('leaves whoever reads too many lists to the app', async () => {
  const { at, read } = front({ cacheControl: publicOnce })
  at.isFull = true
  expect(await Promise.all([read('/list'), read('/list')])).toEqual([byApp(1), byApp(2)])
})

it('leaves whoever comes with a cookie for a list to the app', async () => {
  const { read } = front({ cacheControl: publicOnce })
  const asOwner = { headers: { cookie: 'session=a' } }
  const answers = await Promise.all([read('/list', asOwner), read('/list'), read('/list')])
  expect(answers.map(([, id]) => id)).toEqual(['of the app', 'of the app', 'of the front'])
})

it('holds so many answers and drops the oldest', async () => {
  const { read } = front()
  for (let page = 0; page <= 500; page++) await read(`/${page}`)
  expect(await read('/500')).toEqual(byFront(501))
  expect(await read('/0')).toEqual(byApp(502))
})
