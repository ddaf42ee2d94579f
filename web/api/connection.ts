import { ApiError } from './api-error.ts'
import type { Layer } from './layer.ts'

export type Connection = 'fine' | 'slow' | 'offline' | 'back'

const slowAfterMs = 4_000
const backForMs = 4_000
const pausesMs = [400, 1_200, 3_000]

const listeners = new Set<() => void>()
let slow = 0
let isBack = false

export function readConnection(): Connection {
  if (!navigator.onLine) return 'offline'
  if (isBack) return 'back'
  return slow > 0 ? 'slow' : 'fine'
}

/** Follows the connection for as long as somebody wants to know. */
export function watchConnection(listener: () => void): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined
  const turn = (back: boolean) => {
    clearTimeout(timer)
    isBack = back
    listener()
    if (back) timer = setTimeout(() => turn(false), backForMs)
  }
  const arrive = () => turn(true)
  const lose = () => turn(false)
  listeners.add(listener)
  addEventListener('online', arrive)
  addEventListener('offline', lose)
  return () => {
    clearTimeout(timer)
    isBack = false
    listeners.delete(listener)
    removeEventListener('online', arrive)
    removeEventListener('offline', lose)
  }
}

/** Work that people wait for: they are told when it takes long. */
export async function awaited<Value>(work: Promise<Value>): Promise<Value> {
  let counted = 0
  const timer = setTimeout(() => count((counted = 1)), slowAfterMs)
  try {
    return await work
  } finally {
    clearTimeout(timer)
    if (counted > 0) count(-counted)
  }
}

/** Tries what may safely be tried again, after a while, or as soon as the browser is online. */
export async function persistent<Value>(
  work: () => Promise<Value>,
  isOutage: (error: unknown) => boolean,
): Promise<Value> {
  const attempt = async (failures: number): Promise<Value> => {
    try {
      return await work()
    } catch (error) {
      const pauseMs = pausesMs[failures]
      if (pauseMs === undefined || !isOutage(error)) throw error
      await (navigator.onLine ? after(pauseMs) : online())
      return attempt(failures + 1)
    }
  }
  return attempt(0)
}

/** Only what changes nothing is sent again unasked: no other request may be made twice by us. */
export const patient: Layer = (next) => (call) =>
  awaited(call.method === 'GET' ? persistent(() => next(call), isUnheard) : next(call))

/** True where nobody knows whether the server heard. */
export function isUnheard(error: unknown): boolean {
  return error instanceof ApiError && error.code === 'offline'
}

function count(more: number) {
  slow += more
  for (const listener of listeners) listener()
}

function after(ms: number) {
  return new Promise<void>((resolve) => setTimeout(resolve, ms))
}

function online() {
  return new Promise((resolve) => addEventListener('online', resolve, { once: true }))
}
