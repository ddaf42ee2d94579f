// Seals all values again that an older secret has sealed: npm run reseal, or npm run reseal -- --dry-run to count them. Works while the
// server runs, and can be stopped and repeated.
import type { Config } from '#server/platform/config/config.ts'
import type { Database } from '#server/platform/database/database.ts'
import { openSealing } from '#server/platform/keys/open-sealing.ts'
import { countSealed, reseal } from '#server/platform/keys/reseal.ts'

import { runCommand, type CommandResult } from './command.ts'

const usage = 'Usage: npm run reseal [-- --dry-run]'
const [flag, ...others] = process.argv.slice(2)
const isValid = others.length === 0 && (flag === undefined || flag === '--dry-run')

await runCommand(usage, isValid ? (context) => execute(context, flag !== undefined) : undefined)

async function execute(
  { database, config }: { database: Database; config: Config },
  isDryRun: boolean,
): Promise<CommandResult> {
  const keyRing = await openSealing(config, database)
  const lines: string[] = []
  let isDone = true
  if (!isDryRun)
    for (const { name, resealed, unopened } of await reseal({ database, keyRing })) {
      lines.push(`${name}: ${resealed} sealed again`)
      if (unopened > 0) lines.push(`${name}: ${unopened} that none of the secrets opens`)
      isDone &&= unopened === 0
    }
  for (const { name, total, older } of await countSealed({ database, keyRing }))
    lines.push(`${name}: ${older} of ${total} need an older secret`)
  if (config.content.kind === 'sanity')
    lines.push('Account numbers at Sanity are not sealed again: keep the older secrets.')
  return { message: lines.join('\n'), isDone }
}
