import './styles.css'
import { startTransition } from 'react'
import { createRoot, hydrateRoot } from 'react-dom/client'
import {
  createBrowserRouter,
  matchRoutes,
  ScrollRestoration,
  type HydrationState,
} from 'react-router'
import { RouterProvider } from 'react-router/dom'

import type { Hydration } from '#shared/page.ts'

import { ConnectionStatus } from './app/connection-status.tsx'
import { keepPlace } from './app/keep-place.ts'
import { readHydration, readPageData } from './app/page-data.ts'
import { RootExtra } from './app/root.tsx'
import { routes } from './app/routes.tsx'
import { SiteProvider } from './site.tsx'

/** What only the client router makes possible. */
const extra = (
  <>
    <ScrollRestoration />
    <ConnectionStatus />
  </>
)

const { site, hydration } = readPageData()
const root = document.getElementById('root')
if (root) await (hydration ? takeOver(root, hydration) : start(root))

/** React takes over what the server rendered. The screen on view must be loaded first, or React would find a gap. */
async function takeOver(container: Element, hydration: Hydration) {
  for (const { route } of matchRoutes(routes, location) ?? [])
    if (typeof route.lazy === 'function')
      Object.assign(route, await route.lazy(), { lazy: undefined })

  const hydrationData: HydrationState = readHydration(hydration)
  const router = createBrowserRouter(routes, { hydrationData })
  startTransition(() => {
    hydrateRoot(container, page(router))
  })
}

/** The frame from the server stays on view until the first screen has its data. */
async function start(container: Element) {
  const router = createBrowserRouter(routes)
  if (!router.state.initialized)
    await new Promise<void>((resolve) => {
      const unsubscribe = router.subscribe(({ initialized }) => {
        if (!initialized) return
        unsubscribe()
        resolve()
      })
    })
  createRoot(container).render(page(router))
}

function page(router: ReturnType<typeof createBrowserRouter>) {
  keepPlace(router)
  return (
    <SiteProvider site={site}>
      <RootExtra value={extra}>
        <RouterProvider router={router} />
      </RootExtra>
    </SiteProvider>
  )
}
