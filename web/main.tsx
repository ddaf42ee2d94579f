import './styles.css'
import { startTransition, type ComponentType } from 'react'
import { createRoot, hydrateRoot } from 'react-dom/client'
import { createStaticRouter, ScrollRestoration } from 'react-router'
import { RouterProvider } from 'react-router/dom'

import type { Account } from '#shared/account.ts'
import type { Hydration } from '#shared/page.ts'

import { loadWithRetry } from './api/load-with-retry.ts'
import { SiteProvider } from './api/site.tsx'
import { ConnectionStatus } from './app/connection-status.tsx'
import { lateRouter } from './app/late-router.ts'
import type { Router } from './app/open-router.ts'
import { dashboardLayout, readHydration, readPageData } from './app/page-data.ts'
import { withOutcomes } from './app/promised-outcomes.ts'
import { Root, RootExtra } from './app/root.tsx'
import { toStaticRouter } from './app/static-router.ts'
import { rememberAccount } from './features/account/session/session.ts'

/** Elements that need the client router. */
const extra = (
  <>
    <ScrollRestoration />
    <ConnectionStatus />
  </>
)

const { site, hydration, screens, isShell } = readPageData()
const root = document.getElementById('root')
// Not awaited: this module shares a chunk with what the screens import, and they would wait for each other.
if (root) void (hydration ? showPage(root, hydration) : startApp(root))

/** Shows a page whose data came with the document. */
async function showPage(container: Element, page: Hydration) {
  const layout = page.loaderData[dashboardLayout] as { account: Account | null } | undefined
  if (layout) rememberAccount(layout.account)
  const { router, ready } = await toRouter(page)
  if (isShell) createRoot(container).render(toPage(router))
  else
    startTransition(() => {
      hydrateRoot(container, toPage(router))
    })
  // After the first paint, so that the next page opens without waiting for it.
  setTimeout(() => void ready().catch(() => undefined))
}

/** Pages with errors and unknown addresses need the whole app. */
async function toRouter(page: Hydration) {
  const data = { ...readHydration(page), loaderData: withOutcomes(page) }
  const open = async () => (await import('./app/open-router.ts')).openRouter(data)
  if (page.errors || screens.length === 0) {
    const router = await open()
    return { router, ready: async () => router }
  }
  const components = [Root, ...(await Promise.all(screens.map(loadScreen)))]
  const { routes, context } = toStaticRouter({ hydration: page, data, components })
  return lateRouter(createStaticRouter(routes, context), open)
}

/** The server names the file, because the list of all screens is long and only the client router needs it. */
async function loadScreen(url: string): Promise<ComponentType> {
  const load = loadWithRetry(
    () => import(/* @vite-ignore */ url) as Promise<{ Component: ComponentType }>,
  )
  return (await load()).Component
}

/** The app shell stays visible until the first screen has its data. */
async function startApp(container: Element) {
  const { openRouter } = await import('./app/open-router.ts')
  const router = await openRouter()
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

function toPage(router: Router) {
  return (
    <SiteProvider site={site}>
      <RootExtra value={extra}>
        <RouterProvider router={router} />
      </RootExtra>
    </SiteProvider>
  )
}
