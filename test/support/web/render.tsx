import { render, screen, within } from '@testing-library/react'
import { run } from 'axe-core'
import type { ReactElement } from 'react'
import { expect } from 'vitest'

import type { Site } from '#shared/page.ts'
import { testSite } from '#test/support/web/test-site.ts'
import { SiteProvider } from '#web/api/site.tsx'
import { ErrorScreen } from '#web/app/error-screen.tsx'
import { memoryHistory } from '#test/support/web/memory-history.ts'
import { Outlet } from '#web/router/page-view.tsx'
import { identifyRoutes, type Route } from '#web/router/route.ts'
import { RouterProvider } from '#web/router/router-provider.tsx'
import { createRouter } from '#web/router/router.ts'
import { Toaster } from '#web/ui/toast.tsx'

const errorElement = <ErrorScreen />

/** Renders an element as the screen of `path` at the URL `at`. */
export function renderAt(
  at: string,
  path: string,
  element: ReactElement,
  site: Partial<Site> = {},
) {
  return renderRoutes(at, [{ path, element }], site)
}

/** Renders screens with their loaders and actions. All other paths render nothing, so that a test can follow redirects. */
export function renderRoutes(at: string, routes: Route[], overrides: Partial<Site> = {}) {
  const root = (
    <>
      <Outlet />
      <Toaster />
    </>
  )
  const all = identifyRoutes([
    { element: root, errorElement, children: [...routes, { path: '*', element: null }] },
  ])
  const router = createRouter(all, { history: memoryHistory(at) })
  const view = render(
    <SiteProvider site={{ ...testSite, ...overrides }}>
      <RouterProvider router={router} />
    </SiteProvider>,
  )
  return { ...view, router, address: () => toUrl(router.state.location) }
}

function toUrl({ pathname, search, hash }: { pathname: string; search: string; hash: string }) {
  return pathname + search + hash
}

export const toasts = () => within(screen.getByLabelText('Notifications'))

/** Submits a form as a browser without JavaScript does. */
export async function sendForm(
  { router }: ReturnType<typeof renderRoutes>,
  path: string,
  values: Record<string, string>,
) {
  const formData = new FormData()
  for (const [name, value] of Object.entries(values)) formData.append(name, value)
  await router.navigate(path, { formMethod: 'post', formData })
}

/** Fails with the violated accessibility rules. Contrast is checked by web/ui/contrast.test.ts and the end-to-end tests. */
export async function expectAccessible(container: Element = document.body): Promise<void> {
  const { violations } = await run(container, {
    rules: { 'color-contrast': { enabled: false }, region: { enabled: false } },
  })
  const found = violations.map(({ id, nodes }) => ({ id, at: nodes.map(({ html }) => html) }))
  expect(found).toEqual([])
}
