// Grants, revokes and lists the roles of readings P3:
//   npm run grant -- reviewer someone@example.com
//   npm run grant -- revoke reviewer someone@example.com
//   npm run grant -- list
import * as z from 'zod/mini'

import type { Database } from '#server/platform/database/database.ts'
import { grantRole, listRoles, revokeRole } from '#server/people/accounts/account-commands.ts'
import { roles, type Role } from '#shared/account.ts'
import { emailSchema } from '#shared/text.ts'
import { invalid } from '#shared/text/invalid.ts'

import { openCommandEvents } from './account-events.ts'
import { runCommand, type CommandResult, type Context } from './command.ts'

type Command = { kind: 'list' } | { kind: 'grant' | 'revoke'; role: Role; email: string }

const usage = `Usage:
  npm run grant -- reviewer someone@example.com
  npm run grant -- revoke reviewer someone@example.com
  npm run grant -- list
The roles are ${roles.join(' and ')}.`

const command = parseCommand(process.argv.slice(2))
await runCommand(usage, command && ((context) => execute(context, command)))

function parseCommand(words: string[]): Command | undefined {
  if (words[0] === 'list' && words.length === 1) return { kind: 'list' }
  const kind = words[0] === 'revoke' ? 'revoke' : 'grant'
  const [role, email, ...more] =
    words[0] === 'revoke' || words[0] === 'grant' ? words.slice(1) : words
  const change = z.safeParse(z.object({ role: z.enum(roles), email: emailSchema(invalid.email) }), {
    role,
    email,
  })
  return change.success && more.length === 0 ? { kind, ...change.data } : undefined
}

async function execute(context: Context, command: Command): Promise<CommandResult> {
  const { database } = context
  if (command.kind === 'list') return list(database)
  const { kind, role, email } = command
  const change = { email, role, now: new Date() }
  const { events } = await openCommandEvents(context)
  const deps = { database, events }
  const outcome = kind === 'grant' ? await grantRole(deps, change) : await revokeRole(deps, change)
  return toResult(outcome, { role, email })
}

async function list(database: Database): Promise<CommandResult> {
  const lines = (await listRoles(database)).map(({ email, role }) => `${role}\t${email}`)
  return { isDone: true, message: lines.join('\n') || 'No roles have been granted.' }
}

function toResult(
  outcome: Awaited<ReturnType<typeof grantRole | typeof revokeRole>>,
  { role, email }: { role: Role; email: string },
): CommandResult {
  const results: Record<typeof outcome, CommandResult> = {
    granted: { isDone: true, message: `${email} is now ${role} and must log in again.` },
    revoked: { isDone: true, message: `${email} is no longer ${role} and was logged out.` },
    'already-granted': { isDone: true, message: `${email} is already ${role}.` },
    'not-granted': { isDone: true, message: `${email} is not ${role}.` },
    unknown: { isDone: false, message: `There is no account for ${email}.` },
    unverified: { isDone: false, message: `${email} must confirm their email address first.` },
  }
  return results[outcome]
}
