import { expect, it } from 'vitest'
import * as z from 'zod/mini'

import { sql } from '#server/platform/database/sql.ts'
import { sealedColumns } from '#server/platform/keys/sealed-columns.ts'
import { testDatabase } from '#test/support/database/database.ts'

import { erasureCode } from '../personal-data.ts'
import { toInventoryDocument } from './document.ts'
import { isPersonal } from './entry.ts'
import { inventory, listColumns, toColumnErasure } from './inventory.ts'

const { owner } = await testDatabase()
const listed = Object.entries(inventory).flatMap(([table, entry]) =>
  listColumns(entry).map(([name, column]) => ({ table, entry, name, column })),
)
const personalNames = listed.map(({ table, name }) => `${table}.${name}`)
const plainNames = Object.entries(inventory).flatMap(([table, { plain }]) =>
  plain === undefined ? [] : plain.split(' ').map((name) => `${table}.${name}`),
)
const personal = Object.entries(inventory).flatMap(([table, entry]) =>
  isPersonal(entry)
    ? [{ table, exports: entry.exports ?? [], erasure: entry.erasure ?? [], entry }]
    : [],
)

/** Names that always mean a person. */
const personalPattern = /(^|_)(uid|email|phone|recipient|firstname|lastname|gender|sealed)$/
const ofNoPerson = ['sealing_canary.key_sealed']

/** Names that never mean a person, in any table. */
const plainPattern =
  /^(id|campaign_id|mode|kind|state|status|language|currency|log|event|key_id|category)$/

const columns = await owner.rows(
  z.object({ table: z.string(), column: z.string(), canHoldWords: z.boolean() }),
  sql`select table_name as table, column_name as column,
      data_type in ('text', 'bytea', 'jsonb', 'json', 'ARRAY', 'tsvector', 'inet') as "canHoldWords"
    from information_schema.columns where table_schema = 'public'`,
)
const stored = columns.map(({ table, column }) => `${table}.${column}`)

it('lists every table of the database, and no other', () => {
  const tables = Object.keys(inventory).filter((table) => table !== 'graphile_worker')
  expect(tables.toSorted()).toEqual([...new Set(columns.map(({ table }) => table))].toSorted())
})

it('says of every column that can hold words whether they are personal', () => {
  const unsaid = columns
    .filter(({ column, canHoldWords }) => canHoldWords && !plainPattern.test(column))
    .map(({ table, column }) => `${table}.${column}`)
    .filter((name) => !personalNames.includes(name) && !plainNames.includes(name))
  expect(unsaid).toEqual([])
})

it('names each column once, and only columns that exist', () => {
  const named = [...personalNames, ...plainNames].filter(
    (name) => !name.startsWith('graphile_worker'),
  )
  expect(named.filter((name) => !stored.includes(name))).toEqual([])
  expect(named).toHaveLength(new Set(named).size)
})

it('exports each personal column, or says why not', () => {
  const wrong = listed.filter(({ entry, name, column }) => {
    if (!isPersonal(entry)) return false
    const lists = (entry.exports ?? []).filter(({ columns }) => columns.includes(name))
    const isExported = lists.length > 0 || entry.exportedAs !== undefined
    return column.leftOut === undefined ? !isExported : lists.length > 0
  })
  expect(wrong.map(({ table, name }) => `${table}.${name}`)).toEqual([])
})

it('erases each personal column, or says why it is kept', () => {
  const left = listed.filter(
    ({ entry, name, column }) => isPersonal(entry) && toColumnErasure(entry, name, column) === '',
  )
  expect(left.map(({ table, name }) => `${table}.${name}`)).toEqual([])
})

it('calls columns personal whose names mean a person', () => {
  const names = columns
    .filter(({ column }) => personalPattern.test(column))
    .map(({ table, column }) => `${table}.${column}`)
    .filter((name) => !personalNames.includes(name))
  expect(names).toEqual(ofNoPerson)
})

it('names in its lists and replacements columns that the table has', () => {
  const used = personal.flatMap(({ table, exports, erasure }) =>
    [
      ...exports.flatMap((list) => list.columns),
      ...erasure.flatMap((step) => (step.kind === 'replace' ? Object.keys(step.values) : [])),
    ].map((name) => `${table}.${name}`),
  )
  expect(used.filter((name) => !stored.includes(name))).toEqual([])
})

it('gives each list of the export a key of its own', () => {
  const keys = personal.flatMap(({ exports, entry }) => [
    ...exports.map(({ as }) => as),
    entry.exportedAs,
  ])
  const used = keys.filter((key) => key !== undefined)
  expect(used).toHaveLength(new Set(used).size)
})

it('opens every sealed column that it exports', () => {
  const sealed = personal.flatMap(({ table, exports }) =>
    exports.flatMap(({ columns }) =>
      columns.filter((name) => name.endsWith('_sealed')).map((name) => `${table}.${name}`),
    ),
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
  const relied = personal.flatMap(({ table, erasure }) =>
    erasure.flatMap((step) => (step.kind === 'cascade' ? [`${table} ${step.from}`] : [])),
  )
  const known = new Set(cascades.map(({ name }) => name))
  expect(relied.filter((name) => !known.has(name))).toEqual([])
})

it('names each function of the erasure in an entry', () => {
  const named = personal.flatMap(({ erasure }) =>
    erasure.flatMap((step) => (step.kind === 'code' ? [step.by] : [])),
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
