import type pg from 'pg'
import * as z from 'zod/mini'

import { applicationRole } from '../database/application-role.ts'
import { openDatabase } from '../database/database.ts'
import type { Connection } from '../database/primary.ts'
import { ledgerChecks } from '../../money/ledger/ledger-check.ts'
import { listSequences, type Table } from './backed-up-tables.ts'

/** What two databases must have in common. */
export type Summary = {
  tables: { name: string; rows: number; digest: string }[]
  sequences: { name: string; value: string | null }[]
  /** Violations of the ledger's invariants, as text. */
  findings: string[]
}

const digestRow = z.object({ rows: z.int(), digest: z.string() })

/** The sum of the 16 hexadecimal digits from this one on. */
const sumHalf = (start: number) =>
  `sum(('x' || substr(digest, ${start}, 16))::bit(64)::bigint::numeric)`

/** Reads every row. The digest is a sum, because two databases store the same rows in different orders. */
export async function summarize(
  client: pg.ClientBase,
  connection: Connection,
  tables: Table[],
): Promise<Summary> {
  const digests: Summary['tables'] = []
  for (const { name, columns } of tables) {
    const { rows } = await client.query(
      `select count(*)::integer as rows, concat(${sumHalf(1)}, '-', ${sumHalf(17)}) as digest
       from (select md5(row(${columns.join(', ')})::text) as digest from ${name}) digests`,
    )
    digests.push({ name, ...z.parse(digestRow, rows[0]) })
  }
  return {
    tables: digests,
    sequences: await listSequences(client),
    findings: await listFindings(connection),
  }
}

async function listFindings(connection: Connection): Promise<string[]> {
  await using database = openDatabase(connection, {
    role: applicationRole,
    max: 1,
    onIdleError: () => {},
  })
  const { findings } = await ledgerChecks({ database, now: () => new Date() }).checkLedger()
  return findings.map((finding) => JSON.stringify(finding)).toSorted()
}

/** One sentence for each table, sequence and finding that differs. */
export function listDifferences(one: Summary, other: Summary): string[] {
  const [before, after] = [one, other].map(toLines)
  return [
    ...[...(before ?? [])].filter((line) => !after?.has(line)).map((line) => `before: ${line}`),
    ...[...(after ?? [])].filter((line) => !before?.has(line)).map((line) => `after: ${line}`),
  ]
}

function toLines({ tables, sequences, findings }: Summary): Set<string> {
  return new Set([
    ...tables.map(({ name, rows, digest }) => `${name} has ${rows} rows with digest ${digest}`),
    ...sequences.map(({ name, value }) => `${name} is at ${value}`),
    ...findings.map((finding) => `ledger: ${finding}`),
  ])
}
