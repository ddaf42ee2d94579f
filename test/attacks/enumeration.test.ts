import { beforeEach, describe, expect, it } from 'vitest'

import { openAccountApp } from '#test/account-app.ts'
import { testDatabase } from '#test/database.ts'
import { ada, as, bola, createPerson, unverified, visitor } from '#test/people.ts'

import { password, signUpForm } from './person.ts'

const databases = await testDatabase()
let account: Awaited<ReturnType<typeof openAccountApp>>
const known = ada.email
const unconfirmed = bola.email
const unknown = 'nobody@example.com'

beforeEach(async () => {
  await databases.empty()
  account = await openAccountApp(databases)
  await createPerson(databases.database, ada, { password })
  await createPerson(databases.database, unverified(bola), { password })
})

/** All that is to be seen of an answer, but for what is random in it and what the asker has typed. */
async function seen(path: string, body: { email: string }) {
  const answer = await as(account.app, visitor)(path, { method: 'POST', body })
  const text = (await answer.text())
    .replaceAll(body.email, '[typed]')
    .replaceAll(/[0-9a-f]{8}-[0-9a-f-]{27}/g, '[id]')
    .replaceAll(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, '[time]')
  const headers = [...answer.headers]
    .filter(([name]) => name !== 'x-request-id')
    .map(([name, value]) => `${name}: ${value.replace(/^(session|uid|device)=[^;]*/, '$1=')}`)
  return { status: answer.status, headers, text }
}

describe('enumeration', () => {
  it('by logging in: a known and an unknown address are answered alike', async () => {
    const tried = { password: 'wrong rain 48' }
    const answer = await seen('/api/session', { ...tried, email: unknown })
    expect(answer.status).toBe(401)
    for (const email of [known, unconfirmed])
      expect(await seen('/api/session', { ...tried, email })).toEqual(answer)
  })

  it('by asking for a reset: a known and an unknown address are answered alike', async () => {
    const answer = await seen('/api/account/reset', { email: unknown })
    expect(answer.status).toBe(204)
    for (const email of [known, unconfirmed])
      expect(await seen('/api/account/reset', { email })).toEqual(answer)
  })

  it('by signing up: an address that nobody has confirmed is answered like an unknown one', async () => {
    const answer = await seen('/api/account', signUpForm(password, { email: unknown }))
    expect(answer.status).toBe(201)
    expect(await seen('/api/account', signUpForm(password, { email: unconfirmed }))).toEqual(answer)
  })
})
