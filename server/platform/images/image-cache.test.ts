import { expect, it } from 'vitest'

import { cachedImageStorage } from './image-cache.ts'
import type { ImageStorage } from './image-storage.ts'

const bytes = (length: number, fill = 1) => new Uint8Array(length).fill(fill)

/** A storage elsewhere that counts what is read from it and makes its copies itself. */
function openStorage() {
  const stored = new Map<string, Uint8Array<ArrayBuffer>>()
  const read: string[] = []
  const storage: ImageStorage = {
    write: async (key, image) => void (key.includes('-') || stored.set(key, new Uint8Array(image))),
    read: async (key) => {
      read.push(key)
      return stored.get(key)
    },
    delete: async (key) => void stored.delete(key),
    hasSpace: async () => true,
  }
  return { storage, stored, read }
}

it('reads an image from the storage once, also for simultaneous requests', async () => {
  const { storage, stored, read } = openStorage()
  const cached = cachedImageStorage(storage)
  stored.set('a', bytes(3))
  const found = await Promise.all([cached.read('a'), cached.read('a'), cached.read('a')])
  expect(found).toEqual([bytes(3), bytes(3), bytes(3)])
  await cached.read('a')
  expect(read).toEqual(['a'])
})

it('asks again for an image that was missing', async () => {
  const { storage, stored } = openStorage()
  const cached = cachedImageStorage(storage)
  expect(await cached.read('a')).toBeUndefined()
  stored.set('a', bytes(3))
  expect(await cached.read('a')).toEqual(bytes(3))
})

it('keeps a written copy that the storage does not keep', async () => {
  const { storage, read } = openStorage()
  const cached = cachedImageStorage(storage)
  await cached.write('a-320-jpeg', bytes(3))
  expect(await cached.read('a-320-jpeg')).toEqual(bytes(3))
  expect(read).toEqual([])
})

it('forgets the resized copies of a deleted image', async () => {
  const { storage } = openStorage()
  const cached = cachedImageStorage(storage)
  await cached.write('a', bytes(3))
  await cached.write('a-320', bytes(3))
  await cached.write('ab-320', bytes(3))
  await cached.delete('a')
  expect([await cached.read('a-320'), await cached.read('a')]).toEqual([undefined, undefined])
  expect(await cached.read('ab-320')).toEqual(bytes(3))
})

it('forgets a deleted image, and one after its lifetime', async () => {
  const { storage, stored } = openStorage()
  const clock = { now: 1 }
  const cached = cachedImageStorage(storage, { lifetimeMs: 1_000, now: () => clock.now })
  stored.set('a', bytes(3))
  await cached.read('a')
  await cached.delete('a')
  expect(await cached.read('a')).toBeUndefined()

  stored.set('b', bytes(3))
  await cached.read('b')
  stored.delete('b')
  clock.now = 1_001
  expect(await cached.read('b')).toEqual(bytes(3))
  clock.now = 1_002
  expect(await cached.read('b')).toBeUndefined()
})

it('stays below its size, and drops first what was read longest ago', async () => {
  const { storage, stored, read } = openStorage()
  const cached = cachedImageStorage(storage, { maxBytes: 250, maxImageBytes: 150 })
  for (const key of ['a', 'b', 'c']) stored.set(key, bytes(100))
  stored.set('large', bytes(151))
  await cached.read('a')
  await cached.read('b')
  await cached.read('a')
  await cached.read('c')
  await cached.read('large')
  await cached.read('large')
  read.length = 0
  for (const key of ['a', 'c', 'b']) await cached.read(key)
  expect(read).toEqual(['b'])
})

it('does not keep a failure', async () => {
  const { storage, stored } = openStorage()
  let fails = true
  const cached = cachedImageStorage({
    ...storage,
    read: (key) => (fails ? Promise.reject(new Error('down')) : storage.read(key)),
  })
  stored.set('a', bytes(3))
  await expect(cached.read('a')).rejects.toThrow('down')
  fails = false
  expect(await cached.read('a')).toEqual(bytes(3))
})
