import { readFileSync } from 'node:fs'

import { expect, it } from 'vitest'
import { schema } from '#packages/paystack-sandbox/src/index.ts'

it('creates the tables of the payment sandbox as its package does', () => {
  const migration = readFileSync('server/platform/database/migrations/0018_sandbox.sql', 'utf8')
  const toStatements = (text: string) =>
    text
      .replaceAll(/^ *--.*\n/gm, '')
      .split(/;\n/)
      .map((statement) => statement.trim())
      .filter((statement) => statement !== '' && !statement.startsWith('grant '))
  expect(toStatements(migration)).toEqual(toStatements(schema))
})
