import type { SessionStorageName } from '#shared/browser-storage.ts'

/** Disabled after logging out, so that nothing of the person is written until the next login. */
let isEnabled = true

export function enableSessionStorage(): void {
  isEnabled = true
}

export function clearSessionStorage(): void {
  isEnabled = false
  withStorage((storage) => storage.clear())
}

export function writeSessionStorage(key: SessionStorageName, value: unknown): void {
  if (isEnabled) withStorage((storage) => storage.setItem(key, JSON.stringify(value)))
}

export function readSessionStorage(key: SessionStorageName): unknown {
  return withStorage((storage): unknown => JSON.parse(storage.getItem(key) ?? 'null')) ?? null
}

export function removeFromSessionStorage(key: SessionStorageName): void {
  withStorage((storage) => storage.removeItem(key))
}

/** Browsers may forbid storage or run out of it. Then values are lost on reload. */
function withStorage<Value>(use: (storage: Storage) => Value): Value | undefined {
  try {
    return use(sessionStorage)
  } catch {
    return undefined
  }
}
