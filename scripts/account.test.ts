import { beforeEach, expect, it } from 'vitest'
import * as z from 'zod/mini'

import { sql } from '#server/platform/database/sql.ts'
import { openCommand } from '#test/support/servers/commands.ts'
import { ada } from '#test/support/people/people.ts'

const at = await openCommand('account.ts')
beforeEach(at.empty)

const kinds = async () => {
  const events = await at.database.rows(
    z.object({ kind: z.string() }),
    sql`select kind from account_event order by at`,
  )
  return events.map(({ kind }) => kind)
}

it('disables an account, ends its sessions and enables it again', async () => {
  const person = await at.createPerson(ada)
  expect(await at.run(['disable', ' ADA@Example.com'])).toEqual({
    code: 0,
    output: 'ada@example.com is disabled and logged out on all devices.',
  })
  expect(await at.getActor(person)).toEqual({ kind: 'visitor' })
  expect(await at.run(['disable', ada.email])).toEqual({
    code: 0,
    output: 'ada@example.com is already disabled.',
  })
  expect(await at.run(['enable', ada.email])).toEqual({
    code: 0,
    output: 'ada@example.com is enabled and logged out on all devices.',
  })
  expect(await at.getActor(person)).toEqual({ kind: 'visitor' })
  expect(await kinds()).toEqual(['disabled', 'enabled'])
})

it('refuses an address without an account', async () => {
  expect(await at.run(['disable', 'nobody@example.com'])).toEqual({
    code: 1,
    output: 'There is no account for nobody@example.com.',
  })
})

it.each([
  [[]],
  [['delete', ada.email]],
  [['disable']],
  [['disable', 'ada']],
  [['disable', ada.email, 'now']],
])('prints the usage for the arguments %j', async (words) => {
  const { code, output } = await at.run(words)
  expect(code).toBe(2)
  expect(output).toContain('npm run account -- disable someone@example.com')
})
