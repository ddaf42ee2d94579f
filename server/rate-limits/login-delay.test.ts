import { beforeEach, describe, expect, it } from 'vitest'

import { sessionRoutes } from '#server/routes/account/session.ts'
import { openTestApp } from '#test/app.ts'
import { testDatabase } from '#test/database.ts'
import { ada, as, createPerson } from '#test/people.ts'
import {
  behindProxy,
  createLimitedShell,
  openTestRateLimits,
  toTestAddress,
  type LimitedApp,
} from '#test/rate-limits.ts'

import { loginDelay } from './rate-limit-table.ts'

const { database, empty } = await testDatabase()
const now = () => new Date('2026-03-01T09:00:00Z')
let delaysMs: number[] = []
const sleep = async (ms: number) => void delaysMs.push(ms)

beforeEach(async () => {
  await empty()
  delaysMs = []
})

describe('the delay after wrong passwords', () => {
  const email = ada.email
  const password = 'mango rain 47'

  async function openApp() {
    const services = await openTestApp(database, { now })
    const rateLimits = openTestRateLimits(database, { now, sleep })
    const { getActor } = services
    return createLimitedShell(rateLimits, { ...behindProxy, getActor }).route(
      '/api/session',
      sessionRoutes(services),
    )
  }
  let number = 0
  const logIn = (app: LimitedApp, attempt: string, { cookie = '', as: address = email } = {}) =>
    as(app, { cookie })('/api/session', {
      method: 'POST',
      body: { email: address, password: attempt },
      headers: { 'x-forwarded-for': toTestAddress(++number) },
    })

  it('doubles up to 30 seconds, for known and unknown addresses alike', async () => {
    await createPerson(database, ada, { password })
    const app = await openApp()
    for (const address of [email, 'nobody@example.com']) {
      delaysMs = []
      for (let attempt = 0; attempt < loginDelay.after + 8; attempt++)
        expect((await logIn(app, 'wrong rain 48', { as: address })).status).toBe(401)
      const seconds = delaysMs.map((ms) => ms / 1_000)
      expect(seconds).toEqual([1, 2, 4, 8, 16, 30, 30, 30])
    }
  })

  it('still accepts the right password, which resets the delay', async () => {
    await createPerson(database, ada, { password })
    const app = await openApp()
    for (let attempt = 0; attempt < loginDelay.after + 1; attempt++)
      await logIn(app, 'wrong rain 48')
    expect((await logIn(app, password)).status).toBe(200)
    delaysMs = []
    await logIn(app, 'wrong rain 48')
    expect(delaysMs).toEqual([])
  })

  it('does not apply to a device that has logged in to the account before', async () => {
    await createPerson(database, ada, { password })
    const app = await openApp()
    const first = await logIn(app, password)
    const cookie = first.headers.getSetCookie().find((line) => line.startsWith('device=')) ?? ''
    for (let attempt = 0; attempt < loginDelay.after + 3; attempt++)
      await logIn(app, 'wrong rain 48')
    delaysMs = []
    await logIn(app, 'wrong rain 48', { cookie: cookie.split(';')[0] ?? '' })
    expect(delaysMs).toEqual([])
  })
})
