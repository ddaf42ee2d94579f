import { beforeEach, describe, expect, it } from 'vitest'

import { sql } from '#server/database/sql.ts'
import { setAccountDisabled } from '#server/accounts/account-status.ts'
import { grantRole, revokeRole } from '#server/accounts/roles.ts'
import { openAccountApp, openBrowser } from '#test/account-app.ts'
import { testDatabase } from '#test/database.ts'
import { getCodes } from '#test/mails.ts'
import { ada, as, createPerson, visitor } from '#test/people.ts'

import { otherPassword, password } from './person.ts'

const databases = await testDatabase()
const { database } = databases
const { email, uid } = ada
let account: Awaited<ReturnType<typeof openAccountApp>>
let owner: ReturnType<typeof openBrowser>

beforeEach(async () => {
  await databases.empty()
  account = await openAccountApp(databases)
  await createPerson(database, ada, { password })
  owner = openBrowser(account.app, visitor)
  await post('/api/session', { email, password })
})

const post = (path: string, body: object = {}) => owner.request(path, { method: 'POST', body })
const opens = async (cookie: string) =>
  (await as(account.app, { cookie })('/api/account/sessions')).status === 200

const now = new Date()
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
  'a reset by mail': async () => {
    await post('/api/account/reset', { email })
    const code = getCodes(await account.mailsTo(email), 'resetPassword').at(-1)
    await post('/api/account/reset/apply', {
      code,
      newPassword: otherPassword,
      confirmPassword: otherPassword,
    })
  },
  'a changed address': async () => {
    const to = 'ada.obi@example.com'
    const moved = { firstname: 'Ada', lastname: 'Obi', email: to, currentPassword: password }
    await owner.request('/api/account', { method: 'PATCH', body: moved })
    const code = getCodes(await account.mailsTo(to), 'verifyAndChangeEmail').at(-1)
    await post('/api/account/email/apply', { code })
  },
  'a disabled account': () => setAccountDisabled({ ...account, database, now }, email, true),
  'a disabled account that was enabled again': async () => {
    await setAccountDisabled({ ...account, database, now }, email, true)
    await setAccountDisabled({ ...account, database, now }, email, false)
  },
  'a role that was granted': () => grantRole(database, { email, role: 'reviewer', now }),
  'a role that was taken away': async () => {
    await databases.owner.run(
      sql`insert into account_role (uid, role, granted_at) values (${uid}, 'admin', ${now})`,
    )
    await revokeRole(database, { email, role: 'admin' })
  },
}

describe('stolen cookie', () => {
  it.each(Object.entries(endings))('is worth nothing after %s', async (_what, happens) => {
    const stolen = owner.cookie()
    expect(await opens(stolen)).toBe(true)
    await happens()
    expect(await opens(stolen)).toBe(false)
  })
})

describe('session fixation', () => {
  it('does not work: nobody is let into a session whose token somebody else has chosen', async () => {
    const planted = `session=${'A'.repeat(43)}`
    const browser = openBrowser(account.app, { cookie: planted })
    const body = { email, password }
    expect((await browser.request('/api/session', { method: 'POST', body })).status).toBe(200)
    expect(browser.cookie()).not.toContain(planted)
    expect(await opens(planted)).toBe(false)
    expect(await opens(browser.cookie())).toBe(true)
  })

  it('does not work with a session of the attacker’s own either', async () => {
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
    expect(await opens(planted)).toBe(true)
    const browser = openBrowser(account.app, { cookie: planted })
    await browser.request('/api/session', { method: 'POST', body: { email, password } })
    expect(await opens(planted)).toBe(false)
  })
})
