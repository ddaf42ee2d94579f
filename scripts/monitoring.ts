// Writes the alert rules in docs/operations/monitoring: npm run monitoring.
import { writeFileSync } from 'node:fs'

import { toRules } from '#server/platform/health/alarm-rules.ts'

writeFileSync('docs/operations/monitoring/ajo-rules.yaml', toRules())
