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

import { SiteProvider } from './api/site.tsx'
import { ConnectionStatus } from './app/connection-status.tsx'
import { readHydration, readPageData } from './app/page-data.ts'
import { RootExtra } from './app/root.tsx'
import { routes } from './app/routes.tsx'

/** Elements that need the client router. */
const extra = (
  <>
    <ScrollRestoration />
    <ConnectionStatus />
  </>
)

const { site, hydration } = readPageData()
const root = document.getElementById('root')
if (root) await (hydration ? hydratePage(root, hydration) : startApp(root))

/** Hydrates a page that the server rendered. Its screen is loaded first, because React needs it for the first render. */
async function hydratePage(container: Element, hydration: Hydration) {
  for (const { route } of matchRoutes(routes, location) ?? [])
    if (typeof route.lazy === 'function')
      Object.assign(route, await route.lazy(), { lazy: undefined })

  const hydrationData: HydrationState = readHydration(hydration)
  const router = createBrowserRouter(routes, { hydrationData })
  startTransition(() => {
    hydrateRoot(container, toPage(router))
  })
}

/** The app shell stays visible until the first screen has its data. */
async function startApp(container: Element) {
  const router = createBrowserRouter(routes)
  if (!router.state.initialized)
    await new Promise<void>((resolve) => {
      const unsubscribe = router.subscribe(({ initialized }) => {
        if (!initialized) return
        unsubscribe()
        resolve()
      })
    })
  createRoot(container).render(toPage(router))
}

function toPage(router: ReturnType<typeof createBrowserRouter>) {
  void import('./app/follow-router.ts').then(({ followRouter }) => followRouter(router))
  return (
    <SiteProvider site={site}>
      <RootExtra value={extra}>
        <RouterProvider router={router} />
      </RootExtra>
    </SiteProvider>
  )
}
