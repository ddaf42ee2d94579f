import * as z from 'zod/mini'

import type { Database } from '../database/database.ts'
import { sql } from '../database/sql.ts'
import { prefixBytes, type KeyRing } from '../runtime/sealing.ts'
import { sealedColumns, type SealedColumn } from './sealed-columns.ts'

type Deps = { database: Database; keyRing: KeyRing }

export type SealedCount = {
  name: string
  total: number
  /** Values that another key than the newest has sealed. */
  older: number
}

export type Resealed = {
  name: string
  resealed: number
  /** Values that no key opens. They stay as they are. */
  unopened: number
}

const batchSize = 200

/** How many values each column holds, and how many of them still need an older secret. */
export async function countSealed({ database, keyRing }: Deps): Promise<SealedCount[]> {
  const counts: SealedCount[] = []
  for (const { name, table, column } of sealedColumns) {
    const row = await database.row(
      z.object({ total: z.int(), older: z.int() }),
      sql`select count(*) as total,
          count(*) filter (where substring(${column} for ${prefixBytes}) <> ${keyRing.newestPrefix}) as older
        from ${table} where length(${column}) > 0`,
    )
    counts.push({ name, total: row?.total ?? 0, older: row?.older ?? 0 })
  }
  return counts
}

/**
 * Seals with the newest key what older keys have sealed, in small transactions while the server runs. A value's prefix tells whether it is
 * done, so a run that was stopped continues where it ended.
 */
export async function reseal(deps: Deps): Promise<Resealed[]> {
  const results: Resealed[] = []
  for (const sealed of sealedColumns) results.push(await resealColumn(deps, sealed))
  return results
}

async function resealColumn(deps: Deps, sealed: SealedColumn): Promise<Resealed> {
  const result = { name: sealed.name, resealed: 0, unopened: 0 }
  let after: Place | undefined = { part: 0, at: '(0,0)' }
  while (after !== undefined) {
    const batch: Batch = await resealBatch(deps, sealed, after)
    result.resealed += batch.resealed
    result.unopened += batch.unopened
    after = batch.last
  }
  return result
}

/** Rows of several partitions have the same `at`. */
type Place = { part: number; at: string }
type Batch = { resealed: number; unopened: number; last: Place | undefined }

const rowSchema = z.object({ part: z.int(), at: z.string(), value: z.instanceof(Buffer) })

/** Rows are visited by their place in the table. A row that changes meanwhile is moved behind, with a value that the newest key has sealed. */
async function resealBatch(
  { database, keyRing }: Deps,
  { table, column, purpose }: SealedColumn,
  after: Place,
): Promise<Batch> {
  return database.transaction(async (queries) => {
    const rows = await queries.rows(
      rowSchema,
      sql`select tableoid::bigint as part, ctid::text as at, ${column} as value from ${table}
        where (tableoid, ctid) > (${after.part}::oid, ${after.at}::tid) and length(${column}) > 0
          and substring(${column} for ${prefixBytes}) <> ${keyRing.newestPrefix}
        order by tableoid, ctid limit ${batchSize} for update`,
    )
    const fresh = rows.flatMap(({ value, ...place }) => {
      const content = tryOpen(keyRing, purpose, value)
      return content === undefined ? [] : [{ ...place, value: keyRing.seal(purpose, content) }]
    })
    const resealed = await queries.run(sql`
      update ${table} set ${column} = fresh.value
      from unnest(${fresh.map(({ part }) => part)}::oid[], ${fresh.map(({ at }) => at)}::tid[],
        ${fresh.map(({ value }) => value)}::bytea[]) as fresh (part, at, value)
      where ${table}.tableoid = fresh.part and ${table}.ctid = fresh.at`)
    return { resealed, unopened: rows.length - fresh.length, last: rows.at(-1) }
  })
}

function tryOpen(keyRing: KeyRing, purpose: string, value: Buffer): Buffer | undefined {
  try {
    return keyRing.openBytes(purpose, value)
  } catch {
    return undefined
  }
}
