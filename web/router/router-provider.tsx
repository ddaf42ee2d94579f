import { startTransition, useLayoutEffect, useState } from 'react'

import { PageView } from './page-view.tsx'
import type { Router } from './router.ts'

/** Shows the page of a router. Nothing is shown before the first page has its data. */
export function RouterProvider({ router }: { router: Router }) {
  const [state, setState] = useState(router.state)
  useLayoutEffect(() => {
    const show = () => startTransition(() => setState(router.state))
    show()
    return router.subscribe(show)
  }, [router])
  return state.initialized ? <PageView page={state} navigator={router} /> : null
}
