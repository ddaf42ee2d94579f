import '@testing-library/jest-dom/vitest'
import { cleanup, configure, getConfig } from '@testing-library/react'
import { afterAll, afterEach, beforeAll, vi } from 'vitest'

import { dismissAll } from '#web/ui/toast.tsx'

// Tests usually wait only a moment. The timeout is for a busy machine.
const defaultConfig = getConfig()
const { setTimeout: realSetTimeout } = globalThis
configure({
  asyncUtilTimeout: 10_000,
  asyncWrapper: (wait) =>
    defaultConfig.asyncWrapper(async () => {
      const result = await wait()
      await runEffects()
      return result
    }),
})

/** React runs effects, such as focusing, some turns after rendering. */
async function runEffects() {
  for (let turns = 0; turns < 5; turns++) await new Promise((resolve) => realSetTimeout(resolve, 0))
}

// jsdom does not implement showModal and close.
if (!('showModal' in HTMLDialogElement.prototype))
  Object.assign(HTMLDialogElement.prototype, {
    showModal(this: HTMLDialogElement) {
      this.open = true
    },
    close(this: HTMLDialogElement) {
      this.open = false
    },
  })

// The window's forms are jsdom's, and Node's requests only know Node's own.
const nodeForm = await new Response('', {
  headers: { 'content-type': 'application/x-www-form-urlencoded' },
}).formData()
const NodeFormData = nodeForm.constructor as typeof FormData
const NodeRequest = globalThis.Request
class RequestOfForms extends NodeRequest {
  constructor(input: RequestInfo | URL, init?: RequestInit) {
    super(input, init?.body instanceof FormData ? { ...init, body: toNodeForm(init.body) } : init)
  }
}
// The setup runs once for each file of a worker.
if (NodeRequest.name !== RequestOfForms.name) globalThis.Request = RequestOfForms

/** Only the text fields: no test of a form chooses a file. */
function toNodeForm(form: FormData): FormData {
  const copy = new NodeFormData()
  for (const [name, value] of form) if (typeof value === 'string') copy.append(name, value)
  return copy
}

// Testing Library sets this for the first file of a worker only.
beforeAll(() => Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true }))

// What a page does later, such as saving a draft that failed again, must not reach the API of the next test.
const timers = new Set<ReturnType<typeof setTimeout>>()
globalThis.setTimeout = Object.assign((...args: Parameters<typeof realSetTimeout>) => {
  const timer = realSetTimeout(...args)
  timers.add(timer)
  return timer
}, realSetTimeout)
afterAll(() => {
  globalThis.setTimeout = realSetTimeout
})

afterEach(() => {
  cleanup()
  for (const timer of timers) clearTimeout(timer)
  timers.clear()
  dismissAll()
  vi.unstubAllGlobals()
  localStorage.clear()
  sessionStorage.clear()
  for (const pair of document.cookie.split('; '))
    document.cookie = `${pair.split('=')[0]}=; Path=/; Max-Age=0`
})

// The next file uses the same window, so module state is reset.
afterAll(() => {
  configure(defaultConfig)
  vi.resetModules()
})
