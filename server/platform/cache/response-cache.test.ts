import { brotliDecompressSync } from 'node:zlib'

import { expect, it, vi } from 'vitest'

import type { Encoding } from '../http/response-headers.ts'
import { openCompressedTexts, openResponseCache, toCacheKey } from './response-cache.ts'

function openCache(maxBytes = 100_000) {
  const clock = { now: 1 }
  const cache = openResponseCache({ lifetimeMs: 5_000, maxBytes, now: () => clock.now })
  const find = async (
    path: string,
    render: () => Promise<string | undefined>,
    encoding: Encoding = 'identity',
  ) => cache.find(toCacheKey('en', path, encoding), encoding, render)
  const findText = async (...args: Parameters<typeof find>) => {
    const response = await find(...args)
    return response && Buffer.from(response.body).toString()
  }
  const has = (path: string, encoding: Encoding = 'identity') =>
    cache.get(toCacheKey('en', path, encoding)) !== undefined
  return { clock, cache, find, findText, has }
}

it('renders once for simultaneous requests', async () => {
  const { findText } = openCache()
  const render = vi.fn(async () => 'page')

  const all = await Promise.all([1, 2, 3].map(() => findText('/', render)))

  expect(all).toEqual(['page', 'page', 'page'])
  expect(render).toHaveBeenCalledTimes(1)
})

it('has what it caches, until its lifetime is over', async () => {
  const { find, has, clock } = openCache()
  expect(has('/', 'br')).toBe(false)
  await find('/', async () => 'page', 'br')
  expect([has('/', 'br'), has('/', 'identity')]).toEqual([true, false])
  clock.now += 5_001
  expect(has('/', 'br')).toBe(false)
})

it('gets a response only when it is complete', async () => {
  const { cache, find } = openCache()
  const key = toCacheKey('en', '/', 'identity')
  const { promise, resolve } = Promise.withResolvers<string>()
  const pending = find('/', () => promise)
  expect(cache.get(key)).toBeUndefined()
  resolve('page')
  const response = await pending
  expect(cache.get(key)).toBe(response)
})

it('drops a rendering that started before a purge', async () => {
  const { cache, findText } = openCache()
  const { promise, resolve } = Promise.withResolvers<string>()
  const pending = findText('/', () => promise)

  await cache.purge()
  resolve('old')
  await pending

  expect(await findText('/', async () => 'new')).toBe('new')
})

it('caches no failure, and nothing that must not be cached', async () => {
  const { find, findText } = openCache()
  const failing = find('/', () => Promise.reject(new Error('no database')))
  await expect(failing).rejects.toThrow('no database')

  expect(await find('/', async () => undefined)).toBeUndefined()
  expect(await findText('/', async () => 'page')).toBe('page')
})

it('holds no more bytes than it may, and drops what was not asked for again first', async () => {
  const page = 'x'.repeat(10_000)
  const { find, has } = openCache(40_000)
  await find('/popular', async () => page)
  await find('/popular', async () => page)
  for (let search = 0; search < 50; search++) {
    await find(`/search-${search}`, async () => page)
    expect(has('/popular')).toBe(true)
  }
  const held = Array.from({ length: 50 }, (_, search) => `/search-${search}`).filter((path) =>
    has(path),
  )
  expect(held.length).toBeLessThan(3)
})

it('drops a popular response, too, once it is not asked for any more', async () => {
  const page = 'x'.repeat(10_000)
  const { find, has } = openCache(40_000)
  await find('/popular', async () => page)
  await find('/popular', async () => page)
  for (let search = 0; search < 10; search++) await find(`/search-${search}`, async () => page)
  expect(has('/popular')).toBe(false)
})

const text = Array.from({ length: 400 }, (_, index) => `<p>${index ** 3} naira</p>`).join('')

it('compresses a text densely that comes a second time, and sends that from then on', async () => {
  const { compress } = openCompressedTexts()
  const first = await compress(text, 'br')
  expect((await compress(text, 'br')).etag).toBe(first.etag)

  const dense = await vi.waitFor(async () => {
    const response = await compress(text, 'br')
    expect(response.body.byteLength).toBeLessThan(first.body.byteLength)
    return response
  })
  // A browser that has the text in other bytes need not load it again.
  expect(dense.etag).toBe(first.etag)
  expect(brotliDecompressSync(dense.body).toString()).toBe(text)
  // The same bytes: they are not made again.
  expect((await compress(text, 'br')).body).toBe(dense.body)
})

it('differs by text and by encoding', async () => {
  const { compress } = openCompressedTexts()
  const all = [
    await compress(text, 'br'),
    await compress(text, 'gzip'),
    await compress(text, 'identity'),
    await compress(`${text}.`, 'identity'),
  ]
  expect(new Set(all.map(({ etag }) => etag)).size).toBe(4)
})
