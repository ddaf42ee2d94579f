import * as z from 'zod/mini'

import type { Queries } from '../../../platform/database/database.ts'
import { identifier, joinSql, sql } from '../../../platform/database/sql.ts'
import { sealedColumns } from '../../../platform/keys/sealed-columns.ts'
import type { Sealing } from '../../../platform/runtime/sealing.ts'
import { isPersonal, type ExportList, type TableEntry } from './entries/entry.ts'
import { inventory, isPersonalColumn, listColumns } from './inventory.ts'
import type { Person } from './entries/rows.ts'

type ExportDeps = { queries: Queries; sealing: Pick<Sealing, 'open'> }
type ExportedRow = Record<string, unknown>

const anyRow = z.record(z.string(), z.unknown())

/** The lists of the data export that the inventory describes. A guest gets only those that a person without an account can have. */
export async function exportLists(deps: ExportDeps, person: Person) {
  const lists: Record<string, ExportedRow[]> = {}
  for (const [table, entry] of Object.entries(inventory))
    for (const list of (isPersonal(entry) && entry.exports) || []) {
      const rows = await selectRows(deps.queries, { table, list, person })
      if (rows) lists[list.as] = rows.map((row) => toExportedRow(deps, { table, entry, list }, row))
      else if (person.uid !== null) lists[list.as] = []
    }
  return lists
}

type Selection = { table: string; list: ExportList; person: Person }

async function selectRows({ rows }: Queries, { table, list, person }: Selection) {
  const where = list.rows.where(person)
  if (!where) return undefined
  const columns = list.columns.map(identifier)
  return rows(
    anyRow,
    sql`select ${joinSql(columns)} from ${identifier(table)} where ${where} order by ${joinSql(columns.slice(0, 2))}`,
  )
}

type Exported = { table: string; entry: TableEntry; list: ExportList }

function toExportedRow(
  { sealing }: ExportDeps,
  { table, entry, list }: Exported,
  row: ExportedRow,
): ExportedRow {
  const described = new Map(listColumns(entry))
  return Object.fromEntries(
    list.columns.map((name) => {
      const value = openValue(sealing, `${table}.${name}`, row[name])
      const column = described.get(name)
      const show = isPersonalColumn(column) ? column.show : undefined
      return [toFieldName(name), show && value !== null ? show(value) : value]
    }),
  )
}

function openValue(sealing: Pick<Sealing, 'open'>, name: string, value: unknown): unknown {
  const sealed = sealedColumns.find((column) => column.name === name)
  return sealed && value instanceof Uint8Array ? sealing.open(sealed.purpose, value) : value
}

/** `donor_email_sealed` is exported as `donorEmail`. */
export const toFieldName = (column: string): string =>
  column
    .replace(/_sealed$/, '')
    .replaceAll(/_(\w)/g, (_match, letter: string) => letter.toUpperCase())
