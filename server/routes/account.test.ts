import { beforeEach, describe, expect, it } from 'vitest'
import * as z from 'zod/mini'

import { sql } from '#server/database/sql.ts'
import { sessionSchema } from '#shared/account.ts'
import { errorSentences } from '#shared/error-sentences.ts'
import { invalid } from '#shared/messages.ts'
import { accountApp, openBrowser } from '#test/account-app.ts'
import { testDatabase } from '#test/database.ts'
import { codesIn } from '#test/mails.ts'
import { ada, as, bola, createPerson, signInAgain, unverified, visitor } from '#test/people.ts'

const { database, owner, empty } = await testDatabase()
let account: ReturnType<typeof accountApp>
let app: typeof account.app

beforeEach(async () => {
  await empty()
  account = accountApp({ database, owner })
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
const whoIs = async (cookie: string) => {
  const answer = await as(app, { cookie })('/api/session')
  return z.parse(sessionSchema, await answer.json()).account
}
const newestCode = async (mode: Parameters<typeof codesIn>[1], address = email) =>
  codesIn(await account.mailsTo(address), mode).at(-1) ?? ''
const askReset = (address = email) => post('/api/account/reset', { email: address })
const refusal = async (answer: Response) => {
  const { error } = z.parse(
    z.object({
      error: z.object({
        code: z.string(),
        fields: z.optional(z.record(z.string(), z.array(z.string()))),
      }),
    }),
    await answer.json(),
  )
  return { status: answer.status, ...error }
}
/** Everything that is kept about accounts, to see that nothing of it changed. */
const store = async () =>
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
    const answer = await browser.request('/api/account', { method: 'POST', body: form })
    expect(answer.status).toBe(201)
    const told = z.parse(sessionSchema, await answer.json()).account
    expect(told).toMatchObject({
      firstname: 'Ngozi',
      lastname: 'Eze',
      email,
      gender: 'Female',
      terms: true,
      emailVerified: false,
      roles: [],
    })
    expect(await whoIs(browser.cookie())).toEqual(told)
    expect(await account.content.findUserByUid(told?.uid ?? '')).toMatchObject({
      _id: told?._id,
      emailVerified: false,
    })
    const mails = await account.mailsTo(email)
    expect(mails.map(({ subject }) => subject)).toEqual(['Confirm your email address'])
    expect(codesIn(mails, 'verifyEmail')).toHaveLength(1)
  })

  it('mails nothing that the person typed: anybody can be sent this mail', async () => {
    await signUp({ ...form, firstname: 'Win', lastname: 'evil.example/prize' })
    const [mail] = await account.mailsTo(email)
    for (const text of [mail?.subject, mail?.text, mail?.html]) {
      expect(text).not.toContain('Win')
      expect(text).not.toContain('evil.example')
    }
  })

  it('links to PUBLIC_URL whatever host the request names', async () => {
    for (const headers of [
      { host: 'evil.example' },
      { 'x-forwarded-host': 'evil.example' },
      { forwarded: 'host=evil.example;proto=https' },
      { 'x-forwarded-proto': 'https', 'x-host': 'evil.example' },
      { 'x-original-host': 'evil.example', 'x-forwarded-server': 'evil.example' },
    ])
      await as(app, visitor)('/api/account', { method: 'POST', body: form, headers })
    await askReset()
    const mails = await account.mailsTo(email)
    expect(mails.length).toBeGreaterThan(4)
    for (const { text, html } of mails) {
      expect(`${text}${html}`).not.toContain('evil.example')
      for (const link of text.match(/https?:\S+/g) ?? [])
        expect(new URL(link).origin).toBe('http://localhost')
    }
  })

  it.each([
    ['firstname', { firstname: ' ' }, invalid.firstname],
    ['lastname', { lastname: '' }, invalid.lastname],
    ['gender', { gender: 'None' }, invalid.gender],
    ['email', { email: 'ngozi@example.com, b@example.com' }, invalid.email],
    ['email', { email: `ngozi@example.com\r\nBcc: b@example.com` }, invalid.email],
    ['password', { password: 'short', confirmPassword: 'short' }, invalid.passwordShort],
    ['confirmPassword', { confirmPassword: other }, invalid.passwordMismatch],
    ['terms', { terms: false }, invalid.termsRefused],
    ['terms', { terms: undefined }, invalid.termsMissing],
  ])(
    'refuses a wrong %s with the words of the form, and keeps nothing',
    async (field, change, sentence) => {
      const before = await store()
      const refused = await refusal(await signUp({ ...form, ...change }))
      expect(refused).toMatchObject({ status: 400, code: 'invalid-input' })
      expect(refused.fields?.[field]).toContain(sentence)
      expect(await store()).toEqual(before)
    },
  )

  it('refuses a password that guessers try first', async () => {
    const common = { password: 'Password1!', confirmPassword: 'Password1!' }
    expect(await refusal(await signUp({ ...form, ...common }))).toMatchObject({
      status: 400,
      code: 'weak-password',
      fields: { password: [invalid.passwordCommon] },
    })
  })

  it('refuses an address that somebody has confirmed, leaves their account alone and tells them once', async () => {
    await createPerson(database, ada, { password })
    const taken = { email: 'ADA@example.com', password: other, confirmPassword: other }
    expect(await refusal(await signUp({ ...form, ...taken }))).toMatchObject({
      status: 409,
      code: 'email-already-in-use',
    })
    await signUp({ ...form, ...taken })
    expect((await login(other, ada.email)).status).toBe(401)
    expect((await login(password, ada.email)).status).toBe(200)
    const mails = await account.mailsTo(ada.email)
    expect(mails.map(({ subject }) => subject)).toEqual(['You already have an account'])
  })

  it('ignores rights that somebody gives themselves', async () => {
    const rights = { emailVerified: true, roles: ['admin'], uid: ada.uid, disabled: false }
    const answer = await signUp({ ...form, ...rights })
    expect(z.parse(sessionSchema, await answer.json()).account).toMatchObject({
      emailVerified: false,
      roles: [],
    })
    expect(await account.identity.findAccount(ada.uid)).toBeUndefined()
  })

  it('gives an unconfirmed address to whoever signs up later, with nothing of the earlier one left', async () => {
    const attacker = openBrowser(app, visitor)
    const theirs = { firstname: 'Not', lastname: 'Ngozi', password: other, confirmPassword: other }
    await attacker.request('/api/account', { method: 'POST', body: { ...form, ...theirs } })
    const stolen = attacker.cookie()
    const earlierCode = await newestCode('verifyEmail')

    const victim = openBrowser(app, visitor)
    await victim.request('/api/account', { method: 'POST', body: form })
    expect(await whoIs(stolen)).toBeNull()
    expect(
      await refusal(await post('/api/account/verification/apply', { code: earlierCode })),
    ).toMatchObject({ code: 'invalid-action-code' })

    const code = await newestCode('verifyEmail')
    await victim.request('/api/account/verification/apply', { method: 'POST', body: { code } })
    expect(await whoIs(victim.cookie())).toMatchObject({ firstname: 'Ngozi', emailVerified: true })
    expect((await login(other)).status).toBe(401)
    expect((await login(password)).status).toBe(200)
  })
})

