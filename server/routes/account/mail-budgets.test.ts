import { expect, it } from 'vitest'

import { freshOn } from '#test/support/people/fresh-database.ts'
import { openAccountApp } from '#test/support/people/account-app.ts'
import { ada, as, createPerson, unverified, visitor } from '#test/support/people/people.ts'
import { behindProxy, toTestAddress } from '#test/support/servers/rate-limits.ts'

const { at: account, ...databases } = await freshOn((databases) =>
  openAccountApp(databases, { hasLimits: true, ...behindProxy }),
)

const from = { 'x-forwarded-for': toTestAddress(1) }
const requestReset = (email: string) =>
  as(account.app, visitor)('/api/account/reset', {
    method: 'POST',
    body: { email },
    headers: from,
  })

it('mails a reset right after a verification link to the same address, and the other way round', async () => {
  const person = await createPerson(databases.database, unverified(ada))
  const resend = () =>
    as(account.app, person)('/api/account/verification', { method: 'POST', headers: from })
  expect((await resend()).status).toBe(204)
  expect((await requestReset(person.email)).status).toBe(204)
  account.advanceClock(61_000)
  expect((await requestReset(person.email)).status).toBe(204)
  expect((await resend()).status).toBe(204)
})
