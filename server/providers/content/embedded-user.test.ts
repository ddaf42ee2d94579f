import { beforeEach, expect, it } from 'vitest'

import { testDatabase } from '#test/database.ts'

import { embeddedUsers } from './embedded-user.ts'

const { database, empty } = await testDatabase()
const users = embeddedUsers(database)
const ngozi = {
  uid: 'uid-ngozi',
  firstname: 'Ngozi',
  lastname: 'Eze',
  email: 'ngozi@example.com',
  gender: 'Female',
  terms: true,
  emailVerified: false,
} as const

beforeEach(empty)

it('finds the document of a uid, and nobody under another', async () => {
  const inserted = await users.insertUser(ngozi)
  expect(inserted).toEqual({ ...ngozi, _id: inserted._id })
  expect(await users.findUserByUid(ngozi.uid)).toEqual(inserted)
  expect(await users.findUserByUid('nobody')).toBeUndefined()
})

it('keeps two documents that name the same address apart', async () => {
  const own = await users.insertUser(ngozi)
  await users.insertUser({ ...ngozi, uid: 'uid-thief', firstname: 'Not Ngozi' })
  expect(await users.findUserByUid(ngozi.uid)).toEqual(own)
})

it('holds one document per uid: a second one takes the place of the first', async () => {
  const first = await users.insertUser(ngozi)
  const second = await users.insertUser({ ...ngozi, firstname: 'Adaeze' })
  expect(second).toEqual({ ...first, firstname: 'Adaeze' })
  expect(await users.findUserByUid(ngozi.uid)).toEqual(second)
})

it('changes what is named and leaves the rest', async () => {
  const { _id } = await users.insertUser(ngozi)
  await users.updateUser(_id, { emailVerified: true })
  await users.updateUser(_id, { firstname: 'Ngozika' })
  expect(await users.findUserByUid(ngozi.uid)).toEqual({
    ...ngozi,
    _id,
    firstname: 'Ngozika',
    emailVerified: true,
  })
})
