import * as z from 'zod/mini'

import { formatVerifierKey } from '#shared/transparency/note.ts'

import { sql } from '../platform/database/sql.ts'
import type { LogDeps } from './log-state.ts'
import type { Witness } from './witness-client.ts'

/** How many witnesses must have cosigned, so that no reader was shown another log: more than half. */
export const toQuorum = (witnesses: readonly Witness[]) =>
  witnesses.length === 0 ? 0 : Math.floor(witnesses.length / 2) + 1

/** The keys of the log and its witnesses (C2SP tlog-policy). Readers keep their own copy and do not take it from here each time. */
export async function readPolicy({
  database,
  mode,
  witnesses,
}: LogDeps & { witnesses: readonly Witness[] }): Promise<string | undefined> {
  const keys = await listKeys({ database, mode })
  if (keys.length === 0) return undefined
  const names = witnesses.map((_, index) => `w${index + 1}`)
  const quorum =
    names.length === 0
      ? ['quorum none']
      : [`group all-witnesses ${toQuorum(witnesses)} ${names.join(' ')}`, 'quorum all-witnesses']
  return [
    ...keys.map((key) => `log ${key}`),
    ...witnesses.map(({ key }, index) => `witness ${names[index]} ${formatVerifierKey(key)}`),
    ...quorum,
    '',
  ].join('\n')
}

/** All keys that have signed the log, newest first. */
export async function listKeys({
  database,
  mode,
}: Pick<LogDeps, 'database' | 'mode'>): Promise<string[]> {
  const rows = await database.rows(
    z.object({ key: z.string() }),
    sql`select verifier_key as key from log_key where log = ${mode} order by first_used_at desc, verifier_key`,
  )
  return rows.map(({ key }) => key)
}
