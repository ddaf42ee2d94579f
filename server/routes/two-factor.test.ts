import { Secret, TOTP } from 'otpauth'
import { beforeEach, describe, expect, it } from 'vitest'
import * as z from 'zod/mini'

import { sql } from '#server/database/sql.ts'
import { listReviews } from '#server/policy/rules.ts'
import { listEvents } from '#server/accounts/account-events.ts'
import { outbox } from '#server/mail/outbox.ts'
import { openSessions } from '#server/accounts/sessions.ts'
import {
  recoveryCodesSchema,
  secondFactorSchema,
  secondFactorSecretSchema,
  sessionSchema,
} from '#shared/account.ts'
import { problemSchema } from '#shared/errors.ts'
import { accountApp, openBrowser } from '#test/account-app.ts'
import { testDatabase } from '#test/database.ts'
import { ada, chidi, createPerson, signInAgain, testOrigin, visitor } from '#test/people.ts'

const { database, owner, empty } = await testDatabase()
let account: ReturnType<typeof accountApp>

beforeEach(async () => {
  await empty()
  account = accountApp({ database, owner })
})

const password = 'mango rain 47'
const path = '/api/account/second-factor'
type Browser = ReturnType<typeof openBrowser>

const codeOf = (secret: string) =>
  new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: account.now().getTime() })
const errorOf = async (answer: Response) => {
  const { error } = z.parse(problemSchema, await answer.json())
  return { status: answer.status, code: error.code, fields: Object.keys(error.fields ?? {}) }
}
const post = (browser: Browser, to: string, body: object = {}) =>
  browser.request(to, { method: 'POST', body })
const logIn = (browser: Browser, code?: string, email = ada.email) =>
  post(browser, '/api/session', { email, password, ...(code !== undefined && { code }) })
const actorIn = (browser: Browser) =>
  account.sessions.actorOf(new Request(testOrigin, { headers: { cookie: browser.cookie() } }))

async function turnOn(browser: Browser) {
  const begun = await post(browser, path, { currentPassword: password })
  const { secret } = z.parse(secondFactorSecretSchema, await begun.json())
  const confirmed = await post(browser, `${path}/confirm`, { code: codeOf(secret) })
  const { recoveryCodes } = z.parse(recoveryCodesSchema, await confirmed.json())
  account.passTime(30_000)
  return { secret, recoveryCodes }
}

/** Somebody who has turned it on, in a browser that is logged in. */
async function withFactor() {
  const person = await createPerson(database, ada, { password })
  const browser = openBrowser(account.app, person)
  return { browser, person, ...(await turnOn(browser)) }
}

describe('turning on the second step', () => {
  it('needs the password, and a code from the app that has the secret', async () => {
    const browser = openBrowser(account.app, await createPerson(database, ada, { password }))
    expect(await errorOf(await post(browser, path, { currentPassword: 'wrong rain 48' }))).toEqual({
      status: 400,
      code: 'wrong-password',
      fields: ['currentPassword'],
    })
    await post(browser, path, { currentPassword: password })
    expect(await errorOf(await post(browser, `${path}/confirm`, { code: '000000' }))).toMatchObject(
      {
        code: 'second-factor-wrong',
      },
    )
    expect((await account.secondFactor.stateOf(ada.uid)).isOn).toBe(false)
    expect((await logIn(openBrowser(account.app, visitor))).status).toBe(200)
  })

  it('ends what was logged in without it, keeps this browser, and notes it', async () => {
    const person = await createPerson(database, ada, { password })
    const phone = openBrowser(account.app, await signInAgain(database, person))
    const browser = openBrowser(account.app, person)
    await turnOn(browser)
    expect((await actorIn(browser)).kind).toBe('user')
    expect((await actorIn(phone)).kind).toBe('visitor')
    const state = z.parse(secondFactorSchema, await (await browser.request(path)).json())
    expect(state).toEqual({ isOn: true, recoveryCodesLeft: 10 })
    expect((await listEvents(database, ada.uid)).map(({ kind }) => kind)).toContain(
      'second-factor-on',
    )
  })

  it('does not change the secret of whoever has turned it on', async () => {
    const { browser } = await withFactor()
    expect((await post(browser, path, { currentPassword: password })).status).toBe(404)
  })

  it('stores neither the secret nor a recovery code readable', async () => {
    const { secret, recoveryCodes } = await withFactor()
    const stored = await owner.rows(
      z.object({ row: z.string() }),
      sql`select row_to_json(second_factor)::text as row from second_factor
        union all select row_to_json(recovery_code)::text from recovery_code`,
    )
    const text = stored.map(({ row }) => row).join()
    for (const kept of [secret, Buffer.from(secret).toString('hex'), ...recoveryCodes])
      expect(text).not.toContain(kept)
  })
})

