import { readConfig, type Config } from '#server/config/config.ts'
import type { Database } from '#server/database/database.ts'
import { startMistake } from '#server/config/start-errors.ts'

import { openAjoDatabase } from './open-database.ts'

export type Outcome = { sentence: string; isDone: boolean }
type At = { database: Database; config: Config }

/** Does what was asked on Ajo's database and says what came of it, in one sentence. Ends with 2 where nobody understands the question. */
export async function runCommand(
  usage: string,
  obey: ((at: At) => Promise<Outcome>) | undefined,
): Promise<void> {
  if (obey === undefined) {
    console.error(usage)
    process.exitCode = 2
    return
  }
  const { sentence, isDone } = await outcomeOf(obey).catch((error: unknown) => ({
    sentence: startMistake(error),
    isDone: false,
  }))
  if (isDone) console.log(sentence)
  else console.error(sentence)
  process.exitCode = isDone ? 0 : 1
}

async function outcomeOf(obey: (at: At) => Promise<Outcome>): Promise<Outcome> {
  await using opened = new AsyncDisposableStack()
  const config = readConfig(process.env)
  const database = await openAjoDatabase(config, opened)
  if (database === undefined)
    return { isDone: false, sentence: 'There is no Ajo here yet: start it first with npm start.' }
  return await obey({ database, config })
}
