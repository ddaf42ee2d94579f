import { readConfig, type Config } from '#server/platform/config/config.ts'
import type { Database } from '#server/platform/database/database.ts'
import type { Connection } from '#server/platform/database/primary.ts'
import { startErrorMessage } from '#server/platform/config/start-messages.ts'

import { openCommandDatabase, openOwnerConnection } from './open-database.ts'

export type CommandResult = { message: string; isDone: boolean }
export type Context = { database: Database; config: Config }

type Execute = (config: Config, opened: AsyncDisposableStack) => Promise<CommandResult>

/**
 * Runs a command with the settings and prints its message. Exit codes: 0 done, 1 refused or failed, 2 wrong arguments, where `execute`
 * is undefined.
 */
export async function runWithConfig(usage: string, execute: Execute | undefined): Promise<void> {
  if (execute === undefined) {
    console.error(usage)
    process.exitCode = 2
    return
  }
  const { message, isDone } = await withSettings(execute).catch((error: unknown) => ({
    message: startErrorMessage(error),
    isDone: false,
  }))
  if (isDone) console.log(message)
  else console.error(message)
  process.exitCode = isDone ? 0 : 1
}

/** A command on Ajo's database, as the application. */
export function runCommand(
  usage: string,
  execute: ((context: Context) => Promise<CommandResult>) | undefined,
): Promise<void> {
  return runWithConfig(
    usage,
    execute &&
      (async (config, opened) => {
        const database = await openCommandDatabase(config, opened)
        return database ? execute({ database, config }) : noDatabase
      }),
  )
}

/** A command that needs the owner of the database. */
export function runOwnerCommand(
  usage: string,
  execute:
    | ((context: { connection: Connection; config: Config }) => Promise<CommandResult>)
    | undefined,
): Promise<void> {
  return runWithConfig(
    usage,
    execute &&
      (async (config, opened) => {
        const connection = await openOwnerConnection(config, opened)
        return connection ? execute({ connection, config }) : noDatabase
      }),
  )
}

async function withSettings(execute: Execute): Promise<CommandResult> {
  await using opened = new AsyncDisposableStack()
  return await execute(readConfig(process.env), opened)
}

export const noDatabaseMessage = 'Ajo has no database yet. Start it once with npm start.'
const noDatabase = { isDone: false, message: noDatabaseMessage }
