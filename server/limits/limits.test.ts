import { createHash } from 'node:crypto'

import { beforeEach, describe, expect, it } from 'vitest'
import * as z from 'zod/mini'

import { createShell } from '#server/app.ts'
import { sql } from '#server/database/sql.ts'
import { openLog } from '#server/log.ts'
import { outbox } from '#server/mail/outbox.ts'
import { visitor, type Actor } from '#server/policy/actor.ts'
import { embeddedUsers } from '#server/providers/content/embedded-user.ts'
import { embeddedIdentity } from '#server/providers/identity/embedded.ts'
import { sessionRoutes } from '#server/routes/session.ts'
import { sealingWith } from '#server/sealing.ts'
import { openSecondFactor } from '#server/sessions/second-factor.ts'
import { openSessions } from '#server/sessions/sessions.ts'
import { problemSchema } from '#shared/errors.ts'
import type { Puzzle } from '#shared/puzzle.ts'
import { testDatabase } from '#test/database.ts'
import { ada, as, createPerson, testOrigin } from '#test/people.ts'

import { openAttempts } from './attempts.ts'
import { limitedActions, loginDelay, readingLimit, type LimitedAction } from './limit-table.ts'
import { openLimits } from './limits.ts'

const { database, empty } = await testDatabase()
const start = new Date('2026-03-01T09:00:00Z').getTime()
let nowMs = start
let sleptMs: number[] = []
const now = () => new Date(nowMs)
const cookies = openSessions({ database, publicUrl: testOrigin, outbox }).cookies
const sealing = sealingWith('a secret of thirty-two letters or more')
const behindProxy = { trustedProxies: ['127.0.0.1'] }

beforeEach(async () => {
  await empty()
  nowMs = start
  sleptMs = []
})

type Given = {
  trustedProxies?: string[]
  actor?: Actor
  status?: number
  actions?: LimitedAction[]
}

const sleep = async (ms: number) => void sleptMs.push(ms)
const openGuard = (actions: readonly LimitedAction[] = limitedActions) =>
  openLimits({ database, sealing, cookies, now, sleep, actions }).guard

/** A process: the shell and the limits, and behind them routes that answer what they are told to. */
function processWith(given: Given = {}) {
  const { trustedProxies = [], actor = visitor, status = 204, actions } = given
  const config = { publicUrl: testOrigin, isPublicUrlGiven: true, isLoopback: true, trustedProxies }
  const shell = createShell({ config, log: openLog('silent'), actorOf: async () => actor })
  shell.use(openGuard(actions))
  return shell.all('*', () => new Response(null, { status }))
}

type App = ReturnType<typeof processWith>
type Sent = { from?: string; body?: object; puzzle?: string }

const post = (app: App, path: string, { from, body = {}, puzzle }: Sent = {}) =>
  as(app, visitor)(path, {
    method: 'POST',
    body,
    headers: {
      ...(from !== undefined && { 'x-forwarded-for': from }),
      ...(puzzle !== undefined && { 'x-puzzle': puzzle }),
    },
  })

const errorOf = async (answer: Response) => z.parse(problemSchema, await answer.json()).error

const pathOf = ({ name }: LimitedAction) =>
  ({
    'sign-up': '/api/account',
    'signed-up': '/api/account',
    login: '/api/session',
    mail: '/api/account/reset',
    code: '/api/account/reset/check',
    donation: '/api/campaigns/c1/donations',
    campaign: '/api/campaigns',
    picture: '/api/images',
    webhook: '/webhooks/paystack',
    report: '/api/campaigns/c1/reports',
  })[name] ?? ''

const rows = limitedActions.flatMap((action) =>
  action.limits.map((limit) => {
    const name = `${action.name}: ${limit.most} per ${limit.per} in ${limit.withinMs / 1_000} s`
    return [name, { ...action, limits: [limit] }] as const
  }),
)

