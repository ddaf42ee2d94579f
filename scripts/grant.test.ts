import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { beforeEach, expect, it } from 'vitest'

import { commandsOn } from '#test/commands.ts'
import { ada, bola, unverified, type Person } from '#test/people.ts'

const at = await commandsOn('grant.ts')
const { run: grant, actorOf: actor } = at
let person: Person
beforeEach(async () => {
  await at.empty()
  person = await at.createPerson(ada)
})

it('grants, lists and revokes a role; whoever it concerns has to log in again', async () => {
  expect(await grant(['list'])).toEqual({ code: 0, said: 'Nobody has a role yet.' })
  expect(await grant(['reviewer', ' ADA@Example.com'])).toEqual({
    code: 0,
    said: 'ada@example.com is now reviewer, and has to log in again.',
  })
  expect(await actor(person)).toEqual({ kind: 'visitor' })
  expect(await grant(['list'])).toEqual({ code: 0, said: 'reviewer\tada@example.com' })
  expect(await grant(['grant', 'reviewer', ada.email])).toEqual({
    code: 0,
    said: 'ada@example.com is reviewer already.',
  })
  expect(await grant(['revoke', 'reviewer', ada.email])).toEqual({
    code: 0,
    said: 'ada@example.com is no longer reviewer, and was signed out.',
  })
  expect(await grant(['revoke', 'reviewer', ada.email])).toEqual({
    code: 0,
    said: 'ada@example.com is not reviewer.',
  })
})

it('gives no role to an address that nobody has confirmed, or that nobody has', async () => {
  await at.createPerson(unverified(bola))
  expect(await grant(['admin', bola.email])).toEqual({
    code: 1,
    said: 'bola@example.com has to confirm the address first.',
  })
  expect(await grant(['admin', 'nobody@example.com'])).toEqual({
    code: 1,
    said: 'Nobody has signed up as nobody@example.com.',
  })
  expect(await grant(['list'])).toEqual({ code: 0, said: 'Nobody has a role yet.' })
})

it.each([
  [[]],
  [['boss', ada.email]],
  [['reviewer']],
  [['reviewer', 'ada']],
  [['reviewer', ada.email, 'now']],
])('explains itself when asked %j', async (words) => {
  const { code, said } = await grant(words)
  expect(code).toBe(2)
  expect(said).toContain('npm run grant -- reviewer someone@example.com')
  expect(await actor(person)).toMatchObject({ uid: ada.uid, roles: [] })
})

it('says in a sentence what is wrong with a setting', async () => {
  expect(await grant(['list'], { DATABASE_URL: 'mysql://here' })).toEqual({
    code: 1,
    said: 'DATABASE_URL must look like postgres://user:password@host:5432/database.',
  })
})

it('says so where there is no Ajo yet, and makes none', async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'ajo-grant-'))
  expect(await grant(['list'], { DATA_DIR: dataDir })).toEqual({
    code: 1,
    said: 'There is no Ajo here yet: start it first with npm start.',
  })
  rmSync(dataDir, { recursive: true })
})
