import { expect, it, vi } from 'vitest'

import { documentCache } from './document-cache.ts'

function cacheAt(most = 10) {
  const clock = { now: 0 }
  return { clock, cache: documentCache({ lifetimeMs: 5_000, most, now: () => clock.now }) }
}
const text = (document?: { body: Uint8Array }) => document && Buffer.from(document.body).toString()

it('renders once for all who ask at the same time', async () => {
  const { cache } = cacheAt()
  const make = vi.fn(async () => 'page')

  const all = await Promise.all([1, 2, 3].map(() => cache.find('/', 'identity', make)))

  expect(all.map(text)).toEqual(['page', 'page', 'page'])
  expect(make).toHaveBeenCalledTimes(1)
})

it('knows what it keeps, and what is too old', async () => {
  const { cache, clock } = cacheAt()
  expect(cache.has('/', 'br')).toBe(false)
  await cache.find('/', 'br', async () => 'page')
  expect([cache.has('/', 'br'), cache.has('/', 'identity')]).toEqual([true, false])
  clock.now = 5_000
  expect(cache.has('/', 'br')).toBe(false)
})

it('renders again when its time is over', async () => {
  const { cache, clock } = cacheAt()
  await cache.find('/', 'identity', async () => 'old')
  clock.now = 5_000
  expect(text(await cache.find('/', 'identity', async () => 'new'))).toBe('new')
})

it('never gives out after a purge what was begun before it', async () => {
  const { cache } = cacheAt()
  const { promise, resolve } = Promise.withResolvers<string>()
  const begun = cache.find('/', 'identity', () => promise)

  await cache.purge()
  resolve('old')
  await begun

  expect(text(await cache.find('/', 'identity', async () => 'new'))).toBe('new')
})

it('keeps nothing that is not to be kept, and no failure', async () => {
  const { cache } = cacheAt()
  const failing = cache.find('/', 'identity', () => Promise.reject(new Error('no database')))
  await expect(failing).rejects.toThrow('no database')

  expect(await cache.find('/', 'identity', async () => undefined)).toBeUndefined()
  expect(text(await cache.find('/', 'identity', async () => 'page'))).toBe('page')
})

it('holds so many documents and drops the oldest', async () => {
  const { cache } = cacheAt(2)
  for (const path of ['/a', '/b', '/c']) await cache.find(path, 'identity', async () => path)
  const again = vi.fn(async () => 'again')

  await cache.find('/b', 'identity', again)
  expect(again).not.toHaveBeenCalled()
  await cache.find('/a', 'identity', again)
  expect(again).toHaveBeenCalledTimes(1)
})

it('keeps each encoding apart', async () => {
  const { cache } = cacheAt()
  const plain = await cache.find('/', 'identity', async () => 'page')
  const zipped = await cache.find('/', 'gzip', async () => 'page')
  expect(text(plain)).toBe('page')
  expect(text(zipped)).not.toBe('page')
  expect(zipped?.etag).not.toBe(plain?.etag)
})