describe('POST /api/account/verification', () => {
  it('mails a new link and voids the earlier one', async () => {
    const browser = openBrowser(app, visitor)
    await browser.request('/api/account', { method: 'POST', body: form })
    const first = await newestCode('verifyEmail')
    const answer = await browser.request('/api/account/verification', { method: 'POST' })
    expect(answer.status).toBe(204)
    const second = await newestCode('verifyEmail')
    expect(second).not.toBe(first)
    expect(await refusal(await post('/api/account/verification/apply', { code: first }))).toEqual(
      expect.objectContaining({ status: 400, code: 'invalid-action-code' }),
    )
  })

  it('refuses a visitor and mails nothing', async () => {
    await createPerson(database, unverified(ada))
    expect((await post('/api/account/verification')).status).toBe(401)
    expect(await account.mailsTo(ada.email)).toEqual([])
  })

  it('mails nothing to whom is verified', async () => {
    const person = await createPerson(database, ada)
    expect((await post('/api/account/verification', undefined, person)).status).toBe(204)
    expect(await account.mailsTo(ada.email)).toEqual([])
  })
})

describe('POST /api/account/verification/apply', () => {
  it('confirms the address in account, document and session, and gives the browser a new session', async () => {
    const browser = openBrowser(app, visitor)
    await browser.request('/api/account', { method: 'POST', body: form })
    const before = browser.cookie()
    const code = await newestCode('verifyEmail')
    const answer = await browser.request('/api/account/verification/apply', {
      method: 'POST',
      body: { code },
    })
    expect(answer.status).toBe(204)
    const told = await whoIs(browser.cookie())
    expect(told).toMatchObject({ email, emailVerified: true })
    expect(await account.content.findUserByUid(told?.uid ?? '')).toMatchObject({
      emailVerified: true,
    })
    expect(await whoIs(before)).toBeNull()
  })

  it('works in a browser that nobody is signed in to, and signs nobody in', async () => {
    await signUp()
    const code = await newestCode('verifyEmail')
    const answer = await post('/api/account/verification/apply', { code })
    expect(answer.status).toBe(204)
    expect(answer.headers.getSetCookie()).toEqual([])
    expect((await login(password)).status).toBe(200)
  })

  it("leaves somebody else's session in that browser as it is", async () => {
    const stranger = await createPerson(database, bola)
    await signUp()
    const code = await newestCode('verifyEmail')
    const answer = await post('/api/account/verification/apply', { code }, stranger)
    expect(answer.status).toBe(204)
    expect(await whoIs(stranger.cookie)).toMatchObject({ uid: bola.uid })
  })

  it('lets one of fifty at once through', async () => {
    await signUp()
    const code = await newestCode('verifyEmail')
    const answers = await Promise.all(
      Array.from({ length: 50 }, () => post('/api/account/verification/apply', { code })),
    )
    expect(answers.filter(({ status }) => status === 204)).toHaveLength(1)
    expect(answers.filter(({ status }) => status === 400)).toHaveLength(49)
  })

  it('is not used up by whatever only looks at the link', async () => {
    await signUp()
    const code = await newestCode('verifyEmail')
    for (const method of ['GET', 'HEAD', 'OPTIONS'])
      for (const path of ['/api/account/verification/apply', '/handle-action'])
        await as(app, visitor)(`${path}?mode=verifyEmail&oobCode=${code}&code=${code}`, { method })
    expect((await post('/api/account/verification/apply', { code })).status).toBe(204)
    expect((await post('/api/account/verification/apply', { code })).status).toBe(400)
  })

  it('refuses an expired code, a made-up one and none', async () => {
    await signUp()
    const code = await newestCode('verifyEmail')
    account.passTime(24 * 3_600_000)
    const before = await store()
    const apply = async (body: object) =>
      refusal(await post('/api/account/verification/apply', body))
    expect(await apply({ code })).toMatchObject({ status: 400, code: 'expired-action-code' })
    expect(await apply({ code: 'made-up' })).toMatchObject({ code: 'invalid-action-code' })
    expect(await apply({})).toMatchObject({ code: 'invalid-input' })
    expect(await apply({ code: [code] })).toMatchObject({ code: 'invalid-input' })
    expect(await store()).toEqual(before)
  })
})

