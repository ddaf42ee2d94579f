import { expect, it } from 'vitest'

import { literal, sql } from './sql.ts'

it('passes values as parameters', () => {
  const name = "'; drop table campaign; --"

  expect(sql`select * from campaign where id = ${7} and name = ${name}`.compile()).toEqual({
    text: 'select * from campaign where id = $1 and name = $2',
    values: [7, name],
  })
})

it('numbers the parameters of fragments in their order', () => {
  const part = sql`and b = ${2} ${sql`and c = ${3}`}`

  expect(sql`where a = ${1} ${part} and d = ${4}`.compile()).toEqual({
    text: 'where a = $1 and b = $2 and c = $3 and d = $4',
    values: [1, 2, 3, 4],
  })
})

it('passes an object that only resembles a fragment as a parameter', () => {
  const { text, values } = sql`select ${{ text: 'x', values: [] }}`.compile()

  expect(text).toBe('select $1')
  expect(values).toHaveLength(1)
})

it('writes a literal integer into the text, and refuses everything else', () => {
  expect(sql`select id from campaign where id = ${7} limit ${literal(13)}`.compile()).toEqual({
    text: 'select id from campaign where id = $1 limit 13',
    values: [7],
  })
  expect(() => literal(1.5)).toThrow(RangeError)
  expect(() => literal('1; drop table campaign' as never)).toThrow(RangeError)
})
