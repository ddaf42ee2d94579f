import { randomUUID } from 'node:crypto'

import { beforeEach, describe, expect, it } from 'vitest'
import * as z from 'zod/mini'

import { sql } from '#server/platform/database/sql.ts'
import { sessionSchema } from '#shared/account.ts'
import { errorSentences } from '#shared/error-sentences.ts'
import { policyVersions } from '#shared/policy-versions.ts'
import { invalid } from '#shared/text/invalid.ts'
import { freshOn } from '#test/support/people/fresh-database.ts'
import { openAccountApp, openBrowser } from '#test/support/people/account-app.ts'
import { runJobs } from '#test/support/database/jobs.ts'
import { getCodes } from '#test/support/mail/mails.ts'
import {
  ada,
  as,
  bola,
  createPerson,
  signInAgain,
  unverified,
  visitor,
} from '#test/support/people/people.ts'

const { at: account, database, owner } = await freshOn(openAccountApp)
let app: typeof account.app

beforeEach(() => {
  app = account.app
})

const email = 'ngozi@example.com'
const [password, other] = ['mango rain 47', 'harmattan kite 12']
const form = {
  firstname: 'Ngozi',
  lastname: 'Eze',
  email,
  gender: 'Female',
  password,
  confirmPassword: password,
  terms: true,
}

const post = (path: string, body?: unknown, who: Parameters<typeof as>[1] = visitor) =>
  as(app, who)(path, { method: 'POST', body })
const signUp = (body: object = form) => post('/api/account', body)
const login = (attempt: string, address = email) =>
  post('/api/session', { email: address, password: attempt })
const getAccount = async (cookie: string) => {
  const response = await as(app, { cookie })('/api/session')
  return z.parse(sessionSchema, await response.json()).account
}
const newestCode = async (mode: Parameters<typeof getCodes>[1], address = email) =>
  getCodes(await account.mailsTo(address), mode).at(-1) ?? ''
const askReset = (address = email) => post('/api/account/reset', { email: address })
const readRefusal = async (response: Response) => {
  const { error } = z.parse(
    z.object({
      error: z.object({
        code: z.string(),
        fields: z.optional(z.record(z.string(), z.array(z.string()))),
      }),
    }),
    await response.json(),
  )
  return { status: response.status, ...error }
}
/** All stored data about accounts, to check that nothing changed. */
const dumpAccounts = async () =>
  (
    await owner.row(
      z.object({ all: z.unknown() }),
      sql`select jsonb_build_array(
        (select jsonb_agg(account order by uid) from account),
        (select jsonb_agg(account_credential order by uid) from account_credential),
        (select jsonb_agg(action_code order by uid, purpose) from action_code),
        (select jsonb_agg(session order by id) from session),
        (select jsonb_agg(user_document order by uid) from user_document),
        (select jsonb_agg(mail_outbox order by id) from mail_outbox)) as all`,
    )
  )?.all

