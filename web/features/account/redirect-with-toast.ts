import { redirect } from 'react-router'

import { toast } from '#web/ui/toast.tsx'

import { isBrowser, readCookie, writeCookies, type PlainCookie } from './cookies.ts'

const name = 'toast'

/**
 * Goes somewhere and says there what was done. How the sentence gets there: in the browser the toast is shown at once, and stays on
 * through the change of screens, because the Toaster lives above them. On the server, where a form was sent before the script had come,
 * the sentence travels in a cookie of one minute, which `showToastOnArrival` shows and deletes.
 */
export function redirectWithToast(path: string, message: string, cookies: PlainCookie[] = []) {
  if (isBrowser) toast(message)
  const travelling = isBrowser ? [] : [travellingToast(message)]
  return redirect(path, { headers: writeCookies([...cookies, ...travelling]) })
}

/** The same where the browser loads a document, and forgets everything before it. */
export function openWithToast(path: string, message: string): void {
  writeCookies([travellingToast(message)])
  location.assign(path)
}

function travellingToast(message: string): PlainCookie {
  return { name, value: message, seconds: 60 }
}

export function showToastOnArrival(): void {
  const message = readCookie(name, new Request(location.href))
  if (!message) return
  writeCookies([{ name, value: '', seconds: 0 }])
  toast(message)
}
