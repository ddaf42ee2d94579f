import type { Router } from '#web/router/router.ts'

import { recordVisit } from '../navigation/record-visit.ts'
import type { PageHandle } from './routes.tsx'

/** Keeps the path of every screen that is shown without an error. */
export function recordVisits(router: Router): void {
  const record = ({ initialized, navigation, errors, matches, location }: Router['state']) => {
    if (!initialized || navigation.state !== 'idle' || errors) return
    const isFound = matches.every(({ route }) => !(route.handle as PageHandle | undefined)?.status)
    if (isFound) recordVisit(location)
  }
  router.subscribe(record)
  record(router.state)
}
