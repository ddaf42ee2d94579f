import { existsSync, readFileSync, readdirSync } from 'node:fs'
import { dirname, join } from 'node:path'

import { expect, it } from 'vitest'

const documents = [
  'README.md',
  'ARCHITECTURE.md',
  'CONTRIBUTING.md',
  ...readdirSync('docs', { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.md'))
    .map((file) => join('docs', file)),
]

/** Paths in backticks that begin with a folder of the project, without placeholders. */
const mentioned = /`((?:server|dev|web|shared|test|scripts|bench|docs)\/[\w./-]+)`/g
const linked = /\]\((?!https?:|#)([^)#]+)/g

it.each(documents)('%s mentions and links only files that exist', (document) => {
  const text = readFileSync(document, 'utf8')
  const paths = [
    ...[...text.matchAll(mentioned)].map(([, path = '']) => path),
    ...[...text.matchAll(linked)].map(([, path = '']) => join(dirname(document), path)),
  ]
  expect(paths.filter((path) => !existsSync(path))).toEqual([])
})
