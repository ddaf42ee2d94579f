import * as z from 'zod/mini'

import type { Queries } from '../database/database.ts'
import { sql } from '../database/sql.ts'
import { identityFaults, type IdentityFault } from '../../providers/identity/identity.ts'

/** A fault that did not occur for so long counts as removed. */
const activeMs = 15 * 60_000

export async function recordIdentityFault(
  queries: Queries,
  { fault, at }: { fault: IdentityFault; at: Date },
): Promise<void> {
  await queries.run(sql`
    insert into provider_fault (service, fault, last_at) values ('identity', ${fault}, ${at})
    on conflict (service, fault) do update set last_at = greatest(provider_fault.last_at, excluded.last_at)`)
}

/** One for each fault that occurred in the last minutes, zero for every other one. */
export async function readIdentityFaults(queries: Queries, now: Date) {
  const since = new Date(now.getTime() - activeMs)
  const rows = await queries.rows(
    z.object({ fault: z.string() }),
    sql`select fault from provider_fault where service = 'identity' and last_at > ${since}`,
  )
  const active = new Set(rows.map(({ fault }) => fault))
  return identityFaults.map((fault) => ({
    labels: { service: 'identity', fault },
    value: Number(active.has(fault)),
  }))
}
