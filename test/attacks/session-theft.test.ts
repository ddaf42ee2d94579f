import { beforeEach, describe, expect, it } from 'vitest'

import { sql } from '#server/platform/database/sql.ts'
import { setAccountDisabled, grantRole, revokeRole } from '#server/people/accounts/sessions.ts'
import { freshOn } from '#test/support/people/fresh-database.ts'
import { openAccountApp, openBrowser } from '#test/support/people/account-app.ts'
import { getCodes } from '#test/support/mail/mails.ts'
import { ada, as, createPerson, visitor } from '#test/support/people/people.ts'

import { otherPassword, password } from './person.ts'

const { at: account, ...databases } = await freshOn(openAccountApp)
const { database } = databases
const { email, uid } = ada
let owner: ReturnType<typeof openBrowser>

beforeEach(async () => {
  await createPerson(database, ada, { password })
  owner = openBrowser(account.app, visitor)
  await post('/api/session', { email, password })
})

const post = (path: string, body: object = {}) => owner.request(path, { method: 'POST', body })
const isValid = async (cookie: string) =>
  (await as(account.app, { cookie })('/api/account/sessions')).status === 200

const now = new Date()
const toDeps = () => ({ ...account, database, events: account.accountEvents })
const endings: Record<string, () => Promise<unknown>> = {
  'logging out': () => owner.request('/api/session', { method: 'DELETE' }),
  'logging out everywhere': () => owner.request('/api/account/sessions', { method: 'DELETE' }),
  'logging in again': () => post('/api/session', { email, password }),
  'a changed password': () =>
    post('/api/account/password', {
      currentPassword: password,
      password: otherPassword,
      confirmPassword: otherPassword,
    }),
  'a password reset': async () => {
    await post('/api/account/reset', { email })
    const code = getCodes(await account.mailsTo(email), 'resetPassword').at(-1)
    await post('/api/account/reset/apply', {
      code,
      newPassword: otherPassword,
      confirmPassword: otherPassword,
    })
  },
  'a changed email address': async () => {
    const to = 'ada.obi@example.com'
    const change = { firstname: 'Ada', lastname: 'Obi', email: to, currentPassword: password }
    await owner.request('/api/account', { method: 'PATCH', body: change })
    const code = getCodes(await account.mailsTo(to), 'verifyAndChangeEmail').at(-1)
    await post('/api/account/email/apply', { code })
  },
  'a disabled account': () => setAccountDisabled(toDeps(), email, true),
  'an account disabled and enabled again': async () => {
    await setAccountDisabled(toDeps(), email, true)
    await setAccountDisabled(toDeps(), email, false)
  },
  'a granted role': () => grantRole(toDeps(), { email, role: 'reviewer', now }),
  'a revoked role': async () => {
    await databases.owner.run(
      sql`insert into account_role (uid, role, granted_at) values (${uid}, 'admin', ${now})`,
    )
    await revokeRole(toDeps(), { email, role: 'admin', now })
  },
}

describe('stolen cookie', () => {
  it.each(Object.entries(endings))('is invalid after %s', async (_what, endSession) => {
    const stolen = owner.cookie()
    expect(await isValid(stolen)).toBe(true)
    await endSession()
    expect(await isValid(stolen)).toBe(false)
  })
})

describe('session fixation', () => {
  it('fails with a session token that the attacker chose', async () => {
    const planted = `session=${'A'.repeat(43)}`
    const browser = openBrowser(account.app, { cookie: planted })
    const body = { email, password }
    expect((await browser.request('/api/session', { method: 'POST', body })).status).toBe(200)
    expect(browser.cookie()).not.toContain(planted)
    expect(await isValid(planted)).toBe(false)
    expect(await isValid(browser.cookie())).toBe(true)
  })

  it('fails with a session of the attacker’s own', async () => {
    await createPerson(
      database,
      { ...ada, uid: 'attacker', email: 'eve@example.com' },
      { password },
    )
    const eve = openBrowser(account.app, visitor)
    await eve.request('/api/session', {
      method: 'POST',
      body: { email: 'eve@example.com', password },
    })
    const planted =
      eve
        .cookie()
        .split('; ')
        .find((pair) => pair.startsWith('session=')) ?? ''
    expect(await isValid(planted)).toBe(true)
    const browser = openBrowser(account.app, { cookie: planted })
    await browser.request('/api/session', { method: 'POST', body: { email, password } })
    expect(await isValid(planted)).toBe(false)
  })
})
