import { createContext, use, useEffect, type ReactNode } from 'react'

import { browserNames } from '#shared/browser-names.ts'
import { Outlet } from '#web/router/page-view.tsx'

import { readCookie, writeCookies } from '../api/cookies.ts'
import { toast, Toaster } from '../ui/toast.tsx'

/** Elements that only the client app renders. They are null on the server and on public pages, so that all three render the same tree. */
export const RootExtra = createContext<ReactNode>(null)

/** The parent of every screen. */
export function Root() {
  const extra = use(RootExtra)
  useEffect(showToastOnArrival, [])
  return (
    <>
      <Outlet />
      <Toaster />
      {extra}
    </>
  )
}

function showToastOnArrival() {
  const message = readCookie(browserNames.toast)
  if (!message) return
  writeCookies([{ name: browserNames.toast, value: '', seconds: 0 }])
  toast(message)
}
