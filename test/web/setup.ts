import '@testing-library/jest-dom/vitest'
import { cleanup, configure } from '@testing-library/react'
import { afterEach, vi } from 'vitest'

import { dismissAll } from '#web/ui/toast-queue.ts'

// What is waited for comes at once, but for a machine that has much else to do.
configure({ asyncUtilTimeout: 10_000 })

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

afterEach(() => {
  cleanup()
  dismissAll()
  vi.unstubAllGlobals()
  localStorage.clear()
  for (const pair of document.cookie.split('; '))
    document.cookie = `${pair.split('=')[0]}=; Path=/; Max-Age=0`
})
