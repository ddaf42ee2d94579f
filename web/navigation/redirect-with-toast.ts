import { browserNames, cookieSeconds } from '#shared/browser-names.ts'
import { toast } from '#web/ui/toast.tsx'
import { redirect } from '#web/router/responses.ts'

import { isBrowser, writeCookies, type PlainCookie } from '../api/cookies.ts'

/**
 * Redirects and shows a toast. In the browser the toast is shown at once, and stays during the navigation. On the server, which handles
 * forms without script, the message goes into a cookie, which `Root` shows and deletes.
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
  return { name: browserNames.toast, value: message, seconds: cookieSeconds.toast }
}
