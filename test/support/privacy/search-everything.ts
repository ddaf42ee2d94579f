import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

import * as z from 'zod/mini'

import type { Database } from '#server/platform/database/database.ts'
import { sql } from '#server/platform/database/sql.ts'
import { sealedColumns } from '#server/platform/keys/sealed-columns.ts'
import type { Sealing } from '#server/platform/runtime/sealing.ts'

export type Needle = { name: string; bytes: Buffer }

const tableRow = z.object({ name: z.string() })

/** The names of the columns of every table that contain a needle, as text, as bytes, or once unsealed. With the number of rows. */
export async function searchTables(
  { owner, sealing }: { owner: Database; sealing: Pick<Sealing, 'openBytes'> },
  needles: readonly Needle[],
): Promise<{ found: Map<string, number>; tables: number; values: number }> {
  const found = new Map<string, number>()
  let values = 0
  const tables = await owner.rows(
    tableRow,
    sql`select format('%I.%I', schemaname, tablename) as name from pg_tables
      where schemaname not in ('pg_catalog', 'information_schema', 'partitions')`,
  )
  for (const { name } of tables) {
    const { rows } = await owner.pool.query<Record<string, unknown>>(`select * from ${name}`)
    for (const row of rows)
      for (const [column, value] of Object.entries(row)) {
        values++
        const key = `${name.replace(/^public\./, '')}.${column}`
        if (!contains(toTexts(sealing, key, value), needles)) continue
        found.set(key, (found.get(key) ?? 0) + 1)
      }
  }
  return { found, tables: tables.length, values }
}

/** The files below a folder that contain a needle. */
export function searchFiles(folder: string, needles: readonly Needle[]) {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
  return {
    files: files.length,
    found: files.filter((file) => contains([readFileSync(file)], needles)),
  }
}

export const contains = (texts: readonly Buffer[], needles: readonly Needle[]) =>
  texts.some((text) => needles.some(({ bytes }) => text.includes(bytes)))

function toTexts(sealing: Pick<Sealing, 'openBytes'>, key: string, value: unknown): Buffer[] {
  if (value === null) return []
  if (!(value instanceof Uint8Array)) return [Buffer.from(toText(value))]
  const sealed = sealedColumns.find(({ name }) => name === key)
  const raw = Buffer.from(value)
  if (!sealed) return [raw]
  try {
    return [raw, sealing.openBytes(sealed.purpose, raw)]
  } catch {
    return [raw]
  }
}

const toText = (value: unknown) => (typeof value === 'string' ? value : JSON.stringify(value))
