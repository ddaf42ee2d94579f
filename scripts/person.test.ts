import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { beforeEach, expect, it, vi } from 'vitest'
import * as z from 'zod/mini'

import { sql } from '#server/platform/database/sql.ts'
import { testLogKey, testReceiptKey, testSecret } from '#test/support/servers/app.ts'
import { openCommand } from '#test/support/servers/commands.ts'
import { ada, bola, unverified, type Person } from '#test/support/people/people.ts'

// Each command is a process that opens all services.
vi.setConfig({ testTimeout: 180_000 })

const at = await openCommand('admin.ts')
const env = {
  ...at.env,
  AJO_SECRET: testSecret,
  RECEIPT_KEY: testReceiptKey,
  LOG_KEY: testLogKey,
}
const run = (...words: string[]) => at.run(['person', ...words], env)
const { getActor: actor } = at
let person: Person
beforeEach(async () => {
  await at.empty()
  person = await at.createPerson(ada)
})

/** The last two. Events outlive accounts. */
const kinds = async () => {
  const events = await at.database.rows(
    z.object({ kind: z.string() }),
    sql`select kind from account_event order by at`,
  )
  return events.map(({ kind }) => kind).slice(-2)
}

it('grants, lists and revokes a role, and ends the sessions of the account', async () => {
  expect(await run('grant', 'reviewer', ' ADA@Example.com')).toEqual({
    code: 0,
    output: 'ada@example.com is now reviewer and must log in again.',
  })
  expect(await actor(person)).toEqual({ kind: 'visitor' })
  expect(await run('staff')).toEqual({ code: 0, output: 'reviewer\tada@example.com' })
  expect(await run('grant', 'reviewer', ada.email)).toEqual({
    code: 1,
    output: 'ada@example.com is already reviewer.',
  })
  expect(await run('revoke', 'reviewer', ada.email)).toEqual({
    code: 0,
    output: 'ada@example.com is no longer reviewer and was logged out.',
  })
  expect(await run('staff')).toEqual({ code: 0, output: 'No roles have been granted.' })
})

it('refuses to grant a role to an unverified or unknown address', async () => {
  await at.createPerson(unverified(bola))
  expect(await run('grant', 'admin', bola.email)).toEqual({
    code: 1,
    output: 'bola@example.com must confirm their email address first.',
  })
  expect(await run('grant', 'admin', 'nobody@example.com')).toEqual({
    code: 1,
    output: 'There is no account for nobody@example.com.',
  })
  expect(await run('grant', 'boss', ada.email)).toMatchObject({ code: 1 })
  expect(await actor(person)).toMatchObject({ uid: ada.uid, roles: [] })
})

it('disables an account, ends its sessions and enables it again', async () => {
  expect(await run('disable', ' ADA@Example.com')).toEqual({
    code: 0,
    output: 'ada@example.com is disabled and logged out on all devices.',
  })
  expect(await actor(person)).toEqual({ kind: 'visitor' })
  expect(await run('enable', ada.email)).toEqual({
    code: 0,
    output: 'ada@example.com is enabled and logged out on all devices.',
  })
  expect(await actor(person)).toEqual({ kind: 'visitor' })
  expect(await kinds()).toEqual(['disabled', 'enabled'])
})

it('reports an invalid setting in one sentence', async () => {
  expect(await at.run(['person', 'staff'], { DATABASE_URL: 'mysql://here' })).toEqual({
    code: 1,
    output:
      'DATABASE_URL must look like postgres://user:password@host:5432/database, with several hosts separated by commas.',
  })
})

it('reports a missing database and does not create one', async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'ajo-person-'))
  expect(await at.run(['person', 'staff'], { DATA_DIR: dataDir })).toEqual({
    code: 1,
    output: 'Ajo has no database yet. Start it once with npm start.',
  })
  rmSync(dataDir, { recursive: true })
})
