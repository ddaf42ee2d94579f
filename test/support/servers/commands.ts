import { execFile } from 'node:child_process'
import { resolve } from 'node:path'

import { afterAll } from 'vitest'

import { applicationRole } from '#server/platform/database/application-role.ts'
import { openDatabase } from '#server/platform/database/database.ts'
import { sql } from '#server/platform/database/sql.ts'
import type { User } from '#server/platform/policy/actor.ts'
import { openSessions } from '#server/people/accounts/sessions.ts'
import { testDatabaseUrl } from '#test/support/database/database.ts'
import { createPerson, testEvents, testOrigin, type Person } from '#test/support/people/people.ts'
import { testLogKey, testReceiptKey, testSecret } from './app.ts'
import { processEnv } from './process-env.ts'

/** A command of `scripts/` with a database of its own. */
export async function openCommand(script: string) {
  const url = await testDatabaseUrl()
  const connection = { connectionString: url }
  const database = openDatabase(connection, { role: applicationRole, onIdleError: () => {} })
  afterAll(() => database[Symbol.asyncDispose]())
  const sessions = openSessions({ database, publicUrl: testOrigin, events: testEvents })
  return {
    database,
    env: { DATABASE_URL: url },
    keys: { AJO_SECRET: testSecret, RECEIPT_KEY: testReceiptKey, LOG_KEY: testLogKey },
    empty: async () => {
      await database.run(sql`delete from account`)
      await database.run(sql`delete from user_document`)
    },
    createPerson: (user: User) => createPerson(database, user),
    /** The person's current actor, with their current roles. */
    getActor: ({ cookie }: Person) =>
      sessions.getActor(new Request(testOrigin, { headers: { cookie } })),
    run: (words: string[], env: Record<string, string> = { DATABASE_URL: url }) =>
      new Promise<{ code: number; output: string }>((done) => {
        const file = resolve(import.meta.dirname, '../../../scripts', script)
        const given = { env: { ...processEnv, ...env } }
        execFile(process.execPath, [file, ...words], given, (error, stdout, stderr) =>
          done({ code: Number(error?.code ?? 0), output: (stdout + stderr).trim() }),
        )
      }),
  }
}
