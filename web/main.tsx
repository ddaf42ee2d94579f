import './styles.css'
import { createRoot } from 'react-dom/client'

import { pageDataId, type Hydration } from '#shared/page.ts'
import { browserHistory } from '#web/router/history.ts'
import { matchRoutes } from '#web/router/match-routes.ts'
import { loadRoute } from '#web/router/route.ts'
import { RouterProvider } from '#web/router/router-provider.tsx'
import { createRouter, type Router } from '#web/router/router.ts'

import { SiteProvider } from './api/site.tsx'
import { ConnectionStatus } from './app/connection-status.tsx'
import { ErrorPage } from './app/error-page.tsx'
import { hydrate } from './app/hydrate.tsx'
import { readHydration, readPageData } from './app/page-data.ts'
import { RootExtra } from './app/root.tsx'
import { routes } from './app/routes.tsx'
import { ScrollRestoration } from './app/scroll-restoration.tsx'
import { whenIdle } from './forms/lazy.tsx'
import { rememberAccount } from './pages/parts/session/session.ts'

const { site, hydration, isShell } = readPageData()
// Nothing of a person may stay in the document after they log out.
document.getElementById(pageDataId)?.remove()
const root = document.getElementById('root')
// The copy of an account whose session has ended must not stay in the browser.
if (!site.isSignedIn) rememberAccount(null)
if (root) await (hydration && !isShell ? hydratePage(root, hydration) : startApp(root, hydration))

/** Hydrates a page that the server rendered. Its screen is loaded first, because React needs it for the first render. */
async function hydratePage(container: Element, rendered: Hydration) {
  if (!(await loadScreens())) return startApp(container, null)
  if (rendered.errors) await ErrorPage.load()
  const router = createRouter(routes, {
    history: browserHistory(),
    hydration: readHydration(rendered),
  })
  hydrate(container, toPage(router))
}

/** False if a screen of this address cannot be loaded. The router says so. */
async function loadScreens(): Promise<boolean> {
  const matches = matchRoutes(routes, location.pathname) ?? []
  return Promise.all(matches.map(({ route }) => loadRoute(route))).then(
    () => true,
    () => false,
  )
}

/** The app shell stays visible until the first screen has its data, which the document may contain. */
async function startApp(container: Element, sent: Hydration | null) {
  const hasData = sent !== null && (await loadScreens())
  const router = createRouter(routes, {
    history: browserHistory(),
    isShell: true,
    ...(hasData && { hydration: readHydration(sent) }),
  })
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
  whenIdle(() => void ErrorPage.load())
  // A module of its own, because the first screen does not need it.
  void import('./app/record-visits.ts').then(({ recordVisits }) => recordVisits(router))
  const extra = (
    <>
      <ScrollRestoration router={router} />
      <ConnectionStatus />
    </>
  )
  return (
    <SiteProvider site={site}>
      <RootExtra value={extra}>
        <RouterProvider router={router} />
      </RootExtra>
    </SiteProvider>
  )
}