describe('POST /api/account/reset', () => {
  it('mails a link to a known address', async () => {
    await createPerson(database, ada, { password })
    expect((await askReset(ada.email)).status).toBe(204)
    const [mail] = await account.mailsTo(ada.email)
    expect(mail?.subject).toBe('Reset your password')
  })

  it('answers a known and an unknown address to the byte alike', async () => {
    await createPerson(database, ada, { password })
    const seen = await Promise.all(
      [ada.email, 'nobody@example.com'].map(async (address) => {
        const answer = await askReset(address)
        const headers = [...answer.headers].filter(([name]) => name !== 'x-request-id')
        return { status: answer.status, headers, body: await answer.text() }
      }),
    )
    expect(seen[0]).toEqual(seen[1])
    expect(await account.mailsTo('nobody@example.com')).toEqual([])
  })

  it('refuses what is not an address', async () => {
    expect(await refusal(await askReset('nobody'))).toMatchObject({
      status: 400,
      fields: { email: [invalid.email] },
    })
  })
})

describe('POST /api/account/reset/check and /apply', () => {
  it('looks at a code for whoever follows its link, from a mail program or another site', async () => {
    await createPerson(database, ada, { password })
    await askReset(ada.email)
    const code = await newestCode('resetPassword', ada.email)
    for (const site of ['none', 'cross-site'])
      for (const path of ['check', 'apply']) {
        const headers = { 'content-type': 'application/json', 'sec-fetch-site': site }
        const body = JSON.stringify({ code, newPassword: 'x', confirmPassword: 'x' })
        const answer = await app.request(`/api/account/reset/${path}`, {
          method: 'POST',
          body,
          headers,
        })
        expect(answer.status).toBe(path === 'check' ? 204 : 403)
      }
  })

  const apply = (code: string, newPassword = other, confirmPassword = newPassword) =>
    post('/api/account/reset/apply', { code, newPassword, confirmPassword })

  it('sets the password, ends every session and confirms the address', async () => {
    const laptop = await createPerson(database, unverified(ada), { password })
    const phone = await signInAgain(database, laptop)
    await askReset(ada.email)
    const code = await newestCode('resetPassword', ada.email)
    for (let times = 0; times < 5; times++)
      expect((await post('/api/account/reset/check', { code })).status).toBe(204)
    expect((await apply(code)).status).toBe(204)

    expect(await whoIs(laptop.cookie)).toBeNull()
    expect(await whoIs(phone.cookie)).toBeNull()
    expect((await login(password, ada.email)).status).toBe(401)
    const answer = await login(other, ada.email)
    expect(z.parse(sessionSchema, await answer.json()).account).toMatchObject({
      emailVerified: true,
    })
    expect(await account.content.findUserByUid(ada.uid)).toMatchObject({ emailVerified: true })
  })

  it('takes the cookies away from the browser whose session it ended', async () => {
    const browser = openBrowser(app, await createPerson(database, ada, { password }))
    await askReset(ada.email)
    const code = await newestCode('resetPassword', ada.email)
    await browser.request('/api/account/reset/apply', {
      method: 'POST',
      body: { code, newPassword: other, confirmPassword: other },
    })
    expect(browser.cookie()).not.toContain('session=')
  })

  it('lets one of fifty at once through', async () => {
    await createPerson(database, ada, { password })
    await askReset(ada.email)
    const code = await newestCode('resetPassword', ada.email)
    const answers = await Promise.all(Array.from({ length: 50 }, () => apply(code)))
    expect(answers.filter(({ status }) => status === 204)).toHaveLength(1)
    for (const answer of answers.filter(({ status }) => status === 503))
      expect(answer.headers.get('retry-after')).toMatch(/^\d+$/)
    expect(await refusal(await apply(code))).toMatchObject({ code: 'invalid-action-code' })
  })

  it('refuses a used, an older and an expired code, and changes nothing', async () => {
    await createPerson(database, ada, { password })
    await askReset(ada.email)
    const older = await newestCode('resetPassword', ada.email)
    await askReset(ada.email)
    const newest = await newestCode('resetPassword', ada.email)
    const before = await store()
    expect(await refusal(await apply(older))).toMatchObject({ code: 'invalid-action-code' })
    expect(await refusal(await post('/api/account/reset/check', { code: older }))).toMatchObject({
      status: 400,
      code: 'invalid-action-code',
    })
    account.passTime(30 * 60_000)
    expect(await refusal(await apply(newest))).toMatchObject({ code: 'expired-action-code' })
    expect(await store()).toEqual(before)
  })

  it('refuses a bad password with the words of the form, and keeps the code good', async () => {
    await createPerson(database, ada, { password })
    await askReset(ada.email)
    const code = await newestCode('resetPassword', ada.email)
    expect((await refusal(await apply(code, 'short'))).fields?.newPassword).toContain(
      invalid.resetPasswordShort,
    )
    expect((await refusal(await apply(code, other, password))).fields?.confirmPassword).toContain(
      invalid.passwordMismatch,
    )
    expect((await refusal(await apply(code, 'qwerty12345'))).fields?.newPassword).toContain(
      invalid.passwordCommon,
    )
    expect((await apply(code)).status).toBe(204)
  })
})

