import { useMemo, useState, type ComponentType, type ReactNode } from 'react'

import type { Hydration, PageData } from '#shared/page.ts'
import { toUrl } from '#web/router/location.ts'
import type { Page } from '#web/router/page.ts'
import { PageView } from '#web/router/page-view.tsx'
import type { NavigateOptions, Navigator } from '#web/router/router.ts'

import { readHydration } from './page-data.ts'
import { Root } from './root.tsx'

type Props = { hydration: Hydration; Screen: ComponentType; errorElement: ReactNode }

/** The page as the server rendered it. Links load documents; revalidating fetches the page's data from the server. */
export function VisitorPage({ hydration, Screen, errorElement }: Props) {
  const [loaderData, setLoaderData] = useState(hydration.loaderData)
  const rendered = useMemo(
    () => toPage({ hydration, Screen, errorElement }),
    [hydration, Screen, errorElement],
  )
  const page = useMemo(() => ({ ...rendered, loaderData }), [rendered, loaderData])
  const navigator = useMemo((): Navigator => {
    const revalidate = async () => {
      const response = await fetch(location.href, { headers: { accept: 'application/json' } })
      if (!response.ok) return
      const data = (await response.json()) as PageData
      if (data.hydration) setLoaderData(data.hydration.loaderData)
    }
    return { navigate, revalidate, prepare: () => Promise.resolve(), opensDocuments: true }
  }, [])
  return <PageView page={page} navigator={navigator} />
}

const navigate: Navigator['navigate'] = async (to, options: NavigateOptions = {}) => {
  if (options.formMethod) throw new Error('a public page cannot submit a form')
  if (typeof to === 'number') history.go(to)
  else location.assign(toUrl(to))
}

/** The routes and the data that the server rendered this screen with. */
function toPage({ hydration, Screen, errorElement }: Props): Page {
  const parts = [{ Component: Root, errorElement }, { Component: Screen }]
  return {
    location: { pathname: location.pathname, search: '', hash: '', state: null, key: 'default' },
    matches: hydration.matches.map(({ id, params }, index) => ({
      route: { id, children: [], ...parts[index] },
      path: '',
      params,
    })),
    ...readHydration(hydration),
  }
}
