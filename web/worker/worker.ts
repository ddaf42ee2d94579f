import { browserNames } from '#shared/browser-names.ts'
import { toSeconds } from '#shared/duration.ts'
import {
  browserOnly,
  copyHeader,
  copyTerm,
  filesHeader,
  maxCopiedCampaigns,
  offlinePath,
} from '#shared/offline.ts'
import { newIdempotencyKey } from '../api/idempotency-key.ts'

/**
 * The service worker. It stores copies of public pages and serves them while there is no connection. A copy is stored with all of its
 * files or not at all, so a copy of an earlier build still finds its scripts.
 */
declare const self: ServiceWorkerGlobalScope

const { copies, copiedFiles } = browserNames
const maxAgeMs = toSeconds(copyTerm) * 1_000
const freshMs = 600_000
const campaignPath = /^\/c\/[^/]+$/
/** Other pages belong to a person or to one link, and are left to the browser. */
const publicPath = /^\/(?:campaigns(?:\/[^/]+)?|c\/.+)?$/

/** Stores and deletes run one after the other. */
let queue: Promise<unknown> = Promise.resolve()

self.addEventListener('install', () => void self.skipWaiting())
self.addEventListener('activate', (event) => event.waitUntil(start()))

async function start(): Promise<void> {
  // The request of a page does not wait for the start of the service worker.
  await self.registration.navigationPreload?.enable()
  await self.clients.claim()
}

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
  else if (request.mode === 'navigate' && publicPath.test(pathname))
    event.respondWith(sendDocument(event, pathname))
})

/** The name of a built file contains its hash, so a stored one never differs. */
async function sendFile(request: Request): Promise<Response> {
  const options = { cacheName: copiedFiles, ignoreVary: true }
  return (await caches.match(request.url, options)) ?? fetch(request)
}

/** Only a request without any response gets the copy. */
async function sendDocument(event: FetchEvent, pathname: string): Promise<Response> {
  try {
    const loading = (await event.preloadResponse) as Response | undefined
    const response = loading ?? (await fetch(event.request))
    if (response.status >= 400 && response.status < 500) await forget(pathname)
    return response
  } catch {
    const copy = await findCopy(pathname)
    if (copy) return toSent(copy)
    return (await findCopy(offlinePath)) ?? Response.error()
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
  for (const each of [offlinePath, `${path}/donate`, path]) await storeCopy(each)
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
  const isStored = new Set([
    offlinePath,
    ...campaigns.flatMap(({ path }) => [path, `${path}/donate`]),
  ])
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

const copiedAtHeader = 'ajo-copied-at'
const languageHeader = 'ajo-language'

/** Fetches the document that everybody gets, to be stored. Undefined if the server does not say that it is the same for everybody. */
async function toCopy(path: string) {
  const response = await fetch(path, { headers: { [copyHeader]: '1' }, redirect: 'error' })
  const caching = response.headers.get('cache-control') ?? ''
  const isPublic =
    response.headers.has(filesHeader) || caching.startsWith('public') || caching === browserOnly
  if (response.status !== 200 || !isPublic) return undefined
  const html = await response.text()
  // Its styles name fonts that the page may not need.
  const named = html.replace(/<style>.*?<\/style>/s, '').match(/\/assets\/[\w.-]+/g) ?? []
  const listed = (response.headers.get(filesHeader) ?? '').split(' ')
  const files = [...new Set([...named, ...listed])].filter((file) => file !== '')
  const headers = new Headers(response.headers)
  // The text is stored without its compression.
  for (const name of ['content-encoding', 'content-length']) headers.delete(name)
  headers.set(filesHeader, files.join(' '))
  headers.set(copiedAtHeader, String(Date.now()))
  headers.set(languageHeader, /<html lang="([\w-]+)"/.exec(html)?.[1] ?? '')
  return { files, response: new Response(html, { headers }) }
}

function readHeaders({ headers }: Response) {
  const files = (headers.get(filesHeader) ?? '').split(' ').filter((file) => file !== '')
  const age = Date.now() - Number(headers.get(copiedAtHeader) ?? 0)
  return { files, age, language: headers.get(languageHeader) }
}

/**
 * The copy as it is shown: marked with its time, and with an idempotency key of its own, because a key that was used before would
 * stand for the earlier donation.
 */
async function toSent(copy: Response): Promise<Response> {
  const text = await copy.text()
  const key = /"idempotencyKey":"([0-9a-f]{32})"/.exec(text)?.[1]
  const fresh = key === undefined ? text : text.replaceAll(key, newIdempotencyKey())
  const copiedAt = copy.headers.get(copiedAtHeader) ?? ''
  const marked = fresh.replace('<html ', `<html data-copied-at="${copiedAt}" `)
  return new Response(marked, { headers: copy.headers })
}