describe('PATCH /api/account', () => {
  const patch = (who: Parameters<typeof as>[1], body: unknown) =>
    as(app, who)('/api/account', { method: 'PATCH', body })
  const names = { firstname: ' Adaeze ', lastname: 'Obi', email: ada.email }

  it('saves the names of whoever asks, and nobody else’s', async () => {
    const person = await createPerson(database, ada)
    await createPerson(database, bola)
    const answer = await patch(person, { ...names, uid: bola.uid, _id: 'other', roles: ['admin'] })
    expect(answer.status).toBe(200)
    const told = z.parse(sessionSchema, await answer.json()).account
    expect(told).toMatchObject({ uid: ada.uid, firstname: 'Adaeze', lastname: 'Obi', roles: [] })
    expect(await whoIs(person.cookie)).toEqual(told)
    expect(await account.content.findUserByUid(bola.uid)).toMatchObject({ firstname: 'Bola' })
  })

  it('refuses another address, which needs more than a session', async () => {
    const person = await createPerson(database, ada)
    const before = await store()
    expect(await refusal(await patch(person, { ...names, email }))).toMatchObject({
      status: 403,
      code: 'requires-recent-login',
      fields: { currentPassword: [errorSentences['requires-recent-login']] },
    })
    expect(await store()).toEqual(before)
  })

  it('mails a link to the new address for whoever knows the password, and changes only the names', async () => {
    const person = await createPerson(database, ada, { password })
    const answer = await patch(person, { ...names, email, currentPassword: password })
    expect(z.parse(sessionSchema, await answer.json()).account).toMatchObject({
      firstname: 'Adaeze',
      email: ada.email,
    })
    const mails = await account.mailsTo(email)
    expect(mails.map(({ subject }) => subject)).toEqual(['Confirm your new email address'])
    expect(await account.mailsTo(ada.email)).toEqual([])
  })

  it('refuses a wrong password and a taken address under their fields, and changes nothing', async () => {
    const person = await createPerson(database, ada, { password })
    await createPerson(database, bola)
    const before = await store()
    const wrong = await patch(person, { ...names, email, currentPassword: other })
    expect(await refusal(wrong)).toMatchObject({
      code: 'wrong-password',
      fields: { currentPassword: [errorSentences['wrong-password']] },
    })
    const taken = await patch(person, { ...names, email: bola.email, currentPassword: password })
    expect(await refusal(taken)).toMatchObject({
      code: 'email-already-in-use',
      fields: { email: [errorSentences['email-already-in-use']] },
    })
    expect(await store()).toEqual(before)
  })

  it('refuses empty names with the words of the form', async () => {
    const person = await createPerson(database, ada)
    const before = await store()
    const answer = await patch(person, { firstname: '', lastname: '\u200B', email: ada.email })
    expect(await refusal(answer)).toMatchObject({
      fields: { firstname: [invalid.firstname], lastname: [invalid.lastname] },
    })
    expect(await store()).toEqual(before)
  })

  it('refuses visitors and the unverified, and changes nothing', async () => {
    const person = await createPerson(database, unverified(ada))
    const before = await store()
    expect((await patch(visitor, names)).status).toBe(401)
    expect((await patch(person, names)).status).toBe(403)
    expect(await store()).toEqual(before)
  })
})