describe('POST /api/account', () => {
  it('creates the account and its document, mails the link and starts an unverified session', async () => {
    const browser = openBrowser(app, visitor)
    const response = await browser.request('/api/account', { method: 'POST', body: form })
    expect(response.status).toBe(201)
    const received = z.parse(sessionSchema, await response.json()).account
    expect(received).toMatchObject({
      firstname: 'Ngozi',
      lastname: 'Eze',
      email,
      gender: 'Female',
      terms: true,
      emailVerified: false,
      roles: [],
    })
    expect(await getAccount(browser.cookie())).toEqual(received)
    expect(await account.content.findUserByUid(received?.uid ?? '')).toMatchObject({
      _id: received?._id,
      emailVerified: false,
    })
    const mails = await account.mailsTo(email)
    expect(mails.map(({ subject }) => subject)).toEqual(['Confirm your email address'])
    expect(getCodes(mails, 'verifyEmail')).toHaveLength(1)
    const accepted = await owner.values(
      z.string(),
      sql`select version from terms_acceptance
        where uid = ${received?.uid ?? ''} and accepted_at > now() - interval '1 minute'`,
    )
    expect(accepted).toEqual([policyVersions.terms.version])
  })

  it.each([
    ['firstname', { firstname: ' ' }, invalid.firstname],
    ['email', { email: `ngozi@example.com\r\nBcc: b@example.com` }, invalid.email],
    ['terms', { terms: undefined }, 'Terms and Conditions is required'],
  ])(
    'refuses an invalid %s with the messages of the form and stores nothing',
    async (field, change, sentence) => {
      const before = await dumpAccounts()
      const refused = await readRefusal(await signUp({ ...form, ...change }))
      expect(refused).toMatchObject({ status: 400, code: 'invalid-input' })
      expect(refused.fields?.[field]).toContain(sentence)
      expect(await dumpAccounts()).toEqual(before)
    },
  )

  it('refuses a common password', async () => {
    const common = { password: 'Password1!', confirmPassword: 'Password1!' }
    expect(await readRefusal(await signUp({ ...form, ...common }))).toMatchObject({
      status: 400,
      code: 'weak-password',
      fields: { password: [invalid.passwordCommon] },
    })
  })

  it('refuses a confirmed address, does not change its account and notifies its owner once', async () => {
    await createPerson(database, ada, { password })
    const taken = { email: 'ADA@example.com', password: other, confirmPassword: other }
    expect(await readRefusal(await signUp({ ...form, ...taken }))).toMatchObject({
      status: 409,
      code: 'email-already-in-use',
    })
    await signUp({ ...form, ...taken })
    expect((await login(other, ada.email)).status).toBe(401)
    expect((await login(password, ada.email)).status).toBe(200)
    const mails = await account.mailsTo(ada.email)
    expect(mails.map(({ subject }) => subject)).toEqual(['You already have an account'])
  })

  it('ignores roles and flags in the request', async () => {
    const rights = { emailVerified: true, roles: ['admin'], uid: ada.uid, disabled: false }
    const response = await signUp({ ...form, ...rights })
    expect(z.parse(sessionSchema, await response.json()).account).toMatchObject({
      emailVerified: false,
      roles: [],
    })
    expect(await account.identity.findAccount(ada.uid)).toBeUndefined()
  })
})

describe('POST /api/account/verification/apply', () => {
  it('confirms the address in account, document and session, and starts a new session', async () => {
    const browser = openBrowser(app, visitor)
    await browser.request('/api/account', { method: 'POST', body: form })
    const before = browser.cookie()
    const code = await newestCode('verifyEmail')
    const response = await browser.request('/api/account/verification/apply', {
      method: 'POST',
      body: { code },
    })
    expect(response.status).toBe(204)
    const received = await getAccount(browser.cookie())
    expect(received).toMatchObject({ email, emailVerified: true })
    expect(await account.content.findUserByUid(received?.uid ?? '')).toMatchObject({
      emailVerified: true,
    })
    expect(await getAccount(before)).toBeNull()
  })

  it('works in a logged-out browser and does not log in', async () => {
    await signUp()
    const code = await newestCode('verifyEmail')
    const response = await post('/api/account/verification/apply', { code })
    expect(response.status).toBe(204)
    expect(response.headers.getSetCookie()).toEqual([])
    expect((await login(password)).status).toBe(200)
  })

  it('does not change the session of another account in that browser', async () => {
    const stranger = await createPerson(database, bola)
    await signUp()
    const code = await newestCode('verifyEmail')
    const response = await post('/api/account/verification/apply', { code }, stranger)
    expect(response.status).toBe(204)
    expect(await getAccount(stranger.cookie)).toMatchObject({ uid: bola.uid })
  })

  it('keeps the code valid when a link checker opens the link', async () => {
    await signUp()
    const code = await newestCode('verifyEmail')
    for (const method of ['GET', 'HEAD', 'OPTIONS'])
      for (const path of ['/api/account/verification/apply', '/handle-action'])
        await as(app, visitor)(`${path}?mode=verifyEmail&oobCode=${code}&code=${code}`, { method })
    expect((await post('/api/account/verification/apply', { code })).status).toBe(204)
    expect((await post('/api/account/verification/apply', { code })).status).toBe(400)
  })
})

