// Moves the embedded database to the next major version of PostgreSQL, or back: npm run ajo -- postgres upgrade | downgrade. Stop the server
// first. `install` only fetches the programs, which scripts/ajo.mjs does before this script. Exit codes: 0 done, 1 refused or failed,
// 2 wrong arguments.
import { changeMajor, type Direction } from '#server/platform/backup/change-major.ts'
import type { Config } from '#server/platform/config/config.ts'
import { knownMajors } from '#server/platform/database/embedded/postgres-binaries.ts'

import { runWithConfig, type CommandResult } from './command.ts'

const [verb = '', ...others] = process.argv.slice(2)
const verbs: Record<string, (config: Config) => Promise<CommandResult>> = {
  install: async () => ({
    message: `PostgreSQL ${knownMajors().join(' and ')} can be used.`,
    isDone: true,
  }),
  upgrade: (config) => change('upgrade', config),
  downgrade: (config) => change('downgrade', config),
}

await runWithConfig(
  'Usage: npm run ajo -- postgres upgrade | downgrade | install',
  others.length === 0 ? verbs[verb] : undefined,
)

async function change(direction: Direction, config: Config): Promise<CommandResult> {
  const { dataDir, database, backup } = config
  if (database.kind === 'url')
    return {
      message: 'DATABASE_URL names another PostgreSQL: upgrade it with its own tools.',
      isDone: false,
    }
  const { from, to, tables, rows, tookMs, left } = await changeMajor(direction, {
    dataDir,
    walArchive: backup.walArchive,
    now: () => new Date(),
    report: (line) => console.log(`${line} …`),
  })
  return {
    message: `PostgreSQL ${to} has all ${tables} tables with ${rows} rows and the same digests as ${from}, after ${(tookMs / 1000).toFixed(1)} s. Start the server and run npm run doctor. The database of ${from} stays in ${left}; delete it when you need the space. Back, with all later donations: npm run ajo -- postgres ${direction === 'upgrade' ? 'downgrade' : 'upgrade'}.`,
    isDone: true,
  }
}
