import type { Config } from '../../config/config.ts'
import type { Database } from '../../database/database.ts'
import { runChecks, type Check } from './check.ts'
import { controllerChecks } from './controller-checks.ts'
import { databaseChecks } from './database-checks.ts'
import { keyChecks } from './key-checks.ts'
import { moderationChecks } from './moderation-checks.ts'
import { machineChecks } from './machine-checks.ts'
import { networkChecks } from './network-checks.ts'
import type { Log } from '../../runtime/log.ts'
import type { Sealing } from '../../runtime/sealing.ts'
import { StartRefused } from '../../runtime/start-refused.ts'

type CheckDeps = {
  config: Config
  database: Database
  /** Undefined where the secret does not open the database. */
  sealing: Sealing | undefined
  now: () => Date
}

/** What must hold for Ajo to work. The start, `npm run doctor` and, for what can change meanwhile, readiness ask the same. */
export function openChecks(deps: CheckDeps): Check[] {
  return [
    ...databaseChecks(deps),
    ...keyChecks(deps),
    ...machineChecks(deps.config),
    ...controllerChecks(deps.config),
    ...networkChecks(deps),
    ...moderationChecks(deps),
  ]
}

/** Refuses the start where a fatal check finds a fault. */
export async function refuseFaults(checks: readonly Check[]): Promise<void> {
  const findings = await runChecks(checks.filter(({ isFatal }) => isFatal))
  const faults = findings.flatMap(({ fault }) => fault ?? [])
  if (faults.length > 0) throw new StartRefused(faults.join('\n'))
}

/** Logs the faults with which the server works nevertheless. They do not delay the start. */
export async function logFaults(checks: readonly Check[], log: Log): Promise<void> {
  for (const { name, fault } of await runChecks(checks.filter(({ isFatal }) => !isFatal)))
    if (fault !== undefined) log.warn({ check: name, fault }, 'a check found a fault')
}
