import type { ComponentType, ReactNode } from 'react'
import type { DataRouteObject, HydrationState, StaticHandlerContext } from 'react-router'

import type { Hydration } from '#shared/page.ts'

type Options = {
  hydration: Hydration
  data: HydrationState
  /** The components of the matches, the outermost first. */
  components: readonly ComponentType[]
  errorElement?: ReactNode
}

/** The routes and the context that the server rendered a page with. */
export function toStaticRouter({ hydration, data, components, errorElement }: Options) {
  const nested = hydration.matches.map(({ id }, index): DataRouteObject => ({
    id,
    Component: components[index] ?? null,
  }))
  for (const [index, route] of nested.entries()) {
    const child = nested[index + 1]
    if (child) route.children = [child]
  }
  const routes = nested.slice(0, 1)
  if (routes[0] && errorElement !== undefined) routes[0].errorElement = errorElement
  const context: StaticHandlerContext = {
    basename: '/',
    location: { pathname: location.pathname, search: '', hash: '', state: null, key: 'default' },
    matches: hydration.matches.map((match, index) => ({
      ...match,
      route: nested[index] ?? { id: match.id },
    })),
    loaderData: data.loaderData ?? {},
    actionData: data.actionData ?? null,
    errors: data.errors ?? null,
    statusCode: 200,
    loaderHeaders: {},
    actionHeaders: {},
    _match: () => null,
  }
  return { routes, context }
}
