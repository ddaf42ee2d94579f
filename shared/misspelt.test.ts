import { expect, it } from 'vitest'

import { suggestEmail } from './misspelt.ts'

it.each([
  ['ada@gmial.com', 'ada@gmail.com'],
  ['Mailto:ada@gmial.com', 'ada@gmail.com'],
  ['ada@gmai.com', 'ada@gmail.com'],
  ['Ada@GMAIL.CON ', 'ada@gmail.com'],
  ['ada@gmail.co', 'ada@gmail.com'],
  ['ada@gmail.cm', 'ada@gmail.com'],
  ['ada@gnail.com', 'ada@gmail.com'],
  ['ada@yaho.com', 'ada@yahoo.com'],
  ['ada@yahooo.com', 'ada@yahoo.com'],
  ['ada@yahoo.co.ik', 'ada@yahoo.co.uk'],
  ['ada@hotmial.com', 'ada@hotmail.com'],
  ['ada@outlok.com', 'ada@outlook.com'],
  ['ada@iclod.com', 'ada@icloud.com'],
])('suggests for %s the domain that was meant', (typed, meant) => {
  expect(suggestEmail(typed)).toBe(meant)
})

it.each([
  'ada@gmail.com',
  'ada@ymail.com',
  'ada@mail.com',
  'ada@email.com',
  'ada@gmx.com',
  'ada@aol.com',
  'ada@yahoo.fr',
  'ada@yahoo.com.ng',
  'ada@unilag.edu.ng',
  'ada@example.com',
  'ada@ajo.ng',
  'ada@',
  'ada',
  'ada@gmail@gmial.com',
])('suggests nothing for %s', (typed) => {
  expect(suggestEmail(typed)).toBeUndefined()
})
