// Disables an account and enables it again:
//   npm run account -- disable someone@example.com
//   npm run account -- enable someone@example.com
import * as z from 'zod/mini'

import type { Config } from '#server/platform/config/config.ts'
import type { Database } from '#server/platform/database/database.ts'
import { openIdentity } from '#server/adapters.ts'
import { emailSchema } from '#shared/text.ts'
import { invalid } from '#shared/text/invalid.ts'

import { openCommandEvents } from './account-events.ts'
import { runCommand, type CommandResult } from './command.ts'
import { setAccountDisabled } from '#server/people/accounts/account-commands.ts'

const usage = `Usage:
  npm run account -- disable someone@example.com
  npm run account -- enable someone@example.com`

const argumentsSchema = z.tuple([z.enum(['disable', 'enable']), emailSchema(invalid.email)])
type Arguments = z.output<typeof argumentsSchema>

const parsed = z.safeParse(argumentsSchema, process.argv.slice(2))
await runCommand(usage, parsed.success ? (context) => execute(context, parsed.data) : undefined)

async function execute(
  { database, config }: { database: Database; config: Config },
  [verb, email]: Arguments,
): Promise<CommandResult> {
  const { publicUrl } = config
  const { sealing, outbox, events } = await openCommandEvents({ database, config })
  const recordChange = events.record
  const deps = { database, outbox, recordChange, publicUrl, sealing }
  const identity = await openIdentity(config, deps)
  const outcome = await setAccountDisabled(
    { database, identity, events },
    email,
    verb === 'disable',
  )
  const results: Record<typeof outcome, CommandResult> = {
    done: { isDone: true, message: `${email} is ${verb}d and logged out on all devices.` },
    unchanged: { isDone: true, message: `${email} is already ${verb}d.` },
    unknown: { isDone: false, message: `There is no account for ${email}.` },
  }
  return results[outcome]
}
