// Shuts somebody out of their account, and lets them in again:
//   npm run account -- disable someone@example.com
//   npm run account -- enable someone@example.com
import * as z from 'zod/mini'

import type { Config } from '#server/config/config.ts'
import type { Database } from '#server/database/database.ts'
import { outbox } from '#server/mail/outbox.ts'
import { configuredIdentity } from '#server/composition/identity-adapter.ts'
import { sealingOf } from '#server/runtime/sealing.ts'
import { setAccountDisabled } from '#server/accounts/account-status.ts'
import { emailSchema } from '#shared/account.ts'
import { invalid } from '#shared/messages.ts'

import { runCommand, type Outcome } from './command.ts'

const usage = `Usage:
  npm run account -- disable someone@example.com
  npm run account -- enable someone@example.com`

const askedSchema = z.tuple([z.enum(['disable', 'enable']), emailSchema(invalid.email)])
type Asked = z.output<typeof askedSchema>

const asked = z.safeParse(askedSchema, process.argv.slice(2))
await runCommand(usage, asked.success ? (at) => change(at, asked.data) : undefined)

type At = { database: Database; config: Config }

async function change({ database, config }: At, [verb, email]: Asked): Promise<Outcome> {
  const { publicUrl } = config
  const sealing = sealingOf(config)
  const identity = await configuredIdentity(config, { database, outbox, publicUrl, sealing })
  const parts = { database, identity, now: new Date() }
  const outcome = await setAccountDisabled(parts, email, verb === 'disable')
  const outcomes: Record<typeof outcome, Outcome> = {
    done: { isDone: true, sentence: `${email} is ${verb}d, and signed out everywhere.` },
    'was-so': { isDone: true, sentence: `${email} is ${verb}d already.` },
    unknown: { isDone: false, sentence: `Nobody has signed up as ${email}.` },
  }
  return outcomes[outcome]
}
