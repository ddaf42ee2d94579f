import { beforeEach, expect, it } from 'vitest'
import * as z from 'zod/mini'

import { sql } from '#server/platform/database/sql.ts'
import { policyVersions } from '#shared/policy-versions.ts'
import { openAccountApp } from '#test/support/people/account-app.ts'
import { testDatabase } from '#test/support/database/database.ts'
import { ada, as, createPerson, visitor } from '#test/support/people/people.ts'

const { database, owner, empty } = await testDatabase()
const { app } = await openAccountApp({ database, owner })

beforeEach(empty)

const listAccepted = () =>
  owner.rows(
    z.object({ uid: z.string(), version: z.string(), acceptedAt: z.date() }),
    sql`select uid, version, accepted_at as "acceptedAt" from terms_acceptance`,
  )

it('stores the version and the time of the terms that a person accepts at sign-up', async () => {
  const response = await as(app, visitor)('/api/account', {
    method: 'POST',
    body: {
      firstname: 'Ada',
      lastname: 'Obi',
      email: 'ada@example.com',
      gender: 'Female',
      password: 'mango rain 47',
      confirmPassword: 'mango rain 47',
      terms: true,
    },
  })

  expect(response.status).toBe(201)
  const [accepted] = await listAccepted()
  expect(accepted?.version).toBe(policyVersions.terms.version)
  expect(Date.now() - (accepted?.acceptedAt.getTime() ?? 0)).toBeLessThan(60_000)
})

it('asks a person who accepted an earlier version, until the person accepts the current one', async () => {
  const person = await createPerson(database, ada)
  await owner.run(sql`insert into terms_acceptance values (${ada.uid}, '1.0', now())`)
  const isAccepted = async () => (await as(app, person)('/api/account/terms')).json()

  expect(await isAccepted()).toEqual({ isAccepted: false })
  expect((await as(app, person)('/api/account/terms', { method: 'POST' })).status).toBe(204)

  expect(await isAccepted()).toEqual({ isAccepted: true })
  expect((await listAccepted()).map(({ version }) => version).sort()).toEqual([
    '1.0',
    policyVersions.terms.version,
  ])
})
