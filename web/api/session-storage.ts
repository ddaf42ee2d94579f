import { browserNames } from '#shared/browser-names.ts'
import type { SessionStorageName } from '#shared/browser-storage.ts'

import { readCookie } from './cookies.ts'

/** Disabled after logging out, so that nothing of the person is written until the next login. */
let isEnabled = true

export function enableSessionStorage(): void {
  isEnabled = true
}

export function clearSessionStorage(): void {
  isEnabled = false
  withStorage((storage) => storage.clear())
}

export function writeSessionStorage(name: SessionStorageName, value: unknown): void {
  if (isEnabled) withStorage((storage) => storage.setItem(toKey(name), JSON.stringify(value)))
}

export function readSessionStorage(name: SessionStorageName, account = readAccount()): unknown {
  const read = (storage: Storage): unknown =>
    JSON.parse(storage.getItem(toKey(name, account)) ?? 'null')
  return withStorage(read) ?? null
}

export function removeFromSessionStorage(name: SessionStorageName): void {
  withStorage((storage) => storage.removeItem(toKey(name)))
}

/** Removes what a visitor or another account has typed in this tab. */
export function removeOthersFromSessionStorage(): void {
  const account = readAccount()
  withStorage((storage) => {
    for (const key of Object.keys(storage))
      if ((key.split(' ')[1] ?? '') !== account) storage.removeItem(key)
  })
}

/** The account that is logged in, empty for a visitor. What one has typed is never read for another. */
const readAccount = () => readCookie(browserNames.uid) ?? ''

const toKey = (name: SessionStorageName, account = readAccount()) =>
  account === '' ? name : `${name} ${account}`

/** Browsers may forbid storage or run out of it. Then values are lost on reload. */
function withStorage<Value>(use: (storage: Storage) => Value): Value | undefined {
  try {
    return use(sessionStorage)
  } catch {
    return undefined
  }
}
