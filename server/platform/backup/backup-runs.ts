import type pg from 'pg'
import * as z from 'zod/mini'

import type { Queries } from '../database/database.ts'
import { sql } from '../database/sql.ts'

export type BackupRun = {
  kind: 'backup' | 'drill' | 'restore'
  /** The backup that was made or restored. */
  name: string
  startedAt: Date
  finishedAt: Date
  bytes: number
  rows: number
}

/** Written by the owner, whose connection the commands use. Only complete runs have a row. */
export async function saveRun(client: pg.ClientBase, run: BackupRun): Promise<void> {
  const { kind, name, startedAt, finishedAt, bytes, rows } = run
  await client.query(
    `insert into backup_run (id, kind, name, started_at, finished_at, bytes, rows)
     values (gen_random_uuid(), $1, $2, $3, $4, $5, $6)`,
    [kind, name, startedAt, finishedAt, bytes, rows],
  )
}

const runSchema = z.object({ kind: z.enum(['backup', 'drill', 'restore']), finishedAt: z.date() })

/** When each kind last succeeded. */
export function listLastRuns(database: Queries) {
  return database.rows(
    runSchema,
    sql`select kind, max(finished_at) as "finishedAt" from backup_run group by kind`,
  )
}
