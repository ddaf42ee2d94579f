import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

import { expect, it } from 'vitest'

import { migrationsDirectory } from '#server/platform/database/migrate.ts'

/** The first version that goes on beside a newer one is 0.2. */
const firstDeclared = '0104'

/** Statements on whose result the version before may fail. */
const takesAway = [
  /\bdrop\s+(table|column|constraint|view|function|schema|default)\b/i,
  /\brename\b/i,
  /\bset\s+not\s+null\b/i,
  /\balter\s+column\s+\w+\s+(set\s+data\s+)?type\b/i,
  /\badd\s+(constraint|check|unique)\b/i,
  /\brevoke\b/i,
  /\badd\s+column\s+(if\s+not\s+exists\s+)?\w+\s+(?![^,;]*\bdefault\b)[^,;]*\bnot\s+null\b/i,
]
const declaration = /^-- (Contract|Expand): .{10,}\n/

const isUndeclared = (text: string) =>
  !declaration.test(text) && takesAway.some((pattern) => pattern.test(text))

it('finds in its first line what a migration that takes something away does to the version before', () => {
  const names = readdirSync(migrationsDirectory).filter((name) => name >= firstDeclared)
  const undeclared = names.filter((name) =>
    isUndeclared(readFileSync(join(migrationsDirectory, name), 'utf8')),
  )
  expect(undeclared).toEqual([])
})

it.each([
  ['alter table well drop column depth', true],
  ['alter table well add column depth integer not null', true],
  ['alter table well add column depth integer not null default 0', false],
  ['create table well (depth integer not null)', false],
  ['alter table well alter depth set not null', true],
  [
    '-- Expand: the version before writes all kinds that are left.\nalter table well drop constraint depth',
    false,
  ],
  [
    '-- Contract: versions since 0.3 read the depth elsewhere.\nalter table well drop column depth',
    false,
  ],
])('%j is undeclared: %s', (text, expected) => {
  expect(isUndeclared(text)).toBe(expected)
})
