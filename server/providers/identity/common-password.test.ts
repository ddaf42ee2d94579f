import { expect, it } from 'vitest'

import { isCommonPassword } from './common-password.ts'

const email = 'ngozi.eze@example.com'

it.each([
  'password',
  'Password1',
  'P@ssw0rd2024!',
  '12345678',
  '1234567890',
  '87654321',
  'qwertyuiop',
  'qwerty123',
  '1q2w3e4r',
  '1qaz2wsx',
  'abc12345',
  'asdf1234',
  '11111111',
  'abcabcabc',
  'iloveyou2',
  'Godisgood1!',
  'nigeria2024',
  'ngozi.eze1',
  'ngozi.eze@example.com',
])('refuses %s', (password) => {
  expect(isCommonPassword(password, email)).toBe(true)
})

it.each([
  'tide-lantern-okra',
  'correct horse battery',
  'mango rain 47',
  'Xk9#vLq2',
  'ọjà ọba ní ọ̀sán',
  'sunflower-goat',
])('accepts %s', (password) => {
  expect(isCommonPassword(password, email)).toBe(false)
})