describe('POST /api/account/reset', () => {
  it('refuses an invalid address', async () => {
    expect(await readRefusal(await askReset('nobody'))).toMatchObject({
      status: 400,
      fields: { email: [invalid.email] },
    })
  })
})

describe('POST /api/account/reset/check and /apply', () => {
  it('checks a code when the link is opened from a mail program or another site', async () => {
    await createPerson(database, ada, { password })
    await askReset(ada.email)
    const code = await newestCode('resetPassword', ada.email)
    for (const site of ['none', 'cross-site'])
      for (const path of ['check', 'apply']) {
        const headers = { 'content-type': 'application/json', 'sec-fetch-site': site }
        const body = JSON.stringify({ code, newPassword: 'x', confirmPassword: 'x' })
        const response = await app.request(`/api/account/reset/${path}`, {
          method: 'POST',
          body,
          headers,
        })
        expect(response.status).toBe(path === 'check' ? 204 : 403)
      }
  })

  const apply = (code: string, newPassword = other, confirmPassword = newPassword) =>
    post('/api/account/reset/apply', { code, newPassword, confirmPassword })

  it('sets the password, ends all sessions and confirms the address', async () => {
    const laptop = await createPerson(database, unverified(ada), { password })
    const phone = await signInAgain(database, laptop)
    await askReset(ada.email)
    const code = await newestCode('resetPassword', ada.email)
    for (let times = 0; times < 5; times++)
      expect((await post('/api/account/reset/check', { code })).status).toBe(204)
    expect((await apply(code)).status).toBe(204)

    for (const { cookie } of [laptop, phone]) expect(await getAccount(cookie)).toBeNull()
    expect((await login(password, ada.email)).status).toBe(401)
    const response = await login(other, ada.email)
    expect(z.parse(sessionSchema, await response.json()).account).toMatchObject({
      emailVerified: true,
    })
    expect(await account.content.findUserByUid(ada.uid)).toMatchObject({ emailVerified: true })
  })

  it('removes the cookies of the browser whose session it ended', async () => {
    const browser = openBrowser(app, await createPerson(database, ada, { password }))
    await askReset(ada.email)
    const code = await newestCode('resetPassword', ada.email)
    await browser.request('/api/account/reset/apply', {
      method: 'POST',
      body: { code, newPassword: other, confirmPassword: other },
    })
    expect(browser.cookie()).not.toContain('session=')
  })

  it('refuses an invalid password with the messages of the form and keeps the code valid', async () => {
    await createPerson(database, ada, { password })
    await askReset(ada.email)
    const code = await newestCode('resetPassword', ada.email)
    expect((await readRefusal(await apply(code, 'short'))).fields?.newPassword).toContain(
      invalid.resetPasswordShort,
    )
    expect(
      (await readRefusal(await apply(code, other, password))).fields?.confirmPassword,
    ).toContain(invalid.passwordMismatch)
    expect((await readRefusal(await apply(code, 'qwerty12345'))).fields?.newPassword).toContain(
      invalid.passwordCommon,
    )
    expect((await apply(code)).status).toBe(204)
  })
})