describe('logging in with the second step', () => {
  it('asks for the code only after the right password, and opens with it', async () => {
    const { secret } = await withFactor()
    const browser = openBrowser(account.app, visitor)
    const wrong = { email: ada.email, password: 'wrong rain 48' }
    expect((await post(browser, '/api/session', wrong)).status).toBe(401)
    expect(await errorOf(await logIn(browser))).toEqual({
      status: 403,
      code: 'second-factor-required',
      fields: ['code'],
    })
    expect((await actorIn(browser)).kind).toBe('visitor')
    expect((await logIn(browser, ` ${codeOf(secret)} `)).status).toBe(200)
  })

  it('takes a code once, and neither an old one nor one of somebody else', async () => {
    const { secret } = await withFactor()
    const code = codeOf(secret)
    expect((await logIn(openBrowser(account.app, visitor), code)).status).toBe(200)
    for (const used of [code, codeOf('JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP')])
      expect((await logIn(openBrowser(account.app, visitor), used)).status).toBe(400)
    account.passTime(5 * 60_000)
    expect((await logIn(openBrowser(account.app, visitor), code)).status).toBe(400)
  })

  it('takes a recovery code, once, however it is written', async () => {
    const { recoveryCodes } = await withFactor()
    const [first = ''] = recoveryCodes
    const written = first.toUpperCase().replace('-', ' ')
    expect((await logIn(openBrowser(account.app, visitor), written)).status).toBe(200)
    expect((await logIn(openBrowser(account.app, visitor), first)).status).toBe(400)
    expect((await account.secondFactor.stateOf(ada.uid)).recoveryCodesLeft).toBe(9)
  })

  it('lets one of twenty at once in with the same code', async () => {
    const { recoveryCodes } = await withFactor()
    const [code = ''] = recoveryCodes
    const verdicts = await Promise.all(
      Array.from({ length: 5 }, () => account.secondFactor.check(ada.uid, code)),
    )
    expect(verdicts.filter((verdict) => verdict === 'right')).toHaveLength(1)
  })

  it('allows five tries in a quarter of an hour', async () => {
    const { secret } = await withFactor()
    const browser = openBrowser(account.app, visitor)
    for (let tries = 0; tries < 5; tries++) await logIn(browser, '000000')
    const answer = await logIn(browser, codeOf(secret))
    expect(answer.status).toBe(429)
    expect(answer.headers.get('retry-after')).toBe('900')
    account.passTime(15 * 60_000)
    expect((await logIn(browser, codeOf(secret))).status).toBe(200)
  })

  it('is still asked for after a reset by mail', async () => {
    const { person } = await withFactor()
    await owner.run(sql`update account set credential_version = credential_version + 1`)
    expect((await logIn(openBrowser(account.app, visitor), undefined, person.email)).status).toBe(
      403,
    )
  })
})

describe('turning it off', () => {
  it('needs password and code, and logs out everywhere', async () => {
    const { browser, secret } = await withFactor()
    const off = (body: object) => post(browser, `${path}/off`, body)
    expect((await off({ currentPassword: 'wrong rain 48', code: codeOf(secret) })).status).toBe(400)
    expect((await off({ currentPassword: password, code: '000000' })).status).toBe(400)
    expect((await off({ currentPassword: password, code: codeOf(secret) })).status).toBe(204)
    expect((await actorIn(browser)).kind).toBe('visitor')
    expect((await logIn(openBrowser(account.app, visitor))).status).toBe(200)
  })
})

describe('a role that needs the second step', () => {
  const reviewer = async () => {
    await createPerson(database, chidi, { password })
    const browser = openBrowser(account.app, visitor)
    const answer = await logIn(browser, undefined, chidi.email)
    return { browser, told: z.parse(sessionSchema, await answer.json()).account }
  }

  it('sleeps until it is turned on, and the desk says what is missing', async () => {
    const { browser, told } = await reviewer()
    expect(told).toMatchObject({ roles: [], dormantRoles: ['reviewer'] })
    expect(listReviews.who(await actorIn(browser))).toBe('second-factor-required')
    await turnOn(browser)
    expect(listReviews.who(await actorIn(browser))).toBeNull()
    expect(await actorIn(browser)).toMatchObject({ roles: ['reviewer'] })
  })

  it('is waived for people of the sample data on a machine of one’s own, and for nobody else', async () => {
    const { browser } = await reviewer()
    const trial = openSessions({ database, publicUrl: testOrigin, outbox, waivesSamples: true })
    const request = new Request(testOrigin, { headers: { cookie: browser.cookie() } })
    expect(await trial.actorOf(request)).toMatchObject({ roles: [] })
    await owner.run(sql`update account_role set needs_second_factor = false`)
    expect(await trial.actorOf(request)).toMatchObject({ roles: ['reviewer'] })
    expect(await actorIn(browser)).toMatchObject({ roles: [] })
  })
})
