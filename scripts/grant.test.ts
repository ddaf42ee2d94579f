import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { beforeEach, expect, it } from 'vitest'

import { openCommand } from '#test/support/servers/commands.ts'
import { ada, bola, unverified, type Person } from '#test/support/people/people.ts'

const at = await openCommand('grant.ts')
const { run: grant, getActor: actor } = at
let person: Person
beforeEach(async () => {
  await at.empty()
  person = await at.createPerson(ada)
})

it('grants, lists and revokes a role, and ends the sessions of the account', async () => {
  expect(await grant(['list'])).toEqual({ code: 0, output: 'No roles have been granted.' })
  expect(await grant(['reviewer', ' ADA@Example.com'])).toEqual({
    code: 0,
    output: 'ada@example.com is now reviewer and must log in again.',
  })
  expect(await actor(person)).toEqual({ kind: 'visitor' })
  expect(await grant(['list'])).toEqual({ code: 0, output: 'reviewer\tada@example.com' })
  expect(await grant(['grant', 'reviewer', ada.email])).toEqual({
    code: 0,
    output: 'ada@example.com is already reviewer.',
  })
  expect(await grant(['revoke', 'reviewer', ada.email])).toEqual({
    code: 0,
    output: 'ada@example.com is no longer reviewer and was logged out.',
  })
  expect(await grant(['revoke', 'reviewer', ada.email])).toEqual({
    code: 0,
    output: 'ada@example.com is not reviewer.',
  })
})

it('refuses to grant a role to an unverified or unknown address', async () => {
  await at.createPerson(unverified(bola))
  expect(await grant(['admin', bola.email])).toEqual({
    code: 1,
    output: 'bola@example.com must confirm their email address first.',
  })
  expect(await grant(['admin', 'nobody@example.com'])).toEqual({
    code: 1,
    output: 'There is no account for nobody@example.com.',
  })
  expect(await grant(['list'])).toEqual({ code: 0, output: 'No roles have been granted.' })
})

it.each([
  [[]],
  [['boss', ada.email]],
  [['reviewer']],
  [['reviewer', 'ada']],
  [['reviewer', ada.email, 'now']],
])('prints the usage for the arguments %j', async (words) => {
  const { code, output } = await grant(words)
  expect(code).toBe(2)
  expect(output).toContain('npm run grant -- reviewer someone@example.com')
  expect(await actor(person)).toMatchObject({ uid: ada.uid, roles: [] })
})

it('reports an invalid setting in one sentence', async () => {
  expect(await grant(['list'], { DATABASE_URL: 'mysql://here' })).toEqual({
    code: 1,
    output:
      'DATABASE_URL must look like postgres://user:password@host:5432/database, with several hosts separated by commas.',
  })
})

it('reports a missing database and does not create one', async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'ajo-grant-'))
  expect(await grant(['list'], { DATA_DIR: dataDir })).toEqual({
    code: 1,
    output: 'Ajo has no database yet. Start it once with npm start.',
  })
  rmSync(dataDir, { recursive: true })
})
