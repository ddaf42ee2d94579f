import type { ComponentType, ReactNode } from 'react'

import type { RequestContext } from './request-context.ts'

export type Params = Readonly<Record<string, string | undefined>>

/** What a loader or an action gets. `request` has the address of the page, not of the API. */
export type LoaderFunctionArgs = {
  request: Request
  params: Params
  context: Readonly<RequestContext>
}
export type ActionFunctionArgs = LoaderFunctionArgs

/** Returns the data of a route, `data()` with status and headers, or a redirect. It may throw a redirect or an error. */
export type LoaderFunction = (args: LoaderFunctionArgs) => unknown
export type ActionFunction = LoaderFunction

export type RouteModule = {
  Component?: ComponentType
  loader?: LoaderFunction
  action?: ActionFunction
}

/**
 * One level of the tree of pages. A path that starts with '/' is absolute. `:name` matches one segment, `:name?` one or none, and a
 * last `*` all that is left.
 */
export type Route = RouteModule & {
  /** Its place in the tree by default. */
  id?: string
  path?: string
  element?: ReactNode
  /** Shown instead of the route and its children when one of them fails. */
  errorElement?: ReactNode
  lazy?: (() => Promise<RouteModule>) | undefined
  /** Loads the loader and the action, which the first page does not need when the server has rendered it. */
  lazyData?: (() => Promise<RouteModule>) | undefined
  /** Answers a form while the action of the route cannot be loaded, so that the page with the form stays. */
  answerUnsent?: (request: Request, error: unknown) => unknown
  handle?: unknown
  children?: readonly Route[]
}

export type KnownRoute = Omit<Route, 'id' | 'children'> & {
  id: string
  children: readonly KnownRoute[]
}

/** A route of the current address. `path` is its whole pattern. Each match has the parameters of all levels. */
export type Match = { route: KnownRoute; path: string; params: Params }

/** The routes with their ids. A loaded route is stored in them, so the objects stay the same. */
export function identifyRoutes(routes: readonly Route[], parent = ''): KnownRoute[] {
  return routes.map((route, index) => {
    const id = route.id ?? `${parent}${index}`
    const children = identifyRoutes(route.children ?? [], `${id}-`)
    return { ...route, id, children }
  })
}

export async function loadRoute(route: KnownRoute): Promise<void> {
  if (route.lazy) Object.assign(route, listParts(await route.lazy()), { lazy: undefined })
}

export async function loadRouteData(route: KnownRoute): Promise<void> {
  if (route.lazyData)
    Object.assign(route, listParts(await route.lazyData()), { lazyData: undefined })
}

/** Other exports of a module do not change the route. */
function listParts({ Component, loader, action }: RouteModule): RouteModule {
  return { ...(Component && { Component }), ...(loader && { loader }), ...(action && { action }) }
}
