import { createContext, use, useEffect, type ReactNode } from 'react'
import { Outlet } from 'react-router'

import { showToastOnArrival } from '../features/account/redirect-with-toast.ts'
import { Toaster } from '../ui/toast.tsx'

/** What the browser's app adds to the root. The server and visitors' pages leave the place empty, so that all three have one shape. */
export const RootExtra = createContext<ReactNode>(null)

/** Around every screen. */
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
