import { expect, it } from 'vitest'
import * as z from 'zod/mini'

import { compiledObject } from './compiled-object.ts'

const fields = { id: z.string(), goal: z.int(), endDate: z.nullable(z.string()) }
const row = { id: 'a', goal: 1, endDate: null }

it('accepts and strips the same as z.object', () => {
  const given = { ...row, more: true }
  expect(z.parse(compiledObject(fields), given)).toEqual(row)
  expect(z.parse(z.object(fields), given)).toEqual(row)
})

it.each([
  ['a value of another type', { ...row, goal: '1' }],
  ['a fraction', { ...row, goal: 1.5 }],
  ['a null in a required column', { ...row, id: null }],
  ['a missing column', { id: 'a', goal: 1 }],
  ['an undefined row', undefined],
])('refuses %s with the issues of z.object', (_what, given) => {
  const { error } = z.safeParse(compiledObject(fields), given)
  expect(error?.issues.length).toBeGreaterThan(0)
  expect(error?.issues).toEqual(z.safeParse(z.object(fields), given).error?.issues)
})
