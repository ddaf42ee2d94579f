import { expect, it } from 'vitest'
import * as z from 'zod/mini'

import { rowOf } from './row-schema.ts'

const fields = { id: z.string(), goal: z.int(), endDate: z.nullable(z.string()) }
const row = { id: 'a', goal: 1, endDate: null }

it('takes and leaves out what z.object does', () => {
  const given = { ...row, more: true }
  expect(z.parse(rowOf(fields), given)).toEqual(row)
  expect(z.parse(z.object(fields), given)).toEqual(row)
})

it.each([
  ['a value of another type', { ...row, goal: '1' }],
  ['half a number', { ...row, goal: 1.5 }],
  ['a null where none may be', { ...row, id: null }],
  ['a column that is missing', { id: 'a', goal: 1 }],
  ['no row at all', undefined],
])('refuses %s in the words of z.object', (_what, given) => {
  const { error } = z.safeParse(rowOf(fields), given)
  expect(error?.issues.length).toBeGreaterThan(0)
  expect(error?.issues).toEqual(z.safeParse(z.object(fields), given).error?.issues)
})
