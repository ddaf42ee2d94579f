import { Secret, TOTP } from 'otpauth'
import { describe, expect, it } from 'vitest'
import * as z from 'zod/mini'

import { sql } from '#server/platform/database/sql.ts'
import { listReviews } from '#server/platform/policy/rules.ts'
import { listEvents } from '#server/people/accounts/account-events.ts'
import { openSessions } from '#server/people/accounts/sessions.ts'
import {
  recoveryCodesSchema,
  twoFactorSchema,
  twoFactorSecretSchema,
  sessionSchema,
} from '#shared/account.ts'
import { problemSchema } from '#shared/errors.ts'
import { freshOn } from '#test/support/people/fresh-database.ts'
import { openAccountApp, openBrowser } from '#test/support/people/account-app.ts'
import {
  ada,
  chidi,
  createPerson,
  signInAgain,
  testOrigin,
  visitor,
  testEvents,
} from '#test/support/people/people.ts'

const { at: account, database, owner } = await freshOn(openAccountApp)

const password = 'mango rain 47'
const path = '/api/account/two-factor'
type Browser = ReturnType<typeof openBrowser>

const toCode = (secret: string) =>
  new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: account.now().getTime() })
const readError = async (answer: Response) => {
  const { error } = z.parse(problemSchema, await answer.json())
  return { status: answer.status, code: error.code, fields: Object.keys(error.fields ?? {}) }
}
const post = (browser: Browser, to: string, body: object = {}) =>
  browser.request(to, { method: 'POST', body })
const logIn = (browser: Browser, code?: string, email = ada.email) =>
  post(browser, '/api/session', { email, password, ...(code !== undefined && { code }) })
const getActor = (browser: Browser) =>
  account.sessions.getActor(new Request(testOrigin, { headers: { cookie: browser.cookie() } }))

async function turnOn(browser: Browser) {
  const setup = await post(browser, path, { currentPassword: password })
  const { secret } = z.parse(twoFactorSecretSchema, await setup.json())
  const confirmed = await post(browser, `${path}/confirm`, { code: toCode(secret) })
  const { recoveryCodes } = z.parse(recoveryCodesSchema, await confirmed.json())
  account.advanceClock(30_000)
  return { secret, recoveryCodes }
}

/** A person with two-factor authentication in a logged-in browser. */
async function createTwoFactorUser() {
  const person = await createPerson(database, ada, { password })
  const browser = openBrowser(account.app, person)
  return { browser, person, ...(await turnOn(browser)) }
}

it('mails the owner when two-factor authentication is turned on or off and when a recovery code is used', async () => {
  const { browser, secret, recoveryCodes } = await createTwoFactorUser()
  const listSubjects = async () => (await account.mailsTo(ada.email)).map((mail) => mail.subject)
  expect(await listSubjects()).toEqual(['Two-step verification was turned on'])

  expect((await logIn(browser, recoveryCodes[0])).status).toBe(200)
  expect((await listSubjects()).at(-1)).toBe('A recovery code was used')
  expect((await logIn(browser, toCode(secret))).status).toBe(200)
  expect(await listSubjects()).toHaveLength(2)

  account.advanceClock(30_000)
  await post(browser, `${path}/off`, { currentPassword: password, code: toCode(secret) })
  expect((await listSubjects()).at(-1)).toBe('Two-step verification was turned off')
})

describe('turning on two-factor authentication', () => {
  it('needs a code from the app', async () => {
    const browser = openBrowser(account.app, await createPerson(database, ada, { password }))
    await post(browser, path, { currentPassword: password })
    expect(
      await readError(await post(browser, `${path}/confirm`, { code: '000000' })),
    ).toMatchObject({
      code: 'two-factor-code-wrong',
    })
    expect((await account.twoFactor.getState(ada.uid)).isOn).toBe(false)
    expect((await logIn(openBrowser(account.app, visitor))).status).toBe(200)
  })

  it('ends the other sessions, continues in this browser, and records the event', async () => {
    const person = await createPerson(database, ada, { password })
    const phone = openBrowser(account.app, await signInAgain(database, person))
    const browser = openBrowser(account.app, person)
    await turnOn(browser)
    expect((await getActor(browser)).kind).toBe('user')
    expect((await getActor(phone)).kind).toBe('visitor')
    const state = z.parse(twoFactorSchema, await (await browser.request(path)).json())
    expect(state).toEqual({ isOn: true, recoveryCodesLeft: 10 })
    expect((await listEvents(database, ada.uid)).map(({ kind }) => kind)).toContain('two-factor-on')
  })

  it('does not change the secret when it is on', async () => {
    const { browser } = await createTwoFactorUser()
    expect((await post(browser, path, { currentPassword: password })).status).toBe(404)
  })

  it('stores no readable secret or recovery code', async () => {
    const { secret, recoveryCodes } = await createTwoFactorUser()
    const stored = await owner.rows(
      z.object({ row: z.string() }),
      sql`select row_to_json(two_factor)::text as row from two_factor
        union all select row_to_json(recovery_code)::text from recovery_code`,
    )
    const text = stored.map(({ row }) => row).join()
    for (const value of [secret, Buffer.from(secret).toString('hex'), ...recoveryCodes])
      expect(text).not.toContain(value)
  })
})