describe('PATCH /api/account', () => {
  const patch = (who: Parameters<typeof as>[1], body: unknown) =>
    as(app, who)('/api/account', { method: 'PATCH', body })
  const names = { firstname: ' Adaeze ', lastname: 'Obi', email: ada.email }

  it('saves the names of the signed-in user and no other', async () => {
    const person = await createPerson(database, ada)
    await createPerson(database, bola)
    const response = await patch(person, {
      ...names,
      uid: bola.uid,
      _id: 'other',
      roles: ['admin'],
    })
    expect(response.status).toBe(200)
    const received = z.parse(sessionSchema, await response.json()).account
    expect(received).toMatchObject({
      uid: ada.uid,
      firstname: 'Adaeze',
      lastname: 'Obi',
      roles: [],
    })
    expect(await getAccount(person.cookie)).toEqual(received)
    expect(await account.content.findUserByUid(bola.uid)).toMatchObject({ firstname: 'Bola' })
  })

  it('refuses a new address without the current password', async () => {
    const person = await createPerson(database, ada)
    const before = await dumpAccounts()
    expect(await readRefusal(await patch(person, { ...names, email }))).toMatchObject({
      status: 403,
      code: 'requires-recent-login',
      fields: { currentPassword: [errorSentences['requires-recent-login']] },
    })
    expect(await dumpAccounts()).toEqual(before)
  })

  it('with the password, mails a link to the new address and changes only the names', async () => {
    const person = await createPerson(database, ada, { password })
    const response = await patch(person, { ...names, email, currentPassword: password })
    expect(z.parse(sessionSchema, await response.json()).account).toMatchObject({
      firstname: 'Adaeze',
      email: ada.email,
    })
    const mails = await account.mailsTo(email)
    expect(mails.map(({ subject }) => subject)).toEqual(['Confirm your new email address'])
    expect(await account.mailsTo(ada.email)).toEqual([])
  })

  it('refuses a wrong password and a taken address at their fields and changes nothing', async () => {
    const person = await createPerson(database, ada, { password })
    await createPerson(database, bola)
    const before = await dumpAccounts()
    const wrong = await patch(person, { ...names, email, currentPassword: other })
    expect(await readRefusal(wrong)).toMatchObject({
      code: 'wrong-password',
      fields: { currentPassword: [errorSentences['wrong-password']] },
    })
    const taken = await patch(person, { ...names, email: bola.email, currentPassword: password })
    expect(await readRefusal(taken)).toMatchObject({
      code: 'email-already-in-use',
      fields: { email: [errorSentences['email-already-in-use']] },
    })
    expect(await dumpAccounts()).toEqual(before)
  })

  it('refuses empty names with the messages of the form', async () => {
    const person = await createPerson(database, ada)
    const before = await dumpAccounts()
    const response = await patch(person, { firstname: '', lastname: '\u200B', email: ada.email })
    expect(await readRefusal(response)).toMatchObject({
      fields: { firstname: [invalid.firstname], lastname: [invalid.lastname] },
    })
    expect(await dumpAccounts()).toEqual(before)
  })
})

