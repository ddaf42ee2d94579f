import { readConfig, type Config } from '#server/platform/config/config.ts'
import type { Database } from '#server/platform/database/database.ts'
import type { Connection } from '#server/platform/database/primary.ts'
import { startErrorMessage } from '#server/platform/config/start-messages.ts'
import { StartRefused } from '#server/platform/runtime/errors.ts'

import { openCommandDatabase, openOwnerConnection } from './open-database.ts'

export type CommandResult = { message: string; isDone: boolean }
export type Context = { database: Database; config: Config }

type Execute = (config: Config, opened: AsyncDisposableStack) => Promise<CommandResult>

/**
 * Runs a command with the settings and prints its message. Exit codes: 0 done, 1 refused, `failed` where it could not run, 2 wrong
 * arguments, where `execute` is undefined.
 */
export async function runWithConfig(
  usage: string,
  execute: Execute | undefined,
  failed: 1 | 2 = 1,
): Promise<void> {
  const { message, code } = execute
    ? await withSettings(execute).then(
        (result) => ({ message: result.message, code: result.isDone ? 0 : 1 }),
        (error: unknown) => ({ message: startErrorMessage(error), code: failed }),
      )
    : { message: usage, code: 2 }
  if (code < failed) console.log(message)
  else console.error(message)
  process.exitCode = code
}

type InDatabase = ((context: Context) => Promise<CommandResult>) | undefined

/** A command on Ajo's database, as the application. */
export const runCommand = (usage: string, execute: InDatabase, failed: 1 | 2 = 1) =>
  runWithConfig(
    usage,
    execute &&
      (async (config, opened) => {
        const database = await openCommandDatabase(config, opened)
        return execute({ database: database ?? refuseWithoutDatabase(), config })
      }),
    failed,
  )

/** A check, whose findings are its result: with some of them it ends with 1, and with 2 where it could not run. */
export const runCheck = (usage: string, check: InDatabase) => runCommand(usage, check, 2)

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
        return execute({ connection: connection ?? refuseWithoutDatabase(), config })
      }),
  )
}

async function withSettings(execute: Execute): Promise<CommandResult> {
  await using opened = new AsyncDisposableStack()
  return await execute(readConfig(process.env), opened)
}

function refuseWithoutDatabase(): never {
  throw new StartRefused('Ajo has no database yet. Start it once with npm start.')
}
