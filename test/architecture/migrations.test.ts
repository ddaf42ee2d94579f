import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

import { expect, it } from 'vitest'

import { migrationsDirectory } from '#server/platform/database/migrate.ts'

/** Statements on whose result the version before may fail. */
const takesAway = [
  /\bdrop\s+(table|column|constraint|view|function|schema|default)\b/i,
  /\brename\b/i,
  /\bset\s+not\s+null\b/i,
  /\balter\s+column\s+\w+\s+(set\s+data\s+)?type\b/i,
  /\badd\s+(constraint|check|unique)\b/i,
  /\brevoke\b(?![^;]*\bfrom\s+public\b)/i,
  /\badd\s+column\s+(if\s+not\s+exists\s+)?\w+\s+(?![^,;]*\bdefault\b)[^,;]*\bnot\s+null\b/i,
]
const declaration = /^-- (Contract|Expand): .{10,}\n/

/** The version before knows no table that the same file creates. */
const withoutOwnTables = (text: string) =>
  text
    .split(';')
    .filter((statement) => {
      const table = /\balter table (\w+)/i.exec(statement)?.[1]
      return table === undefined || !text.includes(`create table ${table} (`)
    })
    .join(';')
const isUndeclared = (text: string) =>
  !declaration.test(text) && takesAway.some((pattern) => pattern.test(withoutOwnTables(text)))

const names = readdirSync(migrationsDirectory)

it('numbers the migrations from 0001 without gaps', () => {
  expect(names.toSorted().map((name) => name.slice(0, 5))).toEqual(
    names.map((_, index) => `${String(index + 1).padStart(4, '0')}_`),
  )
})

it('finds in its first line what a migration that takes something away does to the version before', () => {
  const undeclared = names.filter((name) =>
    isUndeclared(readFileSync(join(migrationsDirectory, name), 'utf8')),
  )
  expect(undeclared).toEqual([])
})
