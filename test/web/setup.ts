import '@testing-library/jest-dom/vitest'
import { cleanup, configure, getConfig } from '@testing-library/react'
import { afterAll, afterEach, beforeAll, vi } from 'vitest'

import { dismissAll } from '#web/ui/toasts/toast-queue.ts'

// What is waited for comes at once, but for a machine that has much else to do.
const asConfigured = getConfig()
const { setTimeout: later } = globalThis
configure({
  asyncUtilTimeout: 10_000,
  asyncWrapper: (wait) =>
    asConfigured.asyncWrapper(async () => {
      const found = await wait()
      await effectsRun()
      return found
    }),
})

/** React draws first and runs the effects (a focus, a listener) some turns later, more of them where the machine is slow. */
async function effectsRun() {
  for (let turns = 0; turns < 5; turns++) await new Promise((resolve) => later(resolve, 0))
}

// jsdom knows a <dialog>, but not how one opens.
if (!('showModal' in HTMLDialogElement.prototype))
  Object.assign(HTMLDialogElement.prototype, {
    showModal(this: HTMLDialogElement) {
      this.open = true
    },
    close(this: HTMLDialogElement) {
      this.open = false
    },
  })

// As for the first file of a worker, for which the library does it by itself.
beforeAll(() => Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true }))

afterEach(() => {
  cleanup()
  dismissAll()
  vi.unstubAllGlobals()
  localStorage.clear()
  sessionStorage.clear()
  for (const pair of document.cookie.split('; '))
    document.cookie = `${pair.split('=')[0]}=; Path=/; Max-Age=0`
})

// The next file comes to the same window as to a new page: what our modules remember is gone.
afterAll(() => {
  configure(asConfigured)
  vi.resetModules()
})
