import { beforeEach, describe, expect, it } from 'vitest'

import { outbox } from '#server/mail/outbox.ts'
import { embeddedUsers } from '#server/providers/content/embedded-user.ts'
import { embeddedIdentity } from '#server/providers/identity/embedded.ts'
import { sessionRoutes } from '#server/routes/session.ts'
import { openSecondFactor } from '#server/accounts/two-factor.ts'
import { openSessions } from '#server/accounts/sessions.ts'
import { testDatabase } from '#test/database.ts'
import {
  addressNumber,
  behindProxy,
  limitedShell,
  limitsOn,
  limitsSealing,
  type LimitedApp,
} from '#test/rate-limits.ts'
import { ada, as, createPerson, testOrigin } from '#test/people.ts'

import { loginDelay } from './limit-table.ts'

const { database, empty } = await testDatabase()
const now = () => new Date('2026-03-01T09:00:00Z')
let sleptMs: number[] = []
const sleep = async (ms: number) => void sleptMs.push(ms)

beforeEach(async () => {
  await empty()
  sleptMs = []
})

describe('guessing a password', () => {
  const email = ada.email
  const password = 'mango rain 47'

  function account() {
    const sessions = openSessions({ database, publicUrl: testOrigin, outbox, now })
    const identity = embeddedIdentity({ database, outbox, publicUrl: testOrigin, now })
    const limits = limitsOn(database, { now, sleep })
    const { attempts } = limits
    const secondFactor = openSecondFactor({ database, sealing: limitsSealing, attempts, now })
    const parts = { identity, sessions, secondFactor, content: embeddedUsers(database) }
    const shell = limitedShell(limits, { ...behindProxy, actorOf: sessions.actorOf })
    return shell.route('/api/session', sessionRoutes(parts))
  }
  let number = 0
  const logIn = (app: LimitedApp, attempt: string, { cookie = '', as: address = email } = {}) =>
    as(app, { cookie })('/api/session', {
      method: 'POST',
      body: { email: address, password: attempt },
      headers: { 'x-forwarded-for': addressNumber(++number) },
    })

  it('waits longer and longer, for known and unknown addresses alike, and never without end', async () => {
    await createPerson(database, ada, { password })
    const app = account()
    for (const address of [email, 'nobody@example.com']) {
      sleptMs = []
      for (let tries = 0; tries < loginDelay.after + 8; tries++)
        expect((await logIn(app, 'wrong rain 48', { as: address })).status).toBe(401)
      const seconds = sleptMs.map((ms) => ms / 1_000)
      expect(seconds).toEqual([1, 2, 4, 8, 16, 30, 30, 30])
    }
  })

  it('locks nobody out: the right password still opens, and makes an end of the waiting', async () => {
    await createPerson(database, ada, { password })
    const app = account()
    for (let tries = 0; tries < loginDelay.after + 1; tries++) await logIn(app, 'wrong rain 48')
    expect((await logIn(app, password)).status).toBe(200)
    sleptMs = []
    await logIn(app, 'wrong rain 48')
    expect(sleptMs).toEqual([])
  })

  it('does not make the owner wait on a device that they have logged in with', async () => {
    await createPerson(database, ada, { password })
    const app = account()
    const first = await logIn(app, password)
    const cookie = first.headers.getSetCookie().find((line) => line.startsWith('device=')) ?? ''
    for (let tries = 0; tries < loginDelay.after + 3; tries++) await logIn(app, 'wrong rain 48')
    sleptMs = []
    await logIn(app, 'wrong rain 48', { cookie: cookie.split(';')[0] ?? '' })
    expect(sleptMs).toEqual([])
  })
})
