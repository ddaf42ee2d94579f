import { describe, expect, it } from 'vitest'
import * as z from 'zod/mini'

import { sql } from '#server/platform/database/sql.ts'
import { sessionSchema } from '#shared/account.ts'
import { invalid } from '#shared/text/invalid.ts'
import { policyVersions } from '#shared/policy-versions.ts'
import { freshDatabase } from '#test/support/people/fresh-database.ts'
import { openAccountApp, openBrowser } from '#test/support/people/account-app.ts'
import {
  ada,
  as,
  bola,
  chidi,
  createPerson,
  signInAgain,
  visitor,
} from '#test/support/people/people.ts'

const { database, owner } = await freshDatabase()
const { app } = await openAccountApp({ database, owner })
const password = 'mango rain 47'

const login = (body: unknown, who: Parameters<typeof as>[1] = visitor) =>
  as(app, who)('/api/session', { method: 'POST', body })
const readAccount = async (response: Response) => {
  expect(response.status).toBe(200)
  return z.parse(sessionSchema, await response.json()).account
}

describe('GET /api/session', () => {
  it('returns the account without credentials', async () => {
    const person = await createPerson(database, chidi, { password })
    const response = await as(app, person)('/api/session')
    expect(response.headers.get('cache-control')).toBe('no-store')
    const text = await response.clone().text()
    expect(text).not.toMatch(/hash|token|password|version|disabled/i)
    expect(await readAccount(response)).toMatchObject({
      uid: chidi.uid,
      email: chidi.email,
      firstname: 'Chidi',
      lastname: 'Okafor',
      emailVerified: true,
      roles: ['reviewer'],
    })
  })

  it('creates an empty document for an account without one', async () => {
    const person = await createPerson(database, ada)
    await owner.run(sql`delete from user_document`)
    expect(await readAccount(await as(app, person)('/api/session'))).toMatchObject({
      uid: ada.uid,
      firstname: '',
      lastname: '',
    })
  })
})

describe('POST /api/session', () => {
  it('logs in with the address in any case', async () => {
    await createPerson(database, ada, { password })
    const browser = openBrowser(app, visitor)
    const response = await browser.request('/api/session', {
      method: 'POST',
      body: { email: ' ADA@Example.com ', password },
    })
    expect(await readAccount(response)).toMatchObject({ uid: ada.uid, email: ada.email })
    expect(await readAccount(await browser.request('/api/session'))).toMatchObject({ uid: ada.uid })
  })

  it('returns the profile of the account, even if another document has the same address', async () => {
    await createPerson(database, ada, { password })
    await createPerson(database, bola)
    await owner.run(sql`
      update user_document set email = ${ada.email}, firstname = 'Thief' where uid = ${bola.uid}`)
    expect(await readAccount(await login({ email: ada.email, password }))).toMatchObject({
      uid: ada.uid,
      firstname: 'Ada',
    })
  })

  it.each([
    [{}, { email: [invalid.email], password: [invalid.passwordRequired] }],
    [
      { email: [ada.email], password: { length: 8 } },
      { email: [invalid.email], password: [invalid.passwordRequired] },
    ],
  ])('refuses %j with the messages of the form', async (body, fields) => {
    const response = await login(body)
    expect(response.status).toBe(400)
    expect(await response.json()).toMatchObject({ error: { code: 'invalid-input', fields } })
  })
})

describe('DELETE /api/session', () => {
  it('removes the cookies and ends the session for stolen copies of them, and no session of another device', async () => {
    const person = await createPerson(database, ada)
    const phone = await signInAgain(database, person)
    const browser = openBrowser(app, person)
    const response = await browser.request('/api/session', { method: 'DELETE' })
    expect(response.status).toBe(204)
    expect(browser.cookie()).toBe('')
    expect(await readAccount(await as(app, person)('/api/session'))).toBeNull()
    expect(await readAccount(await as(app, phone)('/api/session'))).toMatchObject({ uid: ada.uid })
  })
})

it('asks a person who accepted an earlier version, until the person accepts the current one', async () => {
  const person = await createPerson(database, ada)
  await owner.run(sql`insert into terms_acceptance values (${ada.uid}, '1.0', now())`)
  const isAccepted = async () => (await as(app, person)('/api/account/terms')).json()

  expect(await isAccepted()).toEqual({ isAccepted: false })
  expect((await as(app, person)('/api/account/terms', { method: 'POST' })).status).toBe(204)

  expect(await isAccepted()).toEqual({ isAccepted: true })
  expect(
    await owner.values(z.string(), sql`select version from terms_acceptance order by 1`),
  ).toEqual(['1.0', policyVersions.terms.version])
})
