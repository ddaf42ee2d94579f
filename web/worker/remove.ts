import { browserNames } from '#shared/browser-names.ts'

/** Served in place of worker.ts while OFFLINE_COPIES is off: deletes what it stored, and then itself. */
declare const self: ServiceWorkerGlobalScope

self.addEventListener('install', () => void self.skipWaiting())
self.addEventListener('activate', (event) => event.waitUntil(remove()))

async function remove(): Promise<void> {
  await Promise.all(
    [browserNames.copies, browserNames.copiedFiles].map((name) => caches.delete(name)),
  )
  await self.registration.unregister()
}
