import { useEffect } from 'react'
import { Outlet, ScrollRestoration } from 'react-router'

import { showToastOnArrival } from '#web/features/account/redirect-with-toast.ts'
import { Toaster } from '#web/ui/toast.tsx'

export function Root() {
  useEffect(showToastOnArrival, [])
  return (
    <>
      <Outlet />
      <Toaster />
      <ScrollRestoration />
    </>
  )
}
