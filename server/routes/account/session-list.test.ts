import { describe, expect, it } from 'vitest'
import * as z from 'zod/mini'

import { listEvents } from '#server/people/accounts/account-events.ts'
import { sessionListSchema } from '#shared/account.ts'
import { freshOn } from '#test/support/people/fresh-database.ts'
import { openAccountApp, openBrowser } from '#test/support/people/account-app.ts'
import {
  ada,
  as,
  bola,
  createPerson,
  signInAgain,
  visitor,
  type Person,
} from '#test/support/people/people.ts'

const { at: account, database } = await freshOn(openAccountApp)

const password = 'mango rain 47'
const firefox = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:140.0) Gecko/20100101 Firefox/140.0'
const path = '/api/account/sessions'
const list = async (who: { cookie: string }) => {
  const answer = await as(account.app, who)(path)
  return z.parse(sessionListSchema, await answer.json()).sessions
}
const isSignedIn = async (who: Person) =>
  (await account.sessions
    .getActor(new Request('http://localhost', { headers: { cookie: who.cookie } }))
    .then(({ kind }) => kind)) === 'user'
const logIn = (browser: ReturnType<typeof openBrowser>, userAgent = firefox) =>
  browser.request('/api/session', {
    method: 'POST',
    body: { email: ada.email, password },
    headers: { 'user-agent': userAgent },
  })

describe('the list of sessions', () => {
  it('lists valid sessions, marks the current one, and shows no token', async () => {
    await createPerson(database, ada, { password })
    const browser = openBrowser(account.app, visitor)
    await logIn(browser)
    const listed = await list({ cookie: browser.cookie() })
    expect(listed.map(({ device, isThis }) => ({ device, isThis }))).toEqual([
      { device: 'Firefox on Windows', isThis: true },
      { device: '', isThis: false },
    ])
    expect(JSON.stringify(listed)).not.toContain(browser.cookie().match(/session=([^;]+)/)?.[1])
  })

  it('ends one session and no other', async () => {
    const laptop = await createPerson(database, ada)
    const phone = await signInAgain(database, laptop)
    const answer = await as(account.app, laptop)(`${path}/${phone.sessionId}`, { method: 'DELETE' })
    expect(answer.status).toBe(204)
    expect([await isSignedIn(laptop), await isSignedIn(phone)]).toEqual([true, false])
  })

  it('ends all sessions and records the event', async () => {
    const laptop = await createPerson(database, ada)
    const phone = await signInAgain(database, laptop)
    expect((await as(account.app, laptop)(path, { method: 'DELETE' })).status).toBe(204)
    expect([await isSignedIn(laptop), await isSignedIn(phone)]).toEqual([false, false])
    expect((await listEvents(database, ada.uid)).map(({ kind }) => kind)).toEqual([
      'signed-out-everywhere',
    ])
  })
})

describe('the mail about a new device', () => {
  const subjects = async () => (await account.mailsTo(ada.email)).map(({ subject }) => subject)

  it('is sent once, but not for the first device and for known ones', async () => {
    await createPerson(database, ada, { password })
    const laptop = openBrowser(account.app, visitor)
    await logIn(laptop)
    await logIn(laptop)
    expect(await subjects()).toEqual([])
    const phone = openBrowser(account.app, visitor)
    await logIn(phone)
    await logIn(phone)
    expect(await subjects()).toEqual(['New login to your account'])
  })

  it('depends on the account, not only on the browser', async () => {
    await createPerson(database, bola, { password })
    await createPerson(database, ada, { password })
    await logIn(openBrowser(account.app, visitor))
    const shared = openBrowser(account.app, visitor)
    const asBola = { email: bola.email, password }
    await shared.request('/api/session', { method: 'POST', body: asBola })
    await logIn(shared)
    expect(await subjects()).toEqual(['New login to your account'])
  })
})

describe('account events', () => {
  it('can be added by the application, but not changed or deleted', async () => {
    for (const statement of ['update account_event set kind = kind', 'delete from account_event'])
      await expect(database.pool.query(statement)).rejects.toThrow(/permission denied/)
  })
})
