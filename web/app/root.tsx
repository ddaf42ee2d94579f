import { createContext, use, useEffect, type ReactNode } from 'react'

import { Outlet } from '#web/router/page-view.tsx'

import { showToastOnArrival } from '../navigation/redirect-with-toast.ts'
import { Toaster } from '../ui/toast.tsx'

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
