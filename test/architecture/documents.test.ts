import { existsSync, globSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

import { expect, it } from 'vitest'

const documents = [
  'README.md',
  'ARCHITECTURE.md',
  'CONTRIBUTING.md',
  ...globSync(['docs/**/*.md', 'packages/*/*.md', 'test/support/README.md']),
].filter((file) => !file.includes('node_modules'))

/** The sources and settings in which a name in backticks may stand. */
const code = globSync([
  '{server,dev,web,shared,test,scripts,bench}/**/*.{ts,tsx,mjs,sql,css,py}',
  'packages/*/{src,test,bin}/**/*.{ts,mjs,sql}',
  'deploy/**/*',
  '*.{json,mjs,ts}',
  'Dockerfile',
])
  .filter((file) => /\.\w+$|Dockerfile$/.test(file) && existsSync(file))
  .map((file) => readFileSync(file, 'utf8'))
  .join('\n')
const words = new Set(code.match(/\w+/g))

/** Paths in backticks that begin with a folder of the project, without placeholders. */
const mentioned = /`((?:server|dev|web|shared|test|scripts|bench|docs|packages)\/[\w./-]+)`/g
const linked = /\]\((?!https?:|#)([^)#]+)/g
/** `applyPayment`, `applyPayment(…)`, `ledger_entry`: names of code, not words, settings or names of other products. */
const named = /`([a-z][a-zA-Z0-9]*(?:[A-Z_][a-zA-Z0-9]*)+)(?:\(…?\))?`/g

it.each(documents)('%s mentions and links only files that exist', (document) => {
  const text = readFileSync(document, 'utf8')
  const paths = [
    ...[...text.matchAll(mentioned)].map(([, path = '']) => path),
    ...[...text.matchAll(linked)].map(([, path = '']) => join(dirname(document), path)),
  ]
  expect(paths.filter((path) => !existsSync(path))).toEqual([])
})

/** Names of PostgreSQL, of services, of the specification and of packages that were not chosen. */
const foreign = new Set([
  'archive_command',
  'getX',
  'http_headers',
  'lastLiveEventId',
  'max_prepared_statements',
  'parseX',
  'pg_basebackup',
  'pg_dump',
  'shouldRetry',
  'supportingDocuments',
  'tableCreated',
  'toX',
])
/** Accounts of the ledger are columns with a unit in the end. */
const exists = (name: string) => words.has(name) || words.has(`${name}_kobo`)

it.each(documents)('%s names no function, table or column that is gone', (document) => {
  const text = readFileSync(document, 'utf8')
  const names = [...text.matchAll(named)].map(([, name = '']) => name)
  expect(names.filter((name) => !exists(name) && !foreign.has(name))).toEqual([])
})

it('numbers the decisions without gaps', () => {
  const numbers = globSync('docs/decisions/*.md').map((file) => Number(/\/(\d+)-/.exec(file)?.[1]))
  expect(numbers.toSorted((one, other) => one - other)).toEqual(
    numbers.map((_, index) => index + 1),
  )
})
