// Checks whether Ajo can work with these settings: npm run doctor, with or without a running server. `npm run doctor -- --json` prints the
// results for programs. Exit codes: 0 no faults, 1 faults, 2 the checks could not run.
import { openChecks, runChecks, type Finding } from '#server/platform/health/checks.ts'
import { readConfig, type Config } from '#server/platform/config/config.ts'
import { startErrorMessage } from '#server/platform/config/start-messages.ts'
import type { Database } from '#server/platform/database/database.ts'
import { findCanary, findSecretFault, openSealing } from '#server/platform/keys/open-sealing.ts'

import { noDatabaseMessage } from './command.ts'
import { openCommandDatabase } from './open-database.ts'

const [flag, ...others] = process.argv.slice(2)
if (others.length > 0 || (flag !== undefined && flag !== '--json')) {
  console.error('Usage: npm run doctor [-- --json]')
  process.exitCode = 2
} else {
  try {
    process.exitCode = await examine(flag === '--json')
  } catch (error) {
    console.error(startErrorMessage(error))
    process.exitCode = 2
  }
}

async function examine(isJson: boolean): Promise<number> {
  await using opened = new AsyncDisposableStack()
  const config = readConfig(process.env)
  const database = await openCommandDatabase(config, opened)
  if (database === undefined) {
    console.error(noDatabaseMessage)
    return 2
  }
  const sealing = await tryOpenSealing(config, database)
  const findings = await runChecks(openChecks({ config, database, sealing, now: () => new Date() }))
  console.log(isJson ? JSON.stringify(findings, null, 2) : findings.map(toLine).join('\n'))
  return findings.some(({ fault }) => fault !== undefined) ? 1 : 0
}

function toLine({ name, fault }: Finding): string {
  return `${fault === undefined ? 'ok   ' : 'fault'}  ${name.padEnd(20)}  ${fault ?? ''}`.trimEnd()
}

/** Creates no secret, unlike a start. */
async function tryOpenSealing(config: Config, database: Database) {
  const canary = await findCanary(database).catch(() => undefined)
  if (!canary || findSecretFault(config, canary) !== undefined) return undefined
  return openSealing(config, database)
}