describe.each(rows)('%s', (_name, action) => {
  const [limit] = action.limits
  if (!limit) throw new Error('a row without a limit')
  const open = () =>
    processWith({
      ...behindProxy,
      actions: [action],
      actor: ada,
      status: action.counts === 'refused' ? 400 : 204,
    })
  const body = { email: 'ngozi@example.com' }
  const send = (app: App, number = 0) =>
    post(app, pathOf(action), { from: isFromOnePlace ? '192.0.2.7' : addressNumber(number), body })
  const isFromOnePlace = limit.per === 'network'

  it('passes, the next is refused with the time to wait, and passes when that is over', async () => {
    const app = open()
    for (let number = 1; number <= limit.most; number++)
      expect((await send(app, number)).status).not.toBe(429)
    // Another process, or this one after a restart.
    const answer = await send(open(), 999)
    expect(answer.status).toBe(429)
    expect(answer.headers.get('retry-after')).toBe(String(limit.withinMs / 1_000))
    const error = await errorOf(answer)
    expect(error).toMatchObject({
      code: 'too-many-requests',
      retryAfterSeconds: limit.withinMs / 1_000,
    })
    expect(error.puzzle !== undefined).toBe(limit.over === 'puzzle')
    nowMs += limit.withinMs - 1
    expect((await send(app)).status).toBe(429)
    nowMs += 1
    expect((await send(app)).status).not.toBe(429)
  })
})

describe('the limits by network', () => {
  const login = (app: App, from: string) => post(app, '/api/session', { from })

  it('count a network once however its address is written or its lower half changes', async () => {
    const app = processWith(behindProxy)
    const addresses = Array.from({ length: 5 }, (_, index) => `2001:db8:0:7:${index}::${index}`)
    for (const from of addresses) expect((await login(app, from)).status).toBe(204)
    for (const from of ['2001:db8::7:ffff:1:2:3', '2001:0DB8:0000:0007::1'])
      expect((await login(app, from)).status).toBe(429)
    expect((await login(app, '2001:db8:0:8::1')).status).toBe(204)
  })

  it('are not evaded by X-Forwarded-For from whom nobody trusts', async () => {
    const app = processWith()
    let refused = 0
    for (let number = 0; number < 200; number++)
      if ((await login(app, addressNumber(number))).status === 429) refused++
    expect(refused).toBe(195)
  })

  it('do not charge an address for what its network was refused', async () => {
    const app = processWith(behindProxy)
    const body = { email: 'ngozi@example.com' }
    const reset = (from: string) => post(app, '/api/account/reset', { from, body })
    for (let number = 0; number < 6; number++)
      await post(app, '/api/account/reset', {
        from: '192.0.2.7',
        body: { email: `a${number}@b.ng` },
      })
    for (let number = 0; number < 9; number++) expect((await reset('192.0.2.7')).status).toBe(429)
    expect((await reset('192.0.2.8')).status).toBe(204)
  })
})

describe('a puzzle', () => {
  const path = '/api/account'
  const from = '192.0.2.7'
  const challenged = async (app: App) => {
    let answer = new Response()
    for (let number = 0; number < 3; number++) answer = await post(app, path, { from })
    const { puzzle } = await errorOf(answer)
    if (!puzzle) throw new Error('no puzzle was set')
    return solvePuzzle(puzzle)
  }

  it('opens the way for whoever solved it, once', async () => {
    const app = processWith(behindProxy)
    const puzzle = await challenged(app)
    expect((await post(app, path, { from, puzzle })).status).toBe(204)
    expect((await post(app, path, { from, puzzle })).status).toBe(429)
  })

  it('is worth nothing elsewhere, for something else, later, or unsolved', async () => {
    const app = processWith(behindProxy)
    const puzzle = await challenged(app)
    const [seed = ''] = puzzle.split(' ')
    for (let number = 0; number < 5; number++) await post(app, '/api/session', { from })
    expect((await post(app, '/api/session', { from, puzzle })).status).toBe(429)
    for (let number = 0; number < 2; number++) await post(app, path, { from: '192.0.2.9' })
    expect((await post(app, path, { from: '192.0.2.9', puzzle })).status).toBe(429)
    for (const wrong of [`${seed} 0`, seed, 'made-up', `${puzzle}0`])
      expect((await post(app, path, { from, puzzle: wrong })).status).toBe(429)
    nowMs += 5 * 60_000
    for (let number = 0; number < 2; number++) await post(app, path, { from })
    expect((await post(app, path, { from, puzzle })).status).toBe(429)
  })

  it('does not open a limit that refuses, which counts only what came through', async () => {
    const per = { per: 'network', withinMs: 60_000 } as const
    const limits = [
      { ...per, most: 2, over: 'puzzle' },
      { ...per, most: 3, over: 'refuse' },
    ] as const
    const [signUp] = limitedActions
    if (!signUp) throw new Error('the table is empty')
    const app = processWith({ ...behindProxy, actions: [{ ...signUp, limits }] })
    const first = await challenged(app)
    for (let number = 0; number < 5; number++) await post(app, path, { from })
    expect((await post(app, path, { from, puzzle: first })).status).toBe(204)
    const answer = await post(app, path, { from, puzzle: await challenged(app) })
    expect(answer.status).toBe(429)
    expect((await errorOf(answer)).puzzle).toBeUndefined()
  })
})

