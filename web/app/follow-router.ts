import type { Router } from '#web/router/router.ts'

import { recordVisits } from './record-visits.ts'

/** What follows the navigation. A module of its own, because the first screen does not need it. */
export function followRouter(router: Router): void {
  recordVisits(router)
}
