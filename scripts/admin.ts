// The admin's command line: npm run ajo -- <noun> <verb> … [--dry-run] [--json] [--as admin@example.org] [--reason text]. Calls what the routes
// call. Exit codes: 0 done, 1 refused or failed, 2 wrong arguments.
import { parseArgs } from 'node:util'

import * as z from 'zod/mini'

import { applicationRole } from '#server/platform/database/application-role.ts'
import { openDatabase } from '#server/platform/database/database.ts'
import { sql } from '#server/platform/database/sql.ts'
import { Refused } from '#server/platform/http/context.ts'
import type { User } from '#server/platform/policy/actor.ts'
import { MoveRefused } from '#server/providers/content/move/moved-content.ts'
import { openLog } from '#server/platform/runtime/log.ts'
import { openServices, type Services } from '#server/services.ts'
import { errorSentences } from '#shared/error-sentences.ts'
import { reasonSchema } from '#shared/review.ts'

import { runOwnerCommand, type CommandResult } from './command.ts'
import { countRunningServers } from './running-servers.ts'
import { campaign } from './verbs/campaign.ts'
import { content } from './verbs/content.ts'
import { donation } from './verbs/donation.ts'
import { person } from './verbs/person.ts'
import { jobs, mail } from './verbs/queues.ts'
import {
  VerbRefused,
  type Done,
  type Found,
  type Noun,
  type Verb,
  type VerbOptions,
} from './verbs/verb.ts'

const nouns: Record<string, Noun> = { person, campaign, donation, mail, jobs, content }

const lines = Object.entries(nouns).flatMap(([noun, verbs]) =>
  Object.entries(verbs).map(([verb, { words, options = [] }]) =>
    [
      '  npm run ajo --',
      noun,
      verb,
      ...words.map((word) => `<${word}>`),
      ...options.map((name) => (name === 'to' ? '--to <embedded or hosted>' : `[--${name}]`)),
    ].join(' '),
  ),
)
const usage = `Usage:
${lines.join('\n')}
Options: --dry-run, --json, --as <email of an admin>, --reason <text>
Also: check, doctor, backup, restore, drill, keys reseal, postgres upgrade, breach`

const stopFirst =
  'A server of Ajo works on this database. Stop all of them, so that nothing changes meanwhile, and run it again.'

/** Who the audit log names without --as. Only people with access to the server have the command line. */
const commandLine = 'command-line'

type Request = { verb: Verb; words: string[]; options: Options }
type Options = VerbOptions & { 'dry-run'?: boolean; json?: boolean; as?: string; reason?: string }

const request = parseRequest()
await runOwnerCommand(
  usage,
  request &&
    (async ({ config, connection }) => {
      const needsStop = request.verb.needsStop && !request.options['dry-run']
      if (needsStop && (await countRunningServers(connection)) > 0)
        return { message: stopFirst, isDone: false }
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
  const common = { 'dry-run': flag, json: flag, as: text, reason: text }
  try {
    const { positionals, values } = parseArgs({
      options: { ...common, to: text, 'delete-extra': flag, 'leave-others': flag },
      allowPositionals: true,
    })
    const [noun = '', name = '', ...words] = positionals
    const verb = nouns[noun]?.[name]
    const allowed = new Set<string>([...Object.keys(common), ...(verb?.options ?? [])])
    const isAllowed = Object.keys(values).every((option) => allowed.has(option))
    return isAllowed && verb?.words.length === words.length
      ? { verb, words, options: values }
      : undefined
  } catch {
    return undefined
  }
}

async function execute(
  services: Services,
  { verb, words, options }: Request,
): Promise<CommandResult> {
  const answer = (isDone: boolean, message: string, data?: unknown): CommandResult => ({
    message: options.json ? JSON.stringify({ isDone, message, data }, null, 2) : message,
    isDone,
  })
  const admin = options.as === undefined ? undefined : await findAdmin(services, options.as)
  if (options.as !== undefined && !admin) return answer(false, `${options.as} is not an admin.`)
  try {
    const found = await verb.find(services, words, options)
    if (typeof found === 'string') return answer(false, found)
    const change = toChange(found, options.reason ?? '', admin)
    if (!change || options['dry-run']) return answer(true, found.text, found.data)
    const done = await change()
    return typeof done === 'string' ? answer(true, done) : answer(true, done.text, done.data)
  } catch (error) {
    const sentence = toSentence(error)
    if (sentence === undefined) throw error
    return answer(false, sentence)
  }
}

/** What a refusal says. Undefined for other errors. */
function toSentence(error: unknown): string | undefined {
  if (error instanceof VerbRefused || error instanceof MoveRefused) return error.message
  return error instanceof Refused ? errorSentences[error.code] : undefined
}

/** Undefined where the verb only reads. */
function toChange(found: Found, text: string, admin?: User): (() => Promise<Done>) | undefined {
  const { apply, decide } = found
  if (apply) return () => apply({ uid: admin?.uid ?? commandLine, reason: text })
  return (
    decide &&
    (async () => {
      const { data } = z.safeParse(reasonSchema, { reason: text })
      if (!admin || !data)
        throw new VerbRefused(
          'People read who decided and why: add --as <email of an admin> and --reason <at least 10 characters>.',
        )
      return decide(admin, data.reason)
    })
  )
}

async function findAdmin({ database }: Services, email: string): Promise<User | undefined> {
  const row = await database.row(
    z.object({ uid: z.string(), emailVerified: z.boolean(), createdAt: z.date() }),
    sql`select uid, email_verified as "emailVerified", created_at as "createdAt"
      from account join account_role using (uid) where role = 'admin' and email = ${email}`,
  )
  return row && { kind: 'user', ...row, email, roles: ['admin'], sessionId: '' }
}
