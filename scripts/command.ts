import { readConfig, type Config } from '#server/config/config.ts'
import type { Database } from '#server/database/database.ts'
import { startErrorMessage } from '#server/config/start-errors.ts'

import { openCommandDatabase } from './open-database.ts'

export type CommandResult = { message: string; isDone: boolean }
export type Context = { database: Database; config: Config }

/**
 * Runs a command on Ajo's database and prints its message. Exit codes: 0 done, 1 refused or failed, 2 wrong arguments, where
 * `execute` is undefined.
 */
export async function runCommand(
  usage: string,
  execute: ((context: Context) => Promise<CommandResult>) | undefined,
): Promise<void> {
  if (execute === undefined) {
    console.error(usage)
    process.exitCode = 2
    return
  }
  const { message, isDone } = await withDatabase(execute).catch((error: unknown) => ({
    message: startErrorMessage(error),
    isDone: false,
  }))
  if (isDone) console.log(message)
  else console.error(message)
  process.exitCode = isDone ? 0 : 1
}

async function withDatabase(
  execute: (context: Context) => Promise<CommandResult>,
): Promise<CommandResult> {
  await using opened = new AsyncDisposableStack()
  const config = readConfig(process.env)
  const database = await openCommandDatabase(config, opened)
  if (database === undefined) return { isDone: false, message: noDatabaseMessage }
  return await execute({ database, config })
}

export const noDatabaseMessage = 'Ajo has no database yet. Start it once with npm start.'
