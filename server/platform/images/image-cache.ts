import { LRUCache } from 'lru-cache'

import { joinRunningCall } from '../runtime/single-flight.ts'
import type { ImageStorage } from './image-storage.ts'

type Limits = {
  /** Others are read from the storage each time. */
  isCached?: (key: string) => boolean
  maxBytes?: number
  maxImageBytes?: number
  lifetimeMs?: number
  now?: () => number
}

/**
 * Keeps images of a storage elsewhere in memory and drops first what was read longest ago. An id contains a hash of its image, so an
 * entry is never wrong, and `imageAccess` refuses a deleted image before it is read. The lifetime is for images of other programs,
 * whose deletion is not reported.
 */
export function cachedImageStorage(storage: ImageStorage, limits: Limits = {}): ImageStorage {
  const { maxBytes = 64_000_000, maxImageBytes = 4_000_000, lifetimeMs = 3_600_000 } = limits
  const { now = () => performance.now(), isCached = () => true } = limits
  const entries = new LRUCache<string, Uint8Array<ArrayBuffer>>({
    maxSize: maxBytes,
    maxEntrySize: maxImageBytes,
    sizeCalculation: ({ byteLength }) => Math.max(1, byteLength),
    ttl: lifetimeMs,
    ttlResolution: 0,
    perf: { now },
  })
  const readOnce = joinRunningCall<Uint8Array<ArrayBuffer> | undefined>()
  const add = (key: string, bytes: Uint8Array<ArrayBuffer>) => {
    if (isCached(key)) entries.set(key, bytes)
  }

  return {
    ...storage,
    async write(key, bytes) {
      await storage.write(key, bytes)
      // The storage may make its own copies in each width, and not keep ours.
      add(key, new Uint8Array(bytes))
    },
    read: async (key) =>
      entries.get(key) ??
      readOnce(key, async () => {
        const bytes = await storage.read(key)
        if (bytes) add(key, bytes)
        return bytes
      }),
    async delete(key) {
      await storage.delete(key)
      // Its resized copies too.
      const copies = [...entries.keys()].filter((held) => held.startsWith(`${key}-`))
      for (const held of [key, ...copies]) entries.delete(held)
    },
  }
}
