import { beforeEach, describe, expect, it } from 'vitest'

import { freshOn } from '#test/support/people/fresh-database.ts'
import { openAccountApp } from '#test/support/people/account-app.ts'
import { ada, as, bola, createPerson, unverified, visitor } from '#test/support/people/people.ts'

import { password, signUpForm } from './person.ts'

const { at: account, ...databases } = await freshOn(openAccountApp)
const known = ada.email
const unconfirmed = bola.email
const unknown = 'unknown@example.com'

beforeEach(async () => {
  await createPerson(databases.database, ada, { password })
  await createPerson(databases.database, unverified(bola), { password })
})

/** The whole response without random values and the submitted address. */
async function request(path: string, body: { email: string }) {
  const response = await as(account.app, visitor)(path, { method: 'POST', body })
  const text = (await response.text())
    .replaceAll(body.email, '[email]')
    .replaceAll(/[0-9a-f]{8}-[0-9a-f-]{27}/g, '[id]')
    .replaceAll(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, '[time]')
  const headers = [...response.headers]
    .filter(([name]) => name !== 'x-request-id')
    .map(([name, value]) => `${name}: ${value.replace(/^(session|uid|device)=[^;]*/, '$1=')}`)
  return { status: response.status, headers, text }
}

describe('account enumeration', () => {
  it('login responds identically for known and unknown addresses', async () => {
    const wrong = { password: 'wrong rain 48' }
    const response = await request('/api/session', { ...wrong, email: unknown })
    expect(response.status).toBe(401)
    for (const email of [known, unconfirmed])
      expect(await request('/api/session', { ...wrong, email })).toEqual(response)
  })

  it('password reset responds identically for known and unknown addresses', async () => {
    const response = await request('/api/account/reset', { email: unknown })
    expect(response.status).toBe(204)
    for (const email of [known, unconfirmed])
      expect(await request('/api/account/reset', { email })).toEqual(response)
  })

  it('sign-up responds identically for unconfirmed and unknown addresses', async () => {
    const response = await request('/api/account', signUpForm(password, { email: unknown }))
    expect(response.status).toBe(201)
    expect(await request('/api/account', signUpForm(password, { email: unconfirmed }))).toEqual(
      response,
    )
  })
})
