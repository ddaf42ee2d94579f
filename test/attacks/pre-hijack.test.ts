import { beforeEach, describe, expect, it } from 'vitest'

import { freshOn } from '#test/support/people/fresh-database.ts'
import { openAccountApp, openBrowser } from '#test/support/people/account-app.ts'
import { getCodes } from '#test/support/mail/mails.ts'
import { visitor } from '#test/support/people/people.ts'

import { ngozi, otherPassword, password, signUpForm } from './person.ts'

const { at: account } = await freshOn(openAccountApp)
let attacker: Browser
let victim: Browser
type Browser = ReturnType<typeof openBrowser>

beforeEach(async () => {
  attacker = openBrowser(account.app, visitor)
  victim = openBrowser(account.app, visitor)
  await post(attacker, '/api/account', signUpForm(otherPassword))
})

const { email } = ngozi
const post = (browser: Browser, path: string, body: object) =>
  browser.request(path, { method: 'POST', body })
const logIn = async (attemptedPassword: string) =>
  (
    await post(openBrowser(account.app, visitor), '/api/session', {
      email,
      password: attemptedPassword,
    })
  ).status
const readNewestCode = async (mode: Parameters<typeof getCodes>[1]) => {
  const code = getCodes(await account.mailsTo(email), mode).at(-1)
  if (code === undefined) throw new Error('no code was mailed')
  return code
}
const getDeviceCookie = (browser: Browser) =>
  browser
    .cookie()
    .split('; ')
    .find((pair) => pair.startsWith('device=')) ?? ''
const isSignedIn = async (browser: Browser) =>
  (await browser.request('/api/account/sessions')).status === 200

describe('pre-hijack of an unconfirmed address', () => {
  it('ends the attacker’s access when the owner signs up and confirms', async () => {
    expect((await post(victim, '/api/account', signUpForm(password))).status).toBe(201)
    expect(await isSignedIn(attacker)).toBe(false)
    const code = await readNewestCode('verifyEmail')
    expect((await post(victim, '/api/account/verification/apply', { code })).status).toBe(204)
    expect(await logIn(otherPassword)).toBe(401)
    expect(await logIn(password)).toBe(200)
  })

  it('ends the attacker’s access when the owner resets the password', async () => {
    await post(victim, '/api/account/reset', { email })
    const code = await readNewestCode('resetPassword')
    const reset = { code, newPassword: password, confirmPassword: password }
    expect((await post(victim, '/api/account/reset/apply', reset)).status).toBe(204)
    expect(await isSignedIn(attacker)).toBe(false)
    expect(await logIn(otherPassword)).toBe(401)
    expect(await logIn(password)).toBe(200)
  })

  it('refuses a password set before a later sign-up, also when the link is opened on another device', async () => {
    await post(victim, '/api/account', signUpForm(password))
    await post(attacker, '/api/account', signUpForm(otherPassword))
    const code = await readNewestCode('verifyEmail')
    const phone = openBrowser(account.app, visitor)
    expect((await post(phone, '/api/account/verification/apply', { code })).status).toBe(204)
    expect(await isSignedIn(attacker)).toBe(false)
    expect(await logIn(otherPassword)).toBe(401)
  })

  it('neither reports the owner’s device as new nor treats the attacker’s as known', async () => {
    await post(victim, '/api/account', signUpForm(password))
    const mails = await account.mailsTo(email)
    expect(mails.map(({ subject }) => subject)).not.toContain('New login to your account')
    const sameDevice = openBrowser(account.app, { cookie: getDeviceCookie(attacker) })
    await post(sameDevice, '/api/session', { email, password })
    const subjects = (await account.mailsTo(email)).map(({ subject }) => subject)
    expect(subjects).toContain('New login to your account')
  })

  it('refuses changes of address and password before confirmation', async () => {
    const change = { currentPassword: otherPassword, password, confirmPassword: password }
    expect((await post(attacker, '/api/account/password', change)).status).toBe(403)
    const emailChange = { ...ngozi, email: 'attacker@example.com', currentPassword: otherPassword }
    const response = await attacker.request('/api/account', { method: 'PATCH', body: emailChange })
    expect(response.status).toBe(403)
  })
})
