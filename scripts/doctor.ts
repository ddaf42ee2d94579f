// Checks whether Ajo can work with these settings: npm run doctor, with or without a running server. `npm run doctor -- --json` prints the
// results for programs. Exit codes: 0 no faults, 1 faults, 2 the checks could not run.
import { openChecks, runChecks, type Finding } from '#server/platform/health/checks.ts'
import type { Config } from '#server/platform/config/config.ts'
import type { Database } from '#server/platform/database/database.ts'
import { findCanary, findSecretFault, openSealing } from '#server/platform/keys/open-sealing.ts'

import { runCheck } from './command.ts'

const [flag, ...others] = process.argv.slice(2)
const isValid = others.length === 0 && (flag === undefined || flag === '--json')
await runCheck(
  'Usage: npm run doctor [-- --json]',
  isValid
    ? async ({ config, database }) => {
        const sealing = await tryOpenSealing(config, database)
        const checks = openChecks({ config, database, sealing, now: () => new Date() })
        const findings = await runChecks(checks)
        return {
          message: flag ? JSON.stringify(findings, null, 2) : findings.map(toLine).join('\n'),
          isDone: findings.every(({ fault }) => fault === undefined),
        }
      }
    : undefined,
)

function toLine({ name, fault }: Finding): string {
  return `${fault === undefined ? 'ok   ' : 'fault'}  ${name.padEnd(20)}  ${fault ?? ''}`.trimEnd()
}

/** Creates no secret, unlike a start. */
async function tryOpenSealing(config: Config, database: Database) {
  const canary = await findCanary(database).catch(() => undefined)
  if (!canary || findSecretFault(config, canary) !== undefined) return undefined
  return openSealing(config, database)
}
