// Helps with a breach of personal data (docs/operations/breach.md). It reads the database and writes files:
//   npm run ajo -- breach --discovered 2026-11-23T09:30 --table donation --from 2026-11-01 --to 2026-11-23
//   npm run ajo -- breach --discovered 2026-11-23T09:30 --account someone@example.com
//   npm run ajo -- breach --discovered 2026-11-23T09:30 --campaign <id>
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'

import { csvLine, csvStart } from '#shared/csv.ts'
import { openSealing } from '#server/platform/keys/open-sealing.ts'
import {
  listAffectedPeople,
  clockText,
  commissionNotice,
  countByKind,
  peopleNotice,
  type BreachScope,
} from '#server/people/privacy/breach.ts'
import { inventory } from '#server/people/privacy/inventory/inventory.ts'

import { runCommand, type CommandResult, type Context } from './command.ts'

const usage = `Usage:
  npm run ajo -- breach --discovered <time> --table <table> [--from <day>] [--to <day>]
  npm run ajo -- breach --discovered <time> --account <email>
  npm run ajo -- breach --discovered <time> --campaign <id>
Times are those of Lagos, such as 2026-11-23T09:30. Tables are those of the page that npm run inventory writes.`

type Request = { discoveredAt: Date; scope: BreachScope }

const request = parseRequest()
await runCommand(usage, request && ((context) => execute(context, request)))

function parseRequest(): Request | undefined {
  try {
    const option = { type: 'string' } as const
    const { values } = parseArgs({
      options: {
        discovered: option,
        table: option,
        from: option,
        to: option,
        account: option,
        campaign: option,
      },
    })
    const discoveredAt = parseTime(values.discovered)
    const scope = parseScope(values)
    return discoveredAt && scope && { discoveredAt, scope }
  } catch {
    return undefined
  }
}

type Values = { [Name in 'table' | 'from' | 'to' | 'account' | 'campaign']?: string | undefined }

function parseScope({ table, from, to, account, campaign }: Values): BreachScope | undefined {
  const given = [table, account, campaign].filter((value) => value !== undefined)
  if (given.length !== 1) return undefined
  if (account !== undefined) return { kind: 'account', email: account }
  if (campaign !== undefined) return { kind: 'campaign', campaignId: campaign }
  const period = { from: parseTime(from), to: parseTime(to, '23:59:59') }
  if (table === undefined || !(table in inventory)) return undefined
  if ((from && !period.from) || (to && !period.to)) return undefined
  return { kind: 'table', table, ...period }
}

/** A time of Lagos, which is UTC+1 all year. */
function parseTime(text: string | undefined, timeOfDay = '00:00:00'): Date | undefined {
  if (text === undefined) return undefined
  const at = new Date(`${text.includes('T') ? text : `${text}T${timeOfDay}`}+01:00`)
  return Number.isNaN(at.getTime()) ? undefined : at
}

async function execute(
  { database, config }: Context,
  { discoveredAt, scope }: Request,
): Promise<CommandResult> {
  const sealing = await openSealing(config, database)
  const people = await listAffectedPeople({ queries: database, sealing }, scope)
  const now = new Date()
  const { controller, supportEmail } = config
  const facts = { scope, people, discoveredAt, controller, supportEmail }
  const clock = clockText(discoveredAt, now)
  const rows = people.map(({ kind, address }) => csvLine([kind, address]))
  const folder = writePrivately(join(config.dataDir, `breach-${now.getTime()}`), {
    'people.csv': csvStart + csvLine(['Kind', 'Address']) + rows.join(''),
    'commission.txt': commissionNotice(facts),
    'people.txt': peopleNotice(facts),
    'clock.txt': clock,
  })
  const counts = Object.entries(countByKind(people)).map(([kind, count]) => `${kind}: ${count}`)
  return {
    isDone: true,
    message: `People affected: ${people.length} (${counts.join(', ')})\n${clock}Files, for you alone: ${folder}`,
  }
}

/** Only the current user can read the files. */
function writePrivately(folder: string, files: Record<string, string>): string {
  mkdirSync(folder, { mode: 0o700, recursive: true })
  for (const [name, text] of Object.entries(files))
    writeFileSync(join(folder, name), text, { mode: 0o600, flag: 'wx' })
  return folder
}
