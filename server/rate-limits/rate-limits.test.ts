import { describe, expect, it } from 'vitest'
import * as z from 'zod/mini'

import { sql } from '#server/database/sql.ts'
import {
  toTestAddress,
  behindProxy,
  readError,
  openLimitedProcesses,
  post,
  type LimitedApp,
} from '#test/rate-limits.ts'
import { ada } from '#test/people.ts'

import { rateLimitTable, type RateLimitedAction } from './rate-limit-table.ts'

const { database, advanceClock, openProcess } = await openLimitedProcesses()

const rows = rateLimitTable.flatMap((action) =>
  action.limits
    .filter(({ unit }) => unit === undefined)
    .map((limit) => {
      const name = `${action.name}: ${limit.max} per ${limit.per} in ${limit.windowMs / 1_000} s`
      return [name, { ...action, limits: [limit] }] as const
    }),
)

const toPath = ({ name }: RateLimitedAction) =>
  ({
    'sign-up': '/api/account',
    'signed-up': '/api/account',
    login: '/api/session',
    mail: '/api/account/reset',
    'mail-budget': '/api/account/verification',
    'email-change': '/api/account',
    code: '/api/account/reset/check',
    donation: '/api/campaigns/c1/donations',
    'receipt-mail': '/api/donations/r1/receipt-mail',
    campaign: '/api/campaigns',
    'campaign-edit': '/api/campaigns/c1',
    picture: '/api/images',
    webhook: '/webhooks/paystack',
    report: '/api/campaigns/c1/reports',
    feedback: '/api/feedback',
  })[name] ?? ''

describe.each(rows)('%s', (_name, action) => {
  const [limit] = action.limits
  if (!limit) throw new Error('the action has no limit')
  const open = () =>
    openProcess({
      ...behindProxy,
      actions: [action],
      actor: ada,
      status: action.counts === 'refused' ? 400 : 204,
    })
  const body = { email: 'ngozi@example.com' }
  const { method } = action
  const isPerNetwork = limit.per === 'network'
  const send = (app: LimitedApp, number = 0) => {
    const from = isPerNetwork ? '192.0.2.7' : toTestAddress(number)
    return post(app, toPath(action), { from, body, method })
  }

  it('allows up to the limit, then refuses with Retry-After until the window ends', async () => {
    const app = open()
    for (let number = 1; number <= limit.max; number++)
      expect((await send(app, number)).status).not.toBe(429)
    // Another process, as after a restart.
    const response = await send(open(), 999)
    expect(response.status).toBe(429)
    expect(response.headers.get('retry-after')).toBe(String(limit.windowMs / 1_000))
    const error = await readError(response)
    expect(error).toMatchObject({
      code: 'too-many-requests',
      retryAfterSeconds: limit.windowMs / 1_000,
    })
    expect(error.challenge !== undefined).toBe(limit.onExceed === 'challenge')
    advanceClock(limit.windowMs - 1)
    expect((await send(app)).status).toBe(429)
    advanceClock(1)
    expect((await send(app)).status).not.toBe(429)
  })
})

describe('limits per network', () => {
  const login = (app: LimitedApp, from: string) => post(app, '/api/session', { from })

  it('count all IPv6 addresses of a /64 prefix as one network, in any notation', async () => {
    const app = openProcess(behindProxy)
    const addresses = Array.from({ length: 5 }, (_, index) => `2001:db8:0:7:${index}::${index}`)
    for (const from of addresses) expect((await login(app, from)).status).toBe(204)
    for (const from of ['2001:db8::7:ffff:1:2:3', '2001:0DB8:0000:0007::1'])
      expect((await login(app, from)).status).toBe(429)
    expect((await login(app, '2001:db8:0:8::1')).status).toBe(204)
  })

  it('ignore X-Forwarded-For from an untrusted peer', async () => {
    const app = openProcess()
    let refused = 0
    for (let number = 0; number < 200; number++)
      if ((await login(app, toTestAddress(number))).status === 429) refused++
    expect(refused).toBe(195)
  })

  it('do not count a request for an email address that the network limit refuses', async () => {
    const app = openProcess(behindProxy)
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

describe('image uploads', () => {
  const send = (app: LimitedApp, bytes?: number) =>
    post(app, '/api/images', {
      ...(bytes !== undefined && { headers: { 'content-length': String(bytes) } }),
    })
  const uploads = rateLimitTable.filter(({ name }) => name === 'picture')
  const kilobytes = uploads.map((action) => ({
    ...action,
    limits: action.limits.filter(({ unit }) => unit === 'kilobytes'),
  }))
  const open = () => openProcess({ actor: ada, actions: kilobytes })

  it('are limited to 100 MB per account and hour', async () => {
    const app = open()
    for (let number = 0; number < 20; number++)
      expect((await send(app, 5_000_000)).status).toBe(204)
    const response = await send(open(), 1)
    expect(response.status).toBe(429)
    expect(response.headers.get('retry-after')).toBe('3600')
    advanceClock(3_600_000)
    expect((await send(app, 5_000_000)).status).toBe(204)
  })

  it('without Content-Length count as the largest size', async () => {
    const app = open()
    for (let number = 0; number < 19; number++) expect((await send(app)).status).toBe(204)
    expect((await send(app)).status).toBe(429)
  })
})

it('limits requests for a new email address, but not profile changes', async () => {
  const app = openProcess({ actor: ada })
  const save = (email: string) => post(app, '/api/account', { method: 'PATCH', body: { email } })
  for (let number = 0; number < 20; number++) expect((await save(ada.email)).status).toBe(204)
  for (let number = 0; number < 5; number++)
    expect((await save(`victim${number}@example.com`)).status).toBe(204)
  expect((await save('victim9@example.com')).status).toBe(429)
  expect((await save(ada.email)).status).toBe(204)
})

it('stores no readable address', async () => {
  await post(openProcess(behindProxy), '/api/account/reset', {
    from: '192.0.2.7',
    body: { email: 'ngozi@example.com' },
  })
  const stored = await database.rows(
    z.object({ row: z.string() }),
    sql`select row_to_json(rate_limit_counter)::text as row from rate_limit_counter`,
  )
  expect(stored.length).toBeGreaterThan(2)
  for (const { row } of stored) expect(row).toMatch(/"key":"\\\\x[0-9a-f]{32}"/)
})
