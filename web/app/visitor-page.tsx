import { useMemo, useState, type ComponentProps, type ComponentType, type ReactNode } from 'react'
import {
  createPath,
  createStaticRouter,
  StaticRouterProvider,
  type DataRouteObject,
  type StaticHandlerContext,
  type To,
} from 'react-router'

import type { Hydration, PageData } from '#shared/page.ts'

import { DocumentForms } from '../forms/document-forms.ts'
import { ErrorScreen } from './error-screen.tsx'
import { readHydration } from './page-data.ts'
import { Root } from './root.tsx'

type Failure = ComponentProps<typeof ErrorScreen>
type Props = Failure & { hydration: Hydration; Screen: ComponentType }

/** The page as the server rendered it. Links load documents; revalidating fetches the page's data from the server. */
export function VisitorPage({ hydration, Screen, TakenDown }: Props) {
  const [loaderData, setLoaderData] = useState(hydration.loaderData)
  const { routes, context } = useMemo(
    () => toStaticRouter(hydration, Screen, <ErrorScreen TakenDown={TakenDown} />),
    [hydration, Screen, TakenDown],
  )
  const current = { ...context, loaderData }

  const revalidate = async () => {
    const response = await fetch(location.href, { headers: { accept: 'application/json' } })
    if (!response.ok) return
    const page = (await response.json()) as PageData
    if (page.hydration) setLoaderData(page.hydration.loaderData)
  }
  const router = {
    ...createStaticRouter(routes, current),
    navigate: async (to: To | number | null, options?: object) => navigate(to, options),
    revalidate,
  }
  return (
    <DocumentForms value={true}>
      <StaticRouterProvider router={router} context={current} hydrate={false} />
    </DocumentForms>
  )
}

function navigate(to: To | number | null, options?: object) {
  if (options && 'formMethod' in options) throw new Error('a public page cannot submit a form')
  if (typeof to === 'number') history.go(to)
  else if (to !== null) location.assign(typeof to === 'string' ? to : createPath(to))
}

/** The routes and the context that the server rendered this screen with. */
function toStaticRouter(hydration: Hydration, Screen: ComponentType, errorElement: ReactNode) {
  const [rootId = '', screenId = ''] = hydration.matches.map(({ id }) => id)
  const child: DataRouteObject = { id: screenId, Component: Screen }
  const routes: DataRouteObject[] = [
    { id: rootId, Component: Root, errorElement, children: [child] },
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
