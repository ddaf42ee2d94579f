import './styles.css'
import { startTransition } from 'react'
import { createRoot, hydrateRoot } from 'react-dom/client'
import { createBrowserRouter, matchRoutes, type HydrationState } from 'react-router'
import { RouterProvider } from 'react-router/dom'
import * as z from 'zod/mini'

import { pageDataId, pageDataSchema, type PageData } from '#shared/page.ts'

import { errorFromData } from './app/page-error.ts'
import { routes } from './app/routes.tsx'
import { SiteProvider } from './site.tsx'

const { site, hydration } = readPageData()
const root = document.getElementById('root')
if (root) await (hydration ? takeOver(root, hydration) : start(root))

/** React takes over what the server rendered. The screen on view must be loaded first, or React would find a gap. */
async function takeOver(container: Element, { loaderData, actionData, errors }: Hydration) {
  for (const { route } of matchRoutes(routes, location) ?? [])
    if (typeof route.lazy === 'function')
      Object.assign(route, await route.lazy(), { lazy: undefined })

  const state: HydrationState = {
    loaderData,
    actionData,
    errors: errors && mapValues(errors, errorFromData),
  }
  const router = createBrowserRouter(routes, { hydrationData: state })
  startTransition(() => {
    hydrateRoot(container, page(router))
  })
}

/** The frame from the server stays on view until the first screen has its data. */
async function start(container: Element) {
  const router = createBrowserRouter(routes)
  if (!router.state.initialized)
    await new Promise<void>((resolve) => {
      const unsubscribe = router.subscribe(({ initialized }) => {
        if (!initialized) return
        unsubscribe()
        resolve()
      })
    })
  createRoot(container).render(page(router))
}

type Hydration = NonNullable<PageData['hydration']>

function page(router: ReturnType<typeof createBrowserRouter>) {
  return (
    <SiteProvider site={site}>
      <RouterProvider router={router} />
    </SiteProvider>
  )
}

function readPageData(): PageData {
  return z.parse(pageDataSchema, JSON.parse(document.getElementById(pageDataId)?.textContent ?? ''))
}

function mapValues<From, To>(record: Record<string, From>, map: (value: From) => To) {
  return Object.fromEntries(Object.entries(record).map(([key, value]) => [key, map(value)]))
}
