import { expect, it } from 'vitest'
import * as z from 'zod/mini'

import { sql } from '#server/platform/database/sql.ts'
import { sealedColumns } from '#server/platform/keys/sealed-columns.ts'
import { testDatabase } from '#test/support/database/database.ts'

import { erasureCode } from '../erase-person.ts'
import { toInventoryDocument } from './document.ts'
import { isPersonal } from './entries/entry.ts'
import { inventory, isPersonalColumn, listColumns, toColumnErasure } from './inventory.ts'

const { owner } = await testDatabase()
const listed = Object.entries(inventory).flatMap(([table, entry]) =>
  listColumns(entry).map(([name, column]) => ({ table, entry, name, column })),
)
const personalTables = Object.entries(inventory).filter(([, entry]) => isPersonal(entry))

/** Names that always mean a person. */
const personalPattern = /(^|_)(uid|email|phone|recipient|firstname|lastname|gender|sealed)$/
const ofNoPerson = ['sealing_canary.key_sealed']

it('lists every column of the database once, and no other', async () => {
  const columns = await owner.rows(
    z.object({ name: z.string() }),
    sql`select case when table_schema = 'public' then '' else table_schema || '.' end || table_name || '.' || column_name as name
      from information_schema.columns
      where table_schema not in ('pg_catalog', 'information_schema', 'graphile_worker')`,
  )
  const names = listed
    .filter(({ table }) => table !== 'graphile_worker')
    .map(({ table, name }) => `${table}.${name}`)
  expect(names.toSorted()).toEqual(columns.map(({ name }) => name).toSorted())
})

it('exports each personal column, or says why not', () => {
  const wrong = listed.filter(({ entry, name, column }) => {
    if (!isPersonal(entry) || !isPersonalColumn(column)) return false
    const lists = (entry.exports ?? []).filter(({ columns }) => columns.includes(name))
    const isExported = lists.length > 0 || entry.exportedAs !== undefined
    return column.leftOut === undefined ? !isExported : lists.length > 0
  })
  expect(wrong.map(({ table, name }) => `${table}.${name}`)).toEqual([])
})

it('erases each personal column, or says why it is kept', () => {
  const left = listed.filter(
    ({ entry, name, column }) => toColumnErasure(entry, name, column) === '',
  )
  expect(left.map(({ table, name }) => `${table}.${name}`)).toEqual([])
})

it('calls columns personal whose names mean a person', () => {
  const names = listed
    .filter(({ name, column }) => personalPattern.test(name) && !isPersonalColumn(column))
    .map(({ table, name }) => `${table}.${name}`)
  expect(names).toEqual(ofNoPerson)
})

it('names in its lists and replacements columns that the table has', () => {
  const unknown = personalTables.flatMap(([table, entry]) => {
    const names = new Set(listColumns(entry).map(([name]) => name))
    if (!isPersonal(entry)) return []
    const used = [
      ...(entry.exports ?? []).flatMap(({ columns }) => columns),
      ...entry.erasure.flatMap((step) => (step.kind === 'replace' ? Object.keys(step.values) : [])),
    ]
    return used.filter((name) => !names.has(name)).map((name) => `${table}.${name}`)
  })
  expect(unknown).toEqual([])
})

it('gives each list of the export a key of its own', () => {
  const keys = personalTables.flatMap(([, entry]) =>
    isPersonal(entry) ? [...(entry.exports ?? []).map(({ as }) => as), entry.exportedAs] : [],
  )
  const used = keys.filter((key) => key !== undefined)
  expect(used).toHaveLength(new Set(used).size)
})

it('opens every sealed column that it exports', () => {
  const sealed = personalTables.flatMap(([table, entry]) =>
    isPersonal(entry)
      ? (entry.exports ?? []).flatMap(({ columns }) =>
          columns.filter((name) => name.endsWith('_sealed')).map((name) => `${table}.${name}`),
        )
      : [],
  )
  const known = sealedColumns.map(({ name }) => name)
  expect(sealed.filter((name) => !known.includes(name))).toEqual([])
})

it('relies only on foreign keys that delete', async () => {
  const cascades = await owner.rows(
    z.object({ name: z.string() }),
    sql`select conrelid::regclass || ' ' || confrelid::regclass as name from pg_constraint
      where contype = 'f' and confdeltype = 'c'`,
  )
  const relied = personalTables.flatMap(([table, entry]) =>
    isPersonal(entry)
      ? entry.erasure.flatMap((step) => (step.kind === 'cascade' ? [`${table} ${step.from}`] : []))
      : [],
  )
  const known = new Set(cascades.map(({ name }) => name))
  expect(relied.filter((name) => !known.has(name))).toEqual([])
})

it('names each function of the erasure in an entry', () => {
  const named = personalTables.flatMap(([, entry]) =>
    isPersonal(entry)
      ? entry.erasure.flatMap((step) => (step.kind === 'code' ? [step.by] : []))
      : [],
  )
  expect([...new Set(named)].toSorted()).toEqual(
    [...Object.keys(erasureCode), 'deleteAccount'].toSorted(),
  )
})

it('has a section for each table in the page of npm run inventory', () => {
  const sections = toInventoryDocument().matchAll(/^### (.+)$/gm)
  expect([...sections].map(([, table = '']) => table).toSorted()).toEqual(
    Object.keys(inventory).toSorted(),
  )
})
