import type { Database } from '../storage/database.ts'

import type { Faults } from '../faults/faults.ts'
import type { Periods } from './periods.ts'

export type LifecycleDeps = {
  database: Database
  now: () => Date
  periods: Periods
  faults: () => Faults
}