describe('POST /api/account/email/apply', () => {
  const asked = async () => {
    const person = await createPerson(database, ada, { password })
    const body = { firstname: 'Ada', lastname: 'Obi', email, currentPassword: password }
    await as(app, person)('/api/account', { method: 'PATCH', body })
    return { person, code: await newestCode('verifyAndChangeEmail') }
  }

  it('moves the account, tells the old address, ends every session and goes on in a new one', async () => {
    const { person, code } = await asked()
    const phone = await signInAgain(database, person)
    const browser = openBrowser(app, person)
    const sent = { method: 'POST', body: { code } }
    expect((await browser.request('/api/account/email/apply', sent)).status).toBe(204)
    expect(await whoIs(browser.cookie())).toMatchObject({ uid: ada.uid, email })
    expect(await whoIs(phone.cookie)).toBeNull()
    expect(await account.content.findUserByUid(ada.uid)).toMatchObject({ email })
    expect((await login(password, ada.email)).status).toBe(401)
    expect((await login(password)).status).toBe(200)
    const subjects = (await account.mailsTo(ada.email)).map(({ subject }) => subject)
    expect(subjects).toContain('Your email address was changed')
  })

  it('gives a browser that was not logged in no session', async () => {
    const { code } = await asked()
    const answer = await post('/api/account/email/apply', { code })
    expect(answer.status).toBe(204)
    expect(answer.headers.getSetCookie()).toEqual([])
    expect(await refusal(await post('/api/account/email/apply', { code }))).toMatchObject({
      status: 400,
      code: 'invalid-action-code',
    })
  })
})