describe('POST /api/account/email/apply', () => {
  const requestChange = async () => {
    const person = await createPerson(database, ada, { password })
    const body = { firstname: 'Ada', lastname: 'Obi', email, currentPassword: password }
    await as(app, person)('/api/account', { method: 'PATCH', body })
    return { person, code: await newestCode('verifyAndChangeEmail') }
  }

  it('changes the address, notifies the old one, ends all sessions and starts a new one', async () => {
    const { person, code } = await requestChange()
    const phone = await signInAgain(database, person)
    const browser = openBrowser(app, person)
    const sent = { method: 'POST', body: { code } }
    expect((await browser.request('/api/account/email/apply', sent)).status).toBe(204)
    expect(await getAccount(browser.cookie())).toMatchObject({ uid: ada.uid, email })
    expect(await getAccount(phone.cookie)).toBeNull()
    expect(await account.content.findUserByUid(ada.uid)).toMatchObject({ email })
    expect((await login(password, ada.email)).status).toBe(401)
    expect((await login(password)).status).toBe(200)
    const subjects = (await account.mailsTo(ada.email)).map(({ subject }) => subject)
    expect(subjects).toContain('Your email address was changed')
  })

  it.each([
    ['profile', sql`user_document`],
    ['confirmation for organisers’ mails', sql`confirmed_donor_address`],
  ])('is completed by the next login if the %s was not stored', async (_part, table) => {
    const { code } = await requestChange()
    await owner.run(sql`alter table ${table} add constraint refused check (false) not valid`)
    try {
      expect((await post('/api/account/email/apply', { code })).status).toBe(500)
    } finally {
      await owner.run(sql`alter table ${table} drop constraint refused`)
    }
    expect((await login(password)).status).toBe(200)
    expect(await account.content.findUserByUid(ada.uid)).toMatchObject({
      email,
      emailVerified: true,
    })
    const confirmed = await database.rows(
      z.object({ key: z.instanceof(Buffer) }),
      sql`select donor_key as key from confirmed_donor_address`,
    )
    expect(confirmed.map(({ key }) => key)).toContainEqual(
      account.sealing.fingerprint('donor', email),
    )
  })

  it('takes along the campaigns that the account follows', async () => {
    const { code } = await requestChange()
    const { campaignFollowers } = account
    const follow = { campaignId: randomUUID(), email: ada.email, language: 'en' } as const
    await campaignFollowers.follow(follow)
    expect((await post('/api/account/email/apply', { code })).status).toBe(204)
    expect(await campaignFollowers.isFollowing(follow)).toBe(false)
    expect(await campaignFollowers.isFollowing({ ...follow, email })).toBe(true)
    const [row] = await database.rows(
      z.object({ sealed: z.instanceof(Buffer) }),
      sql`select email_sealed as sealed from campaign_follower`,
    )
    expect(account.sealing.open('follower-email', row?.sealed ?? Buffer.alloc(0))).toBe(email)
  })

  it('leaves no profile of an account that had not confirmed the address', async () => {
    const { code } = await requestChange()
    await signUp({ ...form, password: other, confirmPassword: other })
    expect((await post('/api/account/email/apply', { code })).status).toBe(204)
    await runJobs(owner, account.tasks)
    const profiles = await database.rows(
      z.object({ uid: z.string(), firstname: z.string(), email: z.string() }),
      sql`select uid, firstname, email from user_document`,
    )
    expect(profiles.filter(({ email: known }) => known === email)).toMatchObject([{ uid: ada.uid }])
    expect(profiles.map(({ firstname }) => firstname).toSorted()).toEqual(['Ada', 'Deleted'])
  })

  it('starts no session in a logged-out browser', async () => {
    const { code } = await requestChange()
    const response = await post('/api/account/email/apply', { code })
    expect(response.status).toBe(204)
    expect(response.headers.getSetCookie()).toEqual([])
    expect(await readRefusal(await post('/api/account/email/apply', { code }))).toMatchObject({
      status: 400,
      code: 'invalid-action-code',
    })
  })
})

describe('POST /api/account/password', () => {
  const change = { currentPassword: password, password: other, confirmPassword: other }

  it('changes the password, ends all sessions, starts a new one and notifies the owner by mail', async () => {
    const person = await createPerson(database, ada, { password })
    const phone = await signInAgain(database, person)
    const browser = openBrowser(app, person)
    const response = await browser.request('/api/account/password', {
      method: 'POST',
      body: change,
    })
    expect(response.status).toBe(204)
    expect(await getAccount(person.cookie)).toBeNull()
    expect(await getAccount(phone.cookie)).toBeNull()
    expect(await getAccount(browser.cookie())).toMatchObject({ uid: ada.uid })
    expect((await login(password, ada.email)).status).toBe(401)
    expect((await login(other, ada.email)).status).toBe(200)
    const mails = await account.mailsTo(ada.email)
    expect(mails.map(({ subject }) => subject)[0]).toBe('Your password was changed')
  })

  it.each([
    [
      'a wrong current password',
      { currentPassword: 'wrong rain 48' },
      'currentPassword',
      errorSentences['wrong-password'],
    ],
    [
      'two different passwords',
      { confirmPassword: 'something else 9' },
      'confirmPassword',
      invalid.passwordMismatch,
    ],
    [
      'a common password',
      { password: 'letmein123', confirmPassword: 'letmein123' },
      'password',
      invalid.passwordCommon,
    ],
  ])('refuses %s and changes nothing', async (_what, wrong, field, sentence) => {
    const person = await createPerson(database, ada, { password })
    const before = await dumpAccounts()
    const response = await post('/api/account/password', { ...change, ...wrong }, person)
    const refused = await readRefusal(response)
    expect(refused.status).toBe(400)
    expect(refused.fields?.[field]).toContain(sentence)
    expect(await dumpAccounts()).toEqual(before)
  })
})
