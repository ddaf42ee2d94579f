import { describe, expect, it } from 'vitest'
import * as z from 'zod/mini'

import { sql } from '#server/database/sql.ts'
import {
  addressNumber,
  behindProxy,
  errorOf,
  limitedProcesses,
  post,
  type LimitedProcess,
} from '#test/rate-limits.ts'
import { ada } from '#test/people.ts'

import { limitedActions, type LimitedAction } from './limit-table.ts'

const { database, passTime, processWith } = await limitedProcesses()

const rows = limitedActions.flatMap((action) =>
  action.limits
    .filter(({ unit }) => unit === undefined)
    .map((limit) => {
      const name = `${action.name}: ${limit.most} per ${limit.per} in ${limit.withinMs / 1_000} s`
      return [name, { ...action, limits: [limit] }] as const
    }),
)

const pathOf = ({ name }: LimitedAction) =>
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
  if (!limit) throw new Error('a row without a limit')
  const open = () =>
    processWith({
      ...behindProxy,
      actions: [action],
      actor: ada,
      status: action.counts === 'refused' ? 400 : 204,
    })
  const body = { email: 'ngozi@example.com' }
  const { method } = action
  const isFromOnePlace = limit.per === 'network'
  const send = (app: LimitedProcess, number = 0) => {
    const from = isFromOnePlace ? '192.0.2.7' : addressNumber(number)
    return post(app, pathOf(action), { from, body, method })
  }

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
    passTime(limit.withinMs - 1)
    expect((await send(app)).status).toBe(429)
    passTime(1)
    expect((await send(app)).status).not.toBe(429)
  })
})

describe('the limits by network', () => {
  const login = (app: LimitedProcess, from: string) => post(app, '/api/session', { from })

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

describe('pictures', () => {
  const send = (app: LimitedProcess, bytes?: number) =>
    post(app, '/api/images', {
      ...(bytes !== undefined && { headers: { 'content-length': String(bytes) } }),
    })
  const picture = limitedActions.filter(({ name }) => name === 'picture')
  const kilobytes = picture.map((action) => ({
    ...action,
    limits: action.limits.filter(({ unit }) => unit === 'kilobytes'),
  }))
  const open = () => processWith({ actor: ada, actions: kilobytes })

  it('of one account are 100 MB in an hour, however many they are', async () => {
    const app = open()
    for (let number = 0; number < 20; number++)
      expect((await send(app, 5_000_000)).status).toBe(204)
    const answer = await send(open(), 1)
    expect(answer.status).toBe(429)
    expect(answer.headers.get('retry-after')).toBe('3600')
    passTime(3_600_000)
    expect((await send(app, 5_000_000)).status).toBe(204)
  })

  it('that do not say their size count as the largest', async () => {
    const app = open()
    for (let number = 0; number < 19; number++) expect((await send(app)).status).toBe(204)
    expect((await send(app)).status).toBe(429)
  })
})

it('leaves who saves their names alone, and limits who asks for other addresses', async () => {
  const app = processWith({ actor: ada })
  const save = (email: string) => post(app, '/api/account', { method: 'PATCH', body: { email } })
  for (let number = 0; number < 20; number++) expect((await save(ada.email)).status).toBe(204)
  for (let number = 0; number < 5; number++)
    expect((await save(`victim${number}@example.com`)).status).toBe(204)
  expect((await save('victim9@example.com')).status).toBe(429)
  expect((await save(ada.email)).status).toBe(204)
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
