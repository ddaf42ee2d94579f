// Writes the alert rules and the dashboard in docs/operations/monitoring: npm run monitoring.
import { writeFileSync } from 'node:fs'

import { monitoringFiles } from '#server/platform/health/alarm-rules.ts'

for (const [path, text] of Object.entries(monitoringFiles())) writeFileSync(path, text)
