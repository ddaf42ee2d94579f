import { useMemo, useState, type ComponentType } from 'react'
import {
  createPath,
  createStaticRouter,
  StaticRouterProvider,
  type DataRouteObject,
  type StaticHandlerContext,
  type To,
} from 'react-router'

import type { Hydration, PageData } from '#shared/page.ts'

import { ErrorScreen } from './error-screen.tsx'
import { readHydration } from './page-data.ts'
import { Root } from './root.tsx'

export type VisitorScreen = { Component: ComponentType }

/** The page as the server rendered it, in the same frame, with links that load documents. Looking again asks the server for its data. */
export function VisitorPage({
  hydration,
  screen,
}: {
  hydration: Hydration
  screen: VisitorScreen
}) {
  const [loaderData, setLoaderData] = useState(hydration.loaderData)
  const { routes, context } = useMemo(() => frameOf(hydration, screen), [hydration, screen])
  const shown = { ...context, loaderData }

  const lookAgain = async () => {
    const answer = await fetch(location.href, { headers: { accept: 'application/json' } })
    if (!answer.ok) return
    const page = (await answer.json()) as PageData
    if (page.hydration) setLoaderData(page.hydration.loaderData)
  }
  const router = {
    ...createStaticRouter(routes, shown),
    navigate: async (to: To | number | null) => navigate(to),
    revalidate: lookAgain,
  }
  return <StaticRouterProvider router={router} context={shown} hydrate={false} />
}

function navigate(to: To | number | null) {
  if (typeof to === 'number') history.go(to)
  else if (to !== null) location.assign(typeof to === 'string' ? to : createPath(to))
}

/** The routes and the context that the server had, for this one screen. */
function frameOf(hydration: Hydration, screen: VisitorScreen) {
  const [rootId = '', screenId = ''] = hydration.matches.map(({ id }) => id)
  const child: DataRouteObject = { id: screenId, Component: screen.Component }
  const routes: DataRouteObject[] = [
    { id: rootId, Component: Root, ErrorBoundary: ErrorScreen, children: [child] },
  ]
  const [root = child] = routes
  const context: StaticHandlerContext = {
    basename: '/',
    location: { pathname: location.pathname, search: '', hash: '', state: null, key: 'default' },
    matches: hydration.matches.map((match, index) => ({
      ...match,
      route: [root, child][index] ?? child,
    })),
    ...readHydration(hydration),
    statusCode: 200,
    loaderHeaders: {},
    actionHeaders: {},
    _match: () => null,
  }
  return { routes, context }
}
