import { createBrowserRouter, matchRoutes, type HydrationState } from 'react-router'

import { followRouter } from './follow-router.ts'
import { routes } from './routes.tsx'

export type Router = ReturnType<typeof createBrowserRouter>

/** The client router. `hydrationData` are those of a page that the server loaded, whose screen is then loaded first. */
export async function openRouter(hydrationData?: HydrationState): Promise<Router> {
  if (hydrationData)
    for (const { route } of matchRoutes(routes, location) ?? [])
      if (typeof route.lazy === 'function')
        Object.assign(route, await route.lazy(), { lazy: undefined })
  const router = createBrowserRouter(routes, hydrationData && { hydrationData })
  followRouter(router)
  return router
}
