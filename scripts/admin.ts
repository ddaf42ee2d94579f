// The admin's command line: npm run ajo -- <noun> <verb> … [--dry-run] [--json] [--as admin@example.org] [--reason text]. Calls what the routes
// call. Exit codes: 0 done, 1 refused or failed, 2 wrong arguments.
import { parseArgs } from 'node:util'

import * as z from 'zod/mini'

import { applicationRole } from '#server/database/application-role.ts'
import { openDatabase } from '#server/database/database.ts'
import { sql } from '#server/database/sql.ts'
import { openLog } from '#server/runtime/log.ts'
import { openServices, type Services } from '#server/services.ts'

import { runOwnerCommand, type CommandResult } from './command.ts'
import { donation } from './verbs/donation.ts'
import { person } from './verbs/person.ts'
import { jobs, mail } from './verbs/queues.ts'
import type { Noun, Verb } from './verbs/verb.ts'

const nouns: Record<string, Noun> = { person, donation, mail, jobs }

const lines = Object.entries(nouns).flatMap(([noun, verbs]) =>
  Object.entries(verbs).map(([verb, { words }]) =>
    ['  npm run ajo --', noun, verb, ...words.map((word) => `<${word}>`)].join(' '),
  ),
)
const usage = `Usage:
${lines.join('\n')}
Options: --dry-run, --json, --as <email of an admin>, --reason <text>
Also: check, doctor, backup, restore, drill, keys reseal, breach`

type Request = { verb: Verb; words: string[]; options: Options }
type Options = { 'dry-run'?: boolean; json?: boolean; as?: string; reason?: string }

const request = parseRequest()
await runOwnerCommand(
  usage,
  request &&
    (async ({ config, connection }) => {
      const onIdleError = (error: Error) => console.error(error.message)
      await using database = openDatabase(connection, { role: applicationRole, onIdleError })
      // Mails are stored, and the running server sends them.
      const settings = { ...config, mail: { kind: 'nowhere' } } as const
      const log = openLog('silent')
      await using services = await openServices(settings, { database, log, pages: false })
      // The services are closed only after the command has ended.
      return await execute(services, request)
    }),
)

function parseRequest(): Request | undefined {
  const flag = { type: 'boolean' } as const
  const text = { type: 'string' } as const
  try {
    const { positionals, values } = parseArgs({
      options: { 'dry-run': flag, json: flag, as: text, reason: text },
      allowPositionals: true,
    })
    const [noun = '', name = '', ...words] = positionals
    const verb = nouns[noun]?.[name]
    return verb?.words.length === words.length ? { verb, words, options: values } : undefined
  } catch {
    return undefined
  }
}

async function execute(
  services: Services,
  { verb, words, options }: Request,
): Promise<CommandResult> {
  const uid = await findAdmin(services, options.as)
  if (uid === undefined) return { message: `${options.as} is not an admin.`, isDone: false }
  const found = await verb.find(services, words)
  const isDone = typeof found !== 'string'
  const answer = (message: string, data?: unknown): CommandResult => ({
    message: options.json ? JSON.stringify({ isDone, message, data }, null, 2) : message,
    isDone,
  })
  if (!isDone) return answer(found)
  if (!found.apply || options['dry-run']) return answer(found.text, found.data)
  return answer(await found.apply({ uid, reason: options.reason ?? '' }))
}

/** Who the audit log names. Without an address it is the command line, which only people with access to the server have. */
async function findAdmin({ database }: Services, email?: string): Promise<string | undefined> {
  if (email === undefined) return 'command-line'
  const row = await database.row(
    z.object({ uid: z.string() }),
    sql`select uid from account join account_role using (uid) where role = 'admin' and email = ${email}`,
  )
  return row?.uid
}
