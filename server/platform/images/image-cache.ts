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
type Entry = { bytes: Uint8Array<ArrayBuffer>; until: number }

/**
 * Keeps images of a storage elsewhere in memory and drops first what was read longest ago. An id contains a hash of its image, so an
 * entry is never wrong, and `imageAccess` refuses a deleted image before it is read. The lifetime is for images of other programs,
 * whose deletion is not reported.
 */
export function cachedImageStorage(storage: ImageStorage, limits: Limits = {}): ImageStorage {
  const { maxBytes = 64_000_000, maxImageBytes = 4_000_000, lifetimeMs = 3_600_000 } = limits
  const { now = () => performance.now(), isCached = () => true } = limits
  const entries = new Map<string, Entry>()
  const readOnce = joinRunningCall<Uint8Array<ArrayBuffer> | undefined>()
  let size = 0

  const remove = (key: string) => {
    size -= entries.get(key)?.bytes.byteLength ?? 0
    entries.delete(key)
  }
  const add = (key: string, bytes: Uint8Array<ArrayBuffer>) => {
    remove(key)
    if (bytes.byteLength > maxImageBytes || !isCached(key)) return
    entries.set(key, { bytes, until: now() + lifetimeMs })
    size += bytes.byteLength
    for (const oldest of entries.keys()) {
      if (size <= maxBytes) return
      remove(oldest)
    }
  }
  const find = (key: string) => {
    const entry = entries.get(key)
    if (!entry || entry.until <= now()) return undefined
    entries.delete(key)
    entries.set(key, entry)
    return entry.bytes
  }

  return {
    ...storage,
    async write(key, bytes) {
      await storage.write(key, bytes)
      // The storage may make its own copies in each width, and not keep ours.
      add(key, new Uint8Array(bytes))
    },
    read: async (key) =>
      find(key) ??
      readOnce(key, async () => {
        const bytes = await storage.read(key)
        if (bytes) add(key, bytes)
        return bytes
      }),
    async delete(key) {
      await storage.delete(key)
      // Its resized copies too.
      for (const held of entries.keys())
        if (held === key || held.startsWith(`${key}-`)) remove(held)
    },
  }
}