describe('logging in with two-factor authentication', () => {
  it('asks for the code after the right password and accepts it', async () => {
    const { secret } = await createTwoFactorUser()
    const browser = openBrowser(account.app, visitor)
    const wrong = { email: ada.email, password: 'wrong rain 48' }
    expect((await post(browser, '/api/session', wrong)).status).toBe(401)
    expect(await readError(await logIn(browser))).toEqual({
      status: 403,
      code: 'two-factor-code-required',
      fields: ['code'],
    })
    expect((await getActor(browser)).kind).toBe('visitor')
    expect((await logIn(browser, ` ${toCode(secret)} `)).status).toBe(200)
  })

  it('accepts a code once, but not an old one or one of another secret', async () => {
    const { secret } = await createTwoFactorUser()
    const code = toCode(secret)
    expect((await logIn(openBrowser(account.app, visitor), code)).status).toBe(200)
    for (const used of [code, toCode('JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP')])
      expect((await logIn(openBrowser(account.app, visitor), used)).status).toBe(400)
    account.advanceClock(5 * 60_000)
    expect((await logIn(openBrowser(account.app, visitor), code)).status).toBe(400)
  })

  it('accepts a recovery code once, in any case and with spaces', async () => {
    const { recoveryCodes } = await createTwoFactorUser()
    const [first = ''] = recoveryCodes
    const written = first.toUpperCase().replace('-', ' ')
    expect((await logIn(openBrowser(account.app, visitor), written)).status).toBe(200)
    expect((await logIn(openBrowser(account.app, visitor), first)).status).toBe(400)
    expect((await account.twoFactor.getState(ada.uid)).recoveryCodesLeft).toBe(9)
  })

  it('accepts a code once when five requests use it at the same time', async () => {
    const { recoveryCodes } = await createTwoFactorUser()
    const [code = ''] = recoveryCodes
    const results = await Promise.all(
      Array.from({ length: 5 }, () => account.twoFactor.verifyCode(ada.uid, code, 'session')),
    )
    expect(results.filter((result) => result === 'right')).toHaveLength(1)
  })

  it('does not lock the owner out when 40 wrong codes arrive at the same time from new devices', async () => {
    const { browser, secret, recoveryCodes } = await createTwoFactorUser()
    const known = openBrowser(account.app, visitor)
    expect((await logIn(known, toCode(secret))).status).toBe(200)
    account.advanceClock(30_000)
    await Promise.all(
      Array.from({ length: 40 }, () =>
        account.twoFactor.verifyCode(ada.uid, '000000', 'new-device'),
      ),
    )
    expect((await logIn(openBrowser(account.app, visitor), toCode(secret))).status).toBe(429)
    expect((await logIn(known, toCode(secret))).status).toBe(200)
    account.advanceClock(30_000)
    expect((await logIn(openBrowser(account.app, visitor), recoveryCodes[0])).status).toBe(200)
    const off = { currentPassword: password, code: toCode(secret) }
    expect((await post(browser, `${path}/off`, off)).status).toBe(204)
  })

  it('allows five attempts within 15 minutes from new devices', async () => {
    const { secret } = await createTwoFactorUser()
    const browser = openBrowser(account.app, visitor)
    for (let tries = 0; tries < 5; tries++) await logIn(browser, '000000')
    const answer = await logIn(browser, toCode(secret))
    expect(answer.status).toBe(429)
    expect(answer.headers.get('retry-after')).toBe('900')
    account.advanceClock(15 * 60_000)
    expect((await logIn(browser, toCode(secret))).status).toBe(200)
  })

  it('asks for the code after a password reset', async () => {
    const { person } = await createTwoFactorUser()
    await owner.run(sql`update account set credential_version = credential_version + 1`)
    expect((await logIn(openBrowser(account.app, visitor), undefined, person.email)).status).toBe(
      403,
    )
  })
})

describe('turning off two-factor authentication', () => {
  it('needs the password and a code and ends all sessions', async () => {
    const { browser, secret } = await createTwoFactorUser()
    const off = (body: object) => post(browser, `${path}/off`, body)
    expect((await off({ currentPassword: 'wrong rain 48', code: toCode(secret) })).status).toBe(400)
    expect((await off({ currentPassword: password, code: '000000' })).status).toBe(400)
    expect((await off({ currentPassword: password, code: toCode(secret) })).status).toBe(204)
    expect((await getActor(browser)).kind).toBe('visitor')
    expect((await logIn(openBrowser(account.app, visitor))).status).toBe(200)
  })
})

describe('a role that requires two-factor authentication', () => {
  const reviewer = async () => {
    await createPerson(database, chidi, { password })
    const browser = openBrowser(account.app, visitor)
    const answer = await logIn(browser, undefined, chidi.email)
    return { browser, account: z.parse(sessionSchema, await answer.json()).account }
  }

  it('is inactive until it is turned on', async () => {
    const { browser, account: received } = await reviewer()
    expect(received).toMatchObject({ roles: [], inactiveRoles: ['reviewer'] })
    expect(listReviews.who(await getActor(browser))).toBe('two-factor-required')
    await turnOn(browser)
    expect(listReviews.who(await getActor(browser))).toBeNull()
    expect(await getActor(browser)).toMatchObject({ roles: ['reviewer'] })
  })

  it('is active without it only for sample accounts in a development request', async () => {
    const { browser } = await reviewer()
    const sessions = openSessions({ database, publicUrl: testOrigin, events: testEvents })
    const request = new Request(testOrigin, { headers: { cookie: browser.cookie() } })
    expect(await sessions.getActor(request, true)).toMatchObject({ roles: [] })
    await owner.run(sql`update account_role set requires_two_factor = false`)
    expect(await sessions.getActor(request, true)).toMatchObject({ roles: ['reviewer'] })
    expect(await sessions.getActor(request)).toMatchObject({ roles: [] })
  })
})
