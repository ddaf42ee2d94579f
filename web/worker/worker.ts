import { browserNames } from '#shared/browser-names.ts'
import { toSeconds } from '#shared/duration.ts'
import { copyTerm, maxCopiedCampaigns } from '#shared/offline.ts'

import { toCopy, toSent, readHeaders } from './copy.ts'

/**
 * The service worker of /c/. It stores copies of public pages and serves them while there is no connection. A copy is stored with all of its
 * files or not at all, so a copy of an earlier build still finds its scripts.
 */
declare const self: ServiceWorkerGlobalScope

const { copies, copiedFiles } = browserNames
const maxAgeMs = toSeconds(copyTerm) * 1_000
const freshMs = 600_000
const campaignPath = /^\/c\/[^/]+$/
const copiedPath = /^\/c\/[^/]+(?:\/donate)?$/

/** Stores and deletes run one after the other. */
let queue: Promise<unknown> = Promise.resolve()

self.addEventListener('install', () => void self.skipWaiting())
self.addEventListener('activate', (event) => event.waitUntil(self.clients.claim()))

/** A page that was shown names its campaign and its language. */
self.addEventListener('message', (event) => {
  const { path, language } = event.data as { path: string; language: string }
  if (!campaignPath.test(path)) return
  queue = queue.then(() => copyCampaign(path, language)).catch(() => undefined)
  event.waitUntil(queue)
})

self.addEventListener('fetch', (event) => {
  const { request } = event
  const { origin, pathname } = new URL(request.url)
  if (request.method !== 'GET' || origin !== self.location.origin) return
  if (pathname.startsWith('/assets/')) event.respondWith(sendFile(request))
  else if (request.mode === 'navigate' && copiedPath.test(pathname))
    event.respondWith(sendDocument(request, pathname))
})

/** The name of a built file contains its hash, so a stored one never differs. */
async function sendFile(request: Request): Promise<Response> {
  const options = { cacheName: copiedFiles, ignoreVary: true }
  return (await caches.match(request.url, options)) ?? fetch(request)
}

/** Only a request without any response gets the copy. */
async function sendDocument(request: Request, pathname: string): Promise<Response> {
  try {
    const response = await fetch(request)
    if (response.status >= 400 && response.status < 500) await forget(pathname)
    return response
  } catch {
    const copy = await findCopy(pathname)
    return copy ? toSent(copy) : Response.error()
  }
}

async function findCopy(path: string): Promise<Response | undefined> {
  const copy = await (await caches.open(copies)).match(path, { ignoreVary: true })
  return copy && readHeaders(copy).age < maxAgeMs ? copy : undefined
}

async function copyCampaign(path: string, language: string): Promise<void> {
  const earlier = await findCopy(path)
  if (earlier) {
    const { age, language: copied } = readHeaders(earlier)
    if (age < freshMs && copied === language) return
  }
  for (const each of [`${path}/donate`, path]) await storeCopy(each)
  await prune()
}

async function storeCopy(path: string): Promise<void> {
  const copy = await toCopy(path)
  if (!copy) return forget(path)
  const files = await caches.open(copiedFiles)
  await Promise.all(
    copy.files.map(async (file) => (await files.match(file)) ?? (await files.add(file))),
  )
  await (await caches.open(copies)).put(path, copy.response)
}

async function forget(path: string): Promise<void> {
  await (await caches.open(copies)).delete(path)
}

/** Deletes copies that are too old or too many, and the files that no copy needs any more. */
async function prune(): Promise<void> {
  const documents = await caches.open(copies)
  const stored = await Promise.all(
    (await documents.keys()).map(async (request) => {
      const copy = await documents.match(request, { ignoreVary: true })
      return { path: new URL(request.url).pathname, ...readHeaders(copy ?? Response.error()) }
    }),
  )
  const campaigns = stored
    .filter(({ path, age }) => campaignPath.test(path) && age < maxAgeMs)
    .sort((one, other) => one.age - other.age)
    .slice(0, maxCopiedCampaigns)
  const isStored = new Set(campaigns.flatMap(({ path }) => [path, `${path}/donate`]))
  const [left, dropped] = [
    stored.filter(({ path }) => isStored.has(path)),
    stored.filter(({ path }) => !isStored.has(path)),
  ]
  await Promise.all(dropped.map(({ path }) => documents.delete(path)))
  const needed = new Set(left.flatMap(({ files }) => files))
  const files = await caches.open(copiedFiles)
  for (const request of await files.keys())
    if (!needed.has(new URL(request.url).pathname)) await files.delete(request)
}
