import type { createBrowserRouter } from 'react-router'

import { recordVisits } from './record-visits.ts'
import { restoreScroll } from './restore-scroll.ts'

/** What follows the navigation. A module of its own, because the first screen does not need it. */
export function followRouter(router: ReturnType<typeof createBrowserRouter>): void {
  recordVisits(router)
  restoreScroll(router)
}
