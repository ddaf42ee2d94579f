// Gives and takes the roles of readings P3:
//   npm run grant -- reviewer someone@example.com
//   npm run grant -- revoke reviewer someone@example.com
//   npm run grant -- list
import * as z from 'zod/mini'

import type { Database } from '#server/database/database.ts'
import { grantRole, listRoles, revokeRole } from '#server/accounts/roles.ts'
import { emailSchema, roles, type Role } from '#shared/account.ts'
import { invalid } from '#shared/messages.ts'

import { runCommand, type Outcome } from './command.ts'

type Command = { kind: 'list' } | { kind: 'grant' | 'revoke'; role: Role; email: string }

const usage = `Usage:
  npm run grant -- reviewer someone@example.com
  npm run grant -- revoke reviewer someone@example.com
  npm run grant -- list
The roles are ${roles.join(' and ')}.`

const command = readCommand(process.argv.slice(2))
await runCommand(usage, command && (({ database }) => obey(database, command)))

function readCommand(words: string[]): Command | undefined {
  if (words[0] === 'list' && words.length === 1) return { kind: 'list' }
  const kind = words[0] === 'revoke' ? 'revoke' : 'grant'
  const [role, email, ...more] =
    words[0] === 'revoke' || words[0] === 'grant' ? words.slice(1) : words
  const asked = z.safeParse(z.object({ role: z.enum(roles), email: emailSchema(invalid.email) }), {
    role,
    email,
  })
  return asked.success && more.length === 0 ? { kind, ...asked.data } : undefined
}

async function obey(database: Database, asked: Command): Promise<Outcome> {
  if (asked.kind === 'list') return list(database)
  const { kind, role, email } = asked
  const outcome =
    kind === 'grant'
      ? await grantRole(database, { email, role, now: new Date() })
      : await revokeRole(database, { email, role })
  return describe(outcome, { role, email })
}

async function list(database: Database): Promise<Outcome> {
  const lines = (await listRoles(database)).map(({ email, role }) => `${role}\t${email}`)
  return { isDone: true, sentence: lines.join('\n') || 'Nobody has a role yet.' }
}

function describe(
  outcome: Awaited<ReturnType<typeof grantRole | typeof revokeRole>>,
  { role, email }: { role: Role; email: string },
): Outcome {
  const outcomes: Record<typeof outcome, Outcome> = {
    granted: { isDone: true, sentence: `${email} is now ${role}, and has to log in again.` },
    revoked: { isDone: true, sentence: `${email} is no longer ${role}, and was signed out.` },
    'had-it': { isDone: true, sentence: `${email} is ${role} already.` },
    'had-it-not': { isDone: true, sentence: `${email} is not ${role}.` },
    unknown: { isDone: false, sentence: `Nobody has signed up as ${email}.` },
    unverified: { isDone: false, sentence: `${email} has to confirm the address first.` },
  }
  return outcomes[outcome]
}
