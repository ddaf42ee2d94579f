import { render } from '@testing-library/react'
import type { ReactElement } from 'react'
import { createMemoryRouter, Outlet, type RouteObject } from 'react-router'
import { RouterProvider } from 'react-router/dom'

import type { Site } from '#shared/page.ts'
import { SiteProvider } from '#web/api/site.tsx'
import { Toaster } from '#web/ui/toasts/toast.tsx'

/** Renders one element as the screen at `path`, with the browser standing at `at`. */
export function renderAt(
  at: string,
  path: string,
  element: ReactElement,
  site: Partial<Site> = {},
) {
  return renderRoutes(at, [{ path, element }], site)
}

/** Renders screens with their loaders and actions. Every other address shows itself, so that a test can see where a person was sent. */
export function renderRoutes(at: string, routes: RouteObject[], known: Partial<Site> = {}) {
  const root = (
    <>
      <Outlet />
      <Toaster />
    </>
  )
  const router = createMemoryRouter(
    [
      {
        element: root,
        HydrateFallback: () => null,
        children: [...routes, { path: '*', element: null }],
      },
    ],
    { initialEntries: [at] },
  )
  const site = {
    origin: 'https://ajo.example',
    mode: 'live' as const,
    supportEmail: 'support@ajo.example',
    year: 2025,
    isSignedIn: false,
    ...known,
  }
  const view = render(
    <SiteProvider site={site}>
      <RouterProvider router={router} />
    </SiteProvider>,
  )
  return { ...view, router, address: () => addressOf(router.state.location) }
}

function addressOf({ pathname, search, hash }: { pathname: string; search: string; hash: string }) {
  return pathname + search + hash
}
