import { execFile } from 'node:child_process'
import { resolve } from 'node:path'

import { afterAll } from 'vitest'

import { applicationRole } from '#server/database/application-role.ts'
import { openDatabase } from '#server/database/database.ts'
import { sql } from '#server/database/sql.ts'
import { outbox } from '#server/mail/outbox.ts'
import type { User } from '#server/policy/actor.ts'
import { openSessions } from '#server/accounts/sessions.ts'

import { testDatabaseUrl } from './database.ts'
import { createPerson, testOrigin, type Person } from './people.ts'

/** A command of `scripts/`, and a database for it to work on. */
export async function commandsOn(script: string) {
  const url = await testDatabaseUrl()
  const connection = { connectionString: url }
  const database = openDatabase(connection, { role: applicationRole, onIdleError: () => {} })
  afterAll(() => database[Symbol.asyncDispose]())
  const { getActor: actorOf } = openSessions({ database, publicUrl: testOrigin, outbox })
  return {
    database,
    empty: async () => {
      await database.run(sql`delete from account`)
      await database.run(sql`delete from user_document`)
    },
    createPerson: (user: User) => createPerson(database, user),
    /** Who somebody is to the server by now. */
    actorOf: ({ cookie }: Person) => actorOf(new Request(testOrigin, { headers: { cookie } })),
    run: (words: string[], env: Record<string, string> = { DATABASE_URL: url }) =>
      new Promise<{ code: number; output: string }>((done) => {
        const file = resolve(import.meta.dirname, '../scripts', script)
        execFile(process.execPath, [file, ...words], { env }, (error, stdout, stderr) =>
          done({ code: Number(error?.code ?? 0), output: (stdout + stderr).trim() }),
        )
      }),
  }
}
