import { useMemo, useState, type ComponentProps, type ComponentType } from 'react'
import { createPath, createStaticRouter, StaticRouterProvider, type To } from 'react-router'

import type { Hydration, PageData } from '#shared/page.ts'

import { DocumentForms } from '../forms/document-forms.ts'
import { ErrorScreen } from './error-screen.tsx'
import { readHydration } from './page-data.ts'
import { Root } from './root.tsx'
import { toStaticRouter } from './static-router.ts'

type Failure = ComponentProps<typeof ErrorScreen>
type Props = Failure & { hydration: Hydration; Screen: ComponentType }

/** The page as the server rendered it. Links load documents; revalidating fetches the page's data from the server. */
export function VisitorPage({ hydration, Screen, TakenDown }: Props) {
  const [loaderData, setLoaderData] = useState(hydration.loaderData)
  const { routes, context } = useMemo(
    () =>
      toStaticRouter({
        hydration,
        data: readHydration(hydration),
        components: [Root, Screen],
        errorElement: <ErrorScreen TakenDown={TakenDown} />,
      }),
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