describe('POST /api/account/password', () => {
  const change = { currentPassword: password, password: other, confirmPassword: other }

  it('changes it, ends every session and goes on in a new one; the owner of the mailbox hears of it', async () => {
    const person = await createPerson(database, ada, { password })
    const phone = await signInAgain(database, person)
    const browser = openBrowser(app, person)
    const answer = await browser.request('/api/account/password', { method: 'POST', body: change })
    expect(answer.status).toBe(204)
    expect(await whoIs(person.cookie)).toBeNull()
    expect(await whoIs(phone.cookie)).toBeNull()
    expect(await whoIs(browser.cookie())).toMatchObject({ uid: ada.uid })
    expect((await login(password, ada.email)).status).toBe(401)
    expect((await login(other, ada.email)).status).toBe(200)
    const mails = await account.mailsTo(ada.email)
    expect(mails.map(({ subject }) => subject)[0]).toBe('Your password was changed')
  })

  it('voids a reset link that was mailed before', async () => {
    const person = await createPerson(database, ada, { password })
    await askReset(ada.email)
    const code = await newestCode('resetPassword', ada.email)
    await post('/api/account/password', change, person)
    expect(await refusal(await post('/api/account/reset/check', { code }))).toMatchObject({
      code: 'invalid-action-code',
    })
  })

  it.each([
    [
      'a wrong current password',
      { currentPassword: 'wrong rain 48' },
      'currentPassword',
      errorSentences['wrong-password'],
    ],
    ['no current password', { currentPassword: '' }, 'currentPassword', invalid.currentPassword],
    [
      'a short one',
      { password: 'short', confirmPassword: 'short' },
      'password',
      invalid.passwordShort,
    ],
    [
      'two that differ',
      { confirmPassword: 'something else 9' },
      'confirmPassword',
      invalid.passwordMismatch,
    ],
    [
      'one that guessers try',
      { password: 'letmein123', confirmPassword: 'letmein123' },
      'password',
      invalid.passwordCommon,
    ],
  ])('refuses %s, and changes nothing', async (_what, wrong, field, sentence) => {
    const person = await createPerson(database, ada, { password })
    const before = await store()
    const answer = await post('/api/account/password', { ...change, ...wrong }, person)
    const refused = await refusal(answer)
    expect(refused.status).toBe(400)
    expect(refused.fields?.[field]).toContain(sentence)
    expect(await store()).toEqual(before)
  })

  it('refuses visitors and the unverified, and changes nothing', async () => {
    const person = await createPerson(database, unverified(ada), { password })
    const before = await store()
    expect((await post('/api/account/password', change)).status).toBe(401)
    expect((await post('/api/account/password', change, person)).status).toBe(403)
    expect(await store()).toEqual(before)
  })
})

describe('every unsafe address', () => {
  it('refuses what another site sends, and changes nothing', async () => {
    const person = await createPerson(database, ada, { password })
    const before = await store()
    for (const [method, path] of [
      ['POST', '/api/account'],
      ['PATCH', '/api/account'],
      ['POST', '/api/account/password'],
      ['POST', '/api/account/verification'],
      ['POST', '/api/account/verification/apply'],
      ['POST', '/api/account/reset'],
      ['POST', '/api/account/reset/apply'],
      ['POST', '/api/feedback'],
      ['DELETE', '/api/session'],
    ] as const)
      for (const origin of ['https://evil.example', 'null', 'http://localhost:8080'])
        for (const type of [
          'application/json',
          'text/plain',
          'application/x-www-form-urlencoded',
        ]) {
          const headers = { origin, 'sec-fetch-site': 'cross-site', 'content-type': type }
          const answer = await as(app, person)(path, { method, body: form, headers })
          expect(await refusal(answer)).toMatchObject({ status: 403, code: 'foreign-origin' })
        }
    expect(await store()).toEqual(before)
  })
})
