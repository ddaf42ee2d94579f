import { beforeEach, describe, expect, it } from 'vitest'

import {
  sessionRoutes,
  accountRoutes,
  privacyRoutes,
  twoFactorRoutes,
} from '#server/routes/account/account.ts'
import { freshDatabase } from '#test/support/people/fresh-database.ts'
import { openTestApp } from '#test/support/servers/app.ts'
import {
  ada,
  as,
  bola,
  createPerson,
  signInAgain,
  type Person,
} from '#test/support/people/people.ts'
import {
  behindProxy,
  createLimitedShell,
  openTestRateLimits,
  readError,
  toTestAddress,
  type LimitedApp,
} from '#test/support/servers/rate-limits.ts'

import { secretDelay } from './thresholds.ts'

const { database } = await freshDatabase()
const password = 'mango rain 47'
const wrong = 'wrong rain 48'
let delaysMs: number[] = []
let sleep = async (ms: number): Promise<void> => void delaysMs.push(ms)
let number = 0

beforeEach(() => {
  delaysMs = []
  sleep = async (ms) => void delaysMs.push(ms)
})

async function openApp() {
  const services = await openTestApp(database)
  const rateLimits = openTestRateLimits(database, { sleep: (ms) => sleep(ms) })
  const { getActor } = services
  return createLimitedShell(rateLimits, { ...behindProxy, getActor })
    .route('/api/session', sessionRoutes(services))
    .route('/api/account/two-factor', twoFactorRoutes(services))
    .route('/api/account', accountRoutes(services))
    .route('/api/account', privacyRoutes(services))
}

const send = (
  app: LimitedApp,
  path: string,
  options: { who?: { cookie: string }; method?: string; body: object; from?: string },
) =>
  as(app, options.who ?? { cookie: '' })(path, {
    method: 'POST',
    ...options,
    headers: { 'x-forwarded-for': options.from ?? toTestAddress(++number) },
  })

const logIn = (app: LimitedApp, attempt: string, { cookie = '', email = ada.email } = {}) =>
  send(app, '/api/session', { who: { cookie }, body: { email, password: attempt } })

const profile = { firstname: 'Ada', lastname: 'Obi', email: 'new@example.com' }
const newPassword = { password: 'harmattan kite 12', confirmPassword: 'harmattan kite 12' }

type PasswordRoute = [method: string, path: string, body: object]
const changePassword: PasswordRoute = ['POST', '/api/account/password', newPassword]

/** Every route of a session that checks a password. */
const passwordRoutes: PasswordRoute[] = [
  changePassword,
  ['PATCH', '/api/account', profile],
  ['POST', '/api/account/two-factor', {}],
  ['POST', '/api/account/two-factor/off', { code: '000000' }],
  ['POST', '/api/account/deletion', {}],
]

const tryPassword = (app: LimitedApp, who: Person, [method, path, body]: PasswordRoute) =>
  send(app, path, { who, method, body: { ...body, currentPassword: wrong } })

describe('the delay after wrong passwords', () => {
  it('doubles up to 30 seconds, for known and unknown addresses alike', async () => {
    await createPerson(database, ada, { password })
    const app = await openApp()
    for (const email of [ada.email, 'nobody@example.com']) {
      delaysMs = []
      for (let attempt = 0; attempt < secretDelay.account.after + 8; attempt++)
        expect((await logIn(app, wrong, { email })).status).toBe(401)
      const seconds = delaysMs.map((ms) => ms / 1_000)
      expect(seconds).toEqual([1, 2, 4, 8, 16, 30, 30, 30])
    }
  })

  it('still accepts the right password, which resets the delay', async () => {
    await createPerson(database, ada, { password })
    const app = await openApp()
    for (let attempt = 0; attempt < secretDelay.account.after + 1; attempt++)
      await logIn(app, wrong)
    expect((await logIn(app, password)).status).toBe(200)
    delaysMs = []
    await logIn(app, wrong)
    expect(delaysMs).toEqual([])
  })

  it('does not apply to a device that has logged in to the account before', async () => {
    await createPerson(database, ada, { password })
    const app = await openApp()
    const first = await logIn(app, password)
    const cookie = first.headers.getSetCookie().find((line) => line.startsWith('device=')) ?? ''
    for (let attempt = 0; attempt < secretDelay.account.after + 3; attempt++)
      await logIn(app, wrong)
    delaysMs = []
    await logIn(app, wrong, { cookie: cookie.split(';')[0] ?? '' })
    expect(delaysMs).toEqual([])
  })

  it('is shared by all routes of a session that check a password', async () => {
    const person = await createPerson(database, ada, { password })
    const app = await openApp()
    for (let round = 0; round < 4; round++)
      for (const route of passwordRoutes)
        expect((await readError(await tryPassword(app, person, route))).code).toBe('wrong-password')
    const seconds = delaysMs.map((ms) => ms / 1_000)
    expect(seconds).toEqual([1, 2, 4, 8, 16, 30, 30, 30, 30, 30])
  })

  it('does not reach the owner’s session when others guess at the login', async () => {
    const person = await createPerson(database, ada, { password })
    const app = await openApp()
    for (let attempt = 0; attempt < secretDelay.account.after + 5; attempt++)
      await logIn(app, wrong)
    delaysMs = []
    const body = { currentPassword: password, ...newPassword }
    const response = await send(app, '/api/account/password', { who: person, body })
    expect(response.status).toBe(204)
    expect(delaysMs).toEqual([])
  })
})

describe('simultaneous tries', () => {
  it('of one account run three at a time, so that 40 of them do not stop other logins', async () => {
    await createPerson(database, ada, { password })
    await createPerson(database, bola, { password })
    const app = await openApp()
    const from = '192.0.2.7'
    const body = { email: ada.email, password: wrong }
    const flood = Array.from({ length: 40 }, () => send(app, '/api/session', { body, from }))
    expect((await logIn(app, password, { email: bola.email })).status).toBe(200)
    const responses = await Promise.all(flood)
    for (const { status, headers } of responses)
      expect(status === 401 || headers.has('retry-after')).toBe(true)
    expect(responses.filter(({ status }) => status === 401).length).toBeLessThanOrEqual(3)
    expect((await logIn(app, password)).status).toBe(200)
  })

  it('of one session are refused with Retry-After and do not refuse another session', async () => {
    const thief = await createPerson(database, ada, { password })
    const owner = await signInAgain(database, thief)
    const app = await openApp()
    const gate = Promise.withResolvers<void>()
    sleep = () => gate.promise
    for (let attempt = 0; attempt < secretDelay.account.after; attempt++)
      await tryPassword(app, thief, changePassword)
    const flood = Array.from({ length: 40 }, () => tryPassword(app, thief, changePassword))
    const refused = await Promise.race(flood)
    expect(refused.status).toBe(429)
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
    gate.resolve()
    const body = { currentPassword: password, ...newPassword }
    expect((await send(app, '/api/account/password', { who: owner, body })).status).toBe(204)
    await Promise.all(flood)
  })
})