describe('reading', () => {
  const read = (app: App, path = '/') => as(app, visitor)(path)

  it('is limited for a network, over all processes, and built files are free', async () => {
    const app = processWith()
    for (let number = 0; number < readingLimit.most; number++)
      expect((await read(app)).status).toBe(204)
    const answer = await read(app, '/api/campaigns')
    expect(answer.status).toBe(429)
    expect(answer.headers.get('retry-after')).toBe('10')
    for (const path of ['/assets/a.js', '/healthz', '/readyz'])
      expect((await read(app, path)).status).toBe(204)
    // A second process knows only of what it hands out first by itself.
    const other = processWith()
    let passed = 0
    while ((await read(other)).status === 204) passed++
    expect(passed).toBe(60)
    nowMs += readingLimit.withinMs
    expect((await read(app)).status).toBe(204)
  })

  it('costs the database nothing for most visitors', async () => {
    const app = processWith(behindProxy)
    for (let number = 0; number < 60; number++) await read(app)
    const counted = await database.row(
      z.object({ count: z.int() }),
      sql`select count(*)::int as count from attempt_count`,
    )
    expect(counted?.count).toBe(0)
  })
})

describe('guessing a password', () => {
  const email = ada.email
  const password = 'mango rain 47'

  function account() {
    const sessions = openSessions({ database, publicUrl: testOrigin, outbox, now })
    const identity = embeddedIdentity({ database, outbox, publicUrl: testOrigin, now })
    const config = {
      publicUrl: testOrigin,
      isPublicUrlGiven: true,
      isLoopback: true,
      ...behindProxy,
    }
    const shell = createShell({ config, log: openLog('silent'), actorOf: sessions.actorOf })
    shell.use(openGuard())
    const attempts = openAttempts({ database, sealing, now })
    const secondFactor = openSecondFactor({ database, sealing, attempts, now })
    const parts = { identity, sessions, secondFactor, content: embeddedUsers(database) }
    return shell.route('/api/session', sessionRoutes(parts))
  }
  let number = 0
  const logIn = (app: App, attempt: string, { cookie = '', as: address = email } = {}) =>
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

it('keeps no address readable', async () => {
  await post(processWith(behindProxy), '/api/account/reset', {
    from: '192.0.2.7',
    body: { email: 'ngozi@example.com' },
  })
  const stored = await database.rows(
    z.object({ row: z.string() }),
    sql`select row_to_json(attempt_count)::text as row from attempt_count`,
  )
  expect(stored.length).toBeGreaterThan(2)
  for (const { row } of stored) expect(row).toMatch(/"key":"\\\\x[0-9a-f]{32}"/)
})

/** As the browser does it, see web/api/solve-puzzle.ts. */
function solvePuzzle({ seed, bits }: Puzzle): string {
  for (let number = 0; ; number++) {
    const answer = `${seed} ${number}`
    const digest = createHash('sha256').update(answer).digest()
    if (Math.clz32(digest.readUInt32BE(0)) >= bits) return answer
  }
}

function addressNumber(number: number) {
  return `198.51.${number >> 8}.${number & 255}`
}
