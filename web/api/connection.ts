import { ApiError, clientError } from './api-error.ts'
import { listen } from './listen.ts'
import type { Middleware } from './middleware.ts'

export type Connection = 'fine' | 'slow' | 'offline' | 'back'

const slowAfterMs = 4_000
const restoredForMs = 4_000
const retryDelaysMs = [400, 1_200, 3_000]

const listeners = new Set<() => void>()
let slowRequests = 0
let isRestored = false

export function readConnection(): Connection {
  if (!navigator.onLine) return 'offline'
  if (isRestored) return 'back'
  return slowRequests > 0 ? 'slow' : 'fine'
}

/** Calls the listener on every change. Returns a function that unsubscribes it. */
export function watchConnection(listener: () => void): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined
  const setRestored = (value: boolean) => {
    clearTimeout(timer)
    isRestored = value
    listener()
    if (value) timer = setTimeout(() => setRestored(false), restoredForMs)
  }
  listeners.add(listener)
  const stop = listen({ online: () => setRestored(true), offline: () => setRestored(false) })
  return () => {
    clearTimeout(timer)
    isRestored = false
    listeners.delete(listener)
    stop()
  }
}

/** Reports the connection as slow while the work takes longer than 4 seconds. */
async function reportSlowness<Value>(work: Promise<Value>): Promise<Value> {
  let isSlow = false
  const timer = setTimeout(() => {
    isSlow = true
    addSlowRequests(1)
  }, slowAfterMs)
  try {
    return await work
  } finally {
    clearTimeout(timer)
    if (isSlow) addSlowRequests(-1)
  }
}

/** Retries work up to three times after an outage: after a delay, or as soon as the browser is online again. */
export async function retryOutages<Value>(
  work: () => Promise<Value>,
  isOutage: (error: unknown) => boolean,
): Promise<Value> {
  const attempt = async (failures: number): Promise<Value> => {
    try {
      return await work()
    } catch (error) {
      const delayMs = retryDelaysMs[failures]
      if (delayMs === undefined || !isOutage(error)) throw error
      await (navigator.onLine ? delay(delayMs) : untilOnline())
      return attempt(failures + 1)
    }
  }
  return attempt(0)
}

/** Retries GET requests only: other requests may have changed data before their response was lost. */
export const retryMiddleware: Middleware = (next) => (request) =>
  reportSlowness(
    request.method === 'GET' ? retryOutages(() => next(request), isOffline) : next(request),
  )

/** True when no response arrived. The server may have processed the request. */
export function isOffline(error: unknown): boolean {
  return error instanceof ApiError && error.code === 'offline'
}

function addSlowRequests(count: number) {
  slowRequests += count
  for (const listener of listeners) listener()
}

function delay(ms: number) {
  return new Promise<void>((resolve) => setTimeout(resolve, ms))
}

function untilOnline() {
  return new Promise((resolve) => addEventListener('online', resolve, { once: true }))
}

/**
 * Retries a dynamic import whose chunk could not be loaded. Reports a slow connection, and in the end a lost one, or an update of the server,
 * which has other chunks.
 */
export function loadWithRetry<Module>(load: () => Promise<Module>): () => Promise<Module> {
  return () =>
    reportSlowness(retryOutages(load, isLoadError)).catch(async (error: unknown) => {
      if (!isLoadError(error)) throw error
      throw clientError(0, (await isGone(error)) ? 'outdated' : 'offline')
    })
}

/** Whether the server answers that it no longer has the chunk, which some browsers name in their message. */
async function isGone({ message }: Error): Promise<boolean> {
  const [url] = /https?:\S+|\/assets\/\S+/.exec(message) ?? []
  if (url === undefined) return false
  return fetch(url, { method: 'HEAD', cache: 'no-store' }).then(
    ({ status }) => status === 404,
    () => false,
  )
}

/** Recognises the messages of browsers, and of Vite for style sheets. */
function isLoadError(error: unknown): error is Error {
  return (
    error instanceof Error &&
    /dynamically imported module|importing a module script|unable to preload/i.test(error.message)
  )
}
