import { expect, it } from 'vitest'

import { literal, sql } from './sql.ts'

it('keeps values out of the text', () => {
  const name = "'; drop table campaign; --"

  expect(sql`select * from campaign where id = ${7} and name = ${name}`.compile()).toEqual({
    text: 'select * from campaign where id = $1 and name = $2',
    values: [7, name],
  })
})

it('numbers the values of its parts in the order they stand in', () => {
  const part = sql`and b = ${2} ${sql`and c = ${3}`}`

  expect(sql`where a = ${1} ${part} and d = ${4}`.compile()).toEqual({
    text: 'where a = $1 and b = $2 and c = $3 and d = $4',
    values: [1, 2, 3, 4],
  })
})

it('takes something that only looks like a part for a value', () => {
  const { text, values } = sql`select ${{ text: 'x', values: [] }}`.compile()

  expect(text).toBe('select $1')
  expect(values).toHaveLength(1)
})

it('lets a whole number of ours stand in the text, and nothing else', () => {
  expect(sql`select id from campaign where id = ${7} limit ${literal(13)}`.compile()).toEqual({
    text: 'select id from campaign where id = $1 limit 13',
    values: [7],
  })
  expect(() => literal(1.5)).toThrow(RangeError)
  expect(() => literal('1; drop table campaign' as never)).toThrow(RangeError)
})
