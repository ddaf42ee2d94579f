import { browserNames, cookieSeconds } from '#shared/browser-names.ts'
import { toast } from '#web/ui/toast.tsx'
import { redirect } from '#web/router/responses.ts'

import { isBrowser, readCookie, writeCookies, type PlainCookie } from '../api/cookies.ts'

const name = browserNames.toast

/**
 * Redirects and shows a toast. In the browser the toast is shown at once, and stays during the navigation. On the server, which handles
 * forms without script, the message goes into a cookie, which `showToastOnArrival` shows and deletes.
 */
export function redirectWithToast(path: string, message: string, cookies: PlainCookie[] = []) {
  if (isBrowser) toast(message)
  const toastCookies = isBrowser ? [] : [toToastCookie(message)]
  return redirect(path, { headers: writeCookies([...cookies, ...toastCookies]) })
}

/** Loads a document and shows a toast there. */
export function openWithToast(path: string, message: string): void {
  writeCookies([toToastCookie(message)])
  location.assign(path)
}

function toToastCookie(message: string): PlainCookie {
  return { name, value: message, seconds: cookieSeconds.toast }
}

export function showToastOnArrival(): void {
  const message = readCookie(name)
  if (!message) return
  writeCookies([{ name, value: '', seconds: 0 }])
  toast(message)
}
