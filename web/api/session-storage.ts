/**
 * What this tab keeps over a reload, for the person who is signed in. Once they logged out nothing of theirs is left, and nothing more is
 * kept until somebody signs in.
 */
let isOpen = true

export function openTabMemory(): void {
  isOpen = true
}

export function forgetTab(): void {
  isOpen = false
  stored((storage) => storage.clear())
}

export function keepInTab(key: string, value: unknown): void {
  if (isOpen) stored((storage) => storage.setItem(key, JSON.stringify(value)))
}

export function readFromTab(key: string): unknown {
  return stored((storage): unknown => JSON.parse(storage.getItem(key) ?? 'null')) ?? null
}

export function dropFromTab(key: string): void {
  stored((storage) => storage.removeItem(key))
}

/** A browser may keep nothing, or nothing more, for us; then only a reload loses something. */
function stored<Value>(use: (storage: Storage) => Value): Value | undefined {
  try {
    return use(sessionStorage)
  } catch {
    return undefined
  }
}
