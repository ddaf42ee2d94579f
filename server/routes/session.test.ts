import { beforeEach, describe, expect, it } from 'vitest'
import * as z from 'zod/mini'

import { sql } from '#server/database/sql.ts'
import { sessionSchema } from '#shared/account.ts'
import { invalid } from '#shared/messages.ts'
import { accountApp, openBrowser } from '#test/account-app.ts'
import { testDatabase } from '#test/database.ts'
import { ada, as, bola, chidi, createPerson, unverified, visitor } from '#test/people.ts'

const { database, owner, empty } = await testDatabase()
const { app } = accountApp({ database, owner })
const password = 'mango rain 47'

beforeEach(empty)

const count = async () =>
  (await owner.row(z.object({ count: z.int() }), sql`select count(*) as count from session`))?.count
const login = (body: unknown, who: Parameters<typeof as>[1] = visitor) =>
  as(app, who)('/api/session', { method: 'POST', body })
const accountIn = async (answer: Response) => {
  expect(answer.status).toBe(200)
  return z.parse(sessionSchema, await answer.json()).account
}

describe('GET /api/session', () => {
  it('tells a visitor that nobody is signed in', async () => {
    expect(await accountIn(await as(app, visitor)('/api/session'))).toBeNull()
  })

  it('tells a person who they are, and nothing of how they prove it', async () => {
    const person = await createPerson(database, chidi, { password })
    const answer = await as(app, person)('/api/session')
    expect(answer.headers.get('cache-control')).toBe('no-store')
    const text = await answer.clone().text()
    expect(text).not.toMatch(/hash|token|password|version|disabled/i)
    expect(await accountIn(answer)).toMatchObject({
      uid: chidi.uid,
      email: chidi.email,
      firstname: 'Chidi',
      lastname: 'Okafor',
      emailVerified: true,
      roles: ['reviewer'],
    })
  })

  it('gives an account without a document, left by a sign-up that was cut off, an empty one', async () => {
    const person = await createPerson(database, ada)
    await owner.run(sql`delete from user_document`)
    expect(await accountIn(await as(app, person)('/api/session'))).toMatchObject({
      uid: ada.uid,
      firstname: '',
      lastname: '',
    })
  })
})

describe('POST /api/session', () => {
  it('signs in, whatever the case of the address', async () => {
    await createPerson(database, ada, { password })
    const browser = openBrowser(app, visitor)
    const answer = await browser.request('/api/session', {
      method: 'POST',
      body: { email: ' ADA@Example.com ', password },
    })
    expect(await accountIn(answer)).toMatchObject({ uid: ada.uid, email: ada.email })
    expect(await accountIn(await browser.request('/api/session'))).toMatchObject({ uid: ada.uid })
  })

  it('finds the profile by who signed in, even where another document names the same address', async () => {
    await createPerson(database, ada, { password })
    await createPerson(database, bola)
    await owner.run(sql`
      update user_document set email = ${ada.email}, firstname = 'Thief' where uid = ${bola.uid}`)
    expect(await accountIn(await login({ email: ada.email, password }))).toMatchObject({
      uid: ada.uid,
      firstname: 'Ada',
    })
  })

  it('lets an unverified person in, and says that they are', async () => {
    await createPerson(database, unverified(ada), { password })
    expect(await accountIn(await login({ email: ada.email, password }))).toMatchObject({
      emailVerified: false,
    })
  })

  it('gives a new session each time and ends the one that the browser had', async () => {
    const before = await createPerson(database, ada, { password })
    const browser = openBrowser(app, before)
    await browser.request('/api/session', { method: 'POST', body: { email: ada.email, password } })
    expect(browser.cookie()).not.toContain(before.cookie)
    expect(await accountIn(await as(app, before)('/api/session'))).toBeNull()
    expect(await count()).toBe(1)
  })

  it('does not take over a session token that somebody planted', async () => {
    await createPerson(database, ada, { password })
    const planted = { cookie: `session=${'P'.repeat(43)}` }
    await login({ email: ada.email, password }, planted)
    expect(await accountIn(await as(app, planted)('/api/session'))).toBeNull()
  })

  it('answers an unknown address and a wrong password to the byte alike, and starts nothing', async () => {
    await createPerson(database, ada, { password })
    const before = await count()
    const bodies = await Promise.all(
      [
        { email: ada.email, password: 'wrong rain 48' },
        { email: 'nobody@example.com', password },
      ].map(async (body) => {
        const answer = await login(body)
        expect(answer.status).toBe(401)
        expect(answer.headers.getSetCookie()).toEqual([])
        const text = await answer.text()
        return text.replace(/"requestId":"[^"]*"/, '')
      }),
    )
    expect(bodies[0]).toContain('invalid-credential')
    expect(bodies[1]).toBe(bodies[0])
    expect(await count()).toBe(before)
  })

  it.each([
    [{ email: 'nobody', password }, { email: [invalid.email] }],
    [{ email: ada.email, password: '' }, { password: [invalid.passwordRequired] }],
    [{ email: ada.email, password: 'short' }, { password: [invalid.passwordShort] }],
    [{}, { email: [invalid.email], password: [invalid.passwordRequired] }],
    [
      { email: [ada.email], password: { length: 8 } },
      { email: [invalid.email], password: [invalid.passwordRequired] },
    ],
  ])('refuses %j with the words of the form', async (body, fields) => {
    const answer = await login(body)
    expect(answer.status).toBe(400)
    expect(await answer.json()).toMatchObject({ error: { code: 'invalid-input', fields } })
  })

  it('refuses a disabled person after the right password only', async () => {
    await createPerson(database, ada, { password })
    await owner.run(sql`update account set disabled = true`)
    const right = await login({ email: ada.email, password })
    expect(right.status).toBe(403)
    expect(await right.json()).toMatchObject({ error: { code: 'user-disabled' } })
    expect((await login({ email: ada.email, password: 'wrong rain 48' })).status).toBe(401)
  })

  it('refuses what another site sends, and any form post', async () => {
    await createPerson(database, ada, { password })
    const before = await count()
    const body = { email: ada.email, password }
    const foreign = await as(app, visitor)('/api/session', {
      method: 'POST',
      body,
      headers: { origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' },
    })
    expect(foreign.status).toBe(403)
    const form = await as(app, visitor)('/api/session', {
      method: 'POST',
      body,
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
    })
    expect(form.status).toBe(415)
    expect(await count()).toBe(before)
  })
})

describe('DELETE /api/session', () => {
  it('signs out: the cookies go and the stolen copy of them is worth nothing', async () => {
    const person = await createPerson(database, ada)
    const browser = openBrowser(app, person)
    const answer = await browser.request('/api/session', { method: 'DELETE' })
    expect(answer.status).toBe(204)
    expect(browser.cookie()).toBe('')
    expect(await accountIn(await as(app, person)('/api/session'))).toBeNull()
  })

  it('leaves the sessions of others alone', async () => {
    const stranger = await createPerson(database, bola)
    const leaving = await createPerson(database, chidi)
    await as(app, leaving)('/api/session', { method: 'DELETE' })
    expect(await accountIn(await as(app, stranger)('/api/session'))).toMatchObject({
      uid: bola.uid,
    })
  })

  it('is nothing to a visitor', async () => {
    expect((await as(app, visitor)('/api/session', { method: 'DELETE' })).status).toBe(204)
  })
})
