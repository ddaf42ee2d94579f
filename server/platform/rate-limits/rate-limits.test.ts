import { describe, expect, it } from 'vitest'
import * as z from 'zod/mini'

import { sql } from '#server/platform/database/sql.ts'
import * as policies from '#server/platform/policy/rate-limit-policies.ts'
import type {
  LimitedPolicy,
  RateLimit,
  RateLimitPolicy,
} from '#server/platform/policy/rate-limit.ts'
import * as rules from '#server/platform/policy/rules.ts'
import { ada, visitor } from '#test/support/people/people.ts'
import {
  behindProxy,
  openLimitedProcesses,
  post,
  readError,
  toRulePath,
  toTestAddress,
  type LimitedApp,
  type RuleName,
} from '#test/support/servers/rate-limits.ts'

const { database, advanceClock, openProcess } = await openLimitedProcesses()

const limitedPolicies = Object.values(policies).filter((policy) => policy.kind === 'limited')
const rows = limitedPolicies.flatMap((policy) =>
  policy.limits
    .filter(({ unit, onExceed }) => unit === undefined && onExceed !== 'queue')
    .map((limit) => {
      const name = `${policy.name}: ${limit.max} per ${limit.per} in ${limit.windowMs / 1_000} s`
      return [name, policy, limit] as const
    }),
)

const isReadRule = /^(read|download|export|list)/

/** Only this limit, without blocks, delays and checkouts. */
const reduceTo = (limit: RateLimit, { name }: LimitedPolicy): RateLimitPolicy => ({
  kind: 'limited',
  name,
  limits: [limit],
})

function findRule(policy: RateLimitPolicy): RuleName {
  const found = Object.entries(rules).find(([, { limit }]) => limit === policy)
  if (!found) throw new Error('no rule has this limit')
  return found[0] as RuleName
}

function toAddress({ per }: RateLimit, number: number): string {
  if (per === 'wide-network') return `2001:db8:1:${number.toString(16)}::1`
  return per === 'network' || per === 'visitor-and-subject' ? '192.0.2.7' : toTestAddress(number)
}

/** What requests count for does not depend on the policy. The smallest limit stands for each kind. */
const kindsOfLimits = new Map(
  rows
    .toSorted(([, , one], [, , other]) => other.max - one.max)
    .map((row) => [`${row[2].per}: ${row[2].counts ?? 'all'}`, row] as const),
)

/** Large limits are filled in the database, so that the tests need not send hundreds of requests. */
const fillCounters = (count: number) =>
  database.run(sql`update rate_limit_counter set count = ${count}`)

function openLimit(policy: LimitedPolicy, limit: RateLimit) {
  const rule = findRule(policy)
  const isProven = limit.per === 'proven-email'
  const body = { email: isProven ? ada.email : 'ngozi@example.com' }
  const isRead = isReadRule.test(rule)
  return {
    open: (status = limit.counts === 'refused' ? 400 : 204) =>
      openProcess({
        ...behindProxy,
        adjust: () => ({ ...reduceTo(limit, policy), ...(isProven && { startsCheckout: true }) }),
        actor: limit.per === 'visitor-and-subject' ? visitor : ada,
        status,
      }),
    send: (app: LimitedApp, number = 0) =>
      post(app, toRulePath(rule), {
        from: toAddress(limit, number),
        method: isRead ? 'GET' : 'POST',
        ...(isRead ? {} : { body }),
      }),
  }
}

it.each(rows)(
  '%s: allows up to the limit, then refuses with Retry-After until the window ends',
  async (_name, policy, limit) => {
    const { open, send } = openLimit(policy, limit)
    const app = open()
    expect((await send(app, 1)).status).not.toBe(429)
    if (limit.max > 20) await fillCounters(limit.max - 1)
    for (let number = limit.max > 20 ? limit.max : 2; number <= limit.max; number++)
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
    expect(error.challenge !== undefined).toBe(limit.onExceed !== 'refuse')
    advanceClock(limit.windowMs - 1)
    expect((await send(app)).status).toBe(429)
    advanceClock(1)
    expect((await send(app)).status).not.toBe(429)
  },
)

it.each([...kindsOfLimits])(
  'does not count requests that a busy server answers with 503, in a limit per %s',
  async (_kind, [, policy, limit]) => {
    const { open, send } = openLimit(policy, limit)
    const busy = open(503)
    for (let number = 0; number <= limit.max; number++)
      expect((await send(busy, number)).status).toBe(503)
    expect((await send(open(), 999)).status).not.toBe(429)
  },
)

it('refuses by counters that strangers fill only what machines send', () => {
  const shared = new Set(['network', 'wide-network', 'subject', 'campaign', 'global'])
  const refusing = limitedPolicies.filter(({ limits, blocks = [] }) =>
    [...limits, ...blocks].some(({ per, onExceed }) => shared.has(per) && onExceed === 'refuse'),
  )
  expect(refusing.map(({ name }) => name)).toEqual(['webhook'])
})

it('never refuses because of an address in a donation that its owner has not proven', () => {
  const { limits, blocks = [] } = policies.donations
  const refusing = [...limits, ...blocks].filter(({ onExceed }) => onExceed === 'refuse')
  expect(new Set(refusing.map(({ per }) => per))).toEqual(new Set(['proven-email']))
})

describe('limits per network', () => {
  it('do not count a request for an email address that the network limit refuses', async () => {
    const app = openProcess(behindProxy)
    const reset = (from: string, email = 'ngozi@example.com') =>
      post(app, toRulePath('requestReset'), { from, body: { email } })
    for (let number = 0; number < 6; number++) await reset('192.0.2.7', `a${number}@b.ng`)
    for (let number = 0; number < 9; number++) expect((await reset('192.0.2.7')).status).toBe(429)
    expect((await reset('192.0.2.8')).status).toBe(204)
  })
})

describe('counts', () => {
  const path = toRulePath('signUp')
  it('are given back when a request was refused, so that invalid forms use no mail budget', async () => {
    const [global] = policies.signUps.limits.filter(({ per }) => per === 'global')
    if (!global) throw new Error('sign-ups have no mail budget')
    const adjust = () => reduceTo(global, policies.signUps)
    const budget = (status: number) => openProcess({ ...behindProxy, status, adjust })
    const signUp = async (status: number, number: number) => {
      const body = { email: `a${number}@example.com` }
      return (await post(budget(status), path, { from: toTestAddress(number), body })).status
    }
    expect(await signUp(201, 1)).toBe(201)
    await fillCounters(global.max - 1)
    for (let number = 2; number < 5; number++) expect(await signUp(400, number)).toBe(400)
    expect(await signUp(201, 5)).toBe(201)
    expect(await signUp(201, 6)).toBe(429)
  })

  it('are exact when 64 requests arrive at the same time', async () => {
    const app = openProcess({ actor: ada, adjust: keepAccountLimits })
    const all = await Promise.all(
      Array.from({ length: 64 }, () => post(app, toRulePath('createCampaign'))),
    )
    expect(all.filter(({ status }) => status === 204)).toHaveLength(3)
  })

  it('read the address from the parsed form, not from a body that the route ignores', async () => {
    const app = openProcess({ ...behindProxy, actor: ada })
    const resend = (number: number) =>
      post(app, toRulePath('resendVerification'), {
        from: toTestAddress(number),
        body: { email: `victim${number}@example.com` },
      })
    expect((await resend(1)).status).toBe(204)
    for (let number = 2; number < 40; number++) expect((await resend(number)).status).toBe(429)
  })
})

const keepAccountLimits = (policy: RateLimitPolicy): RateLimitPolicy => {
  if (policy.kind !== 'limited') return policy
  const [first, ...others] = policy.limits.filter(({ per }) => per === 'account')
  return first ? { kind: 'limited', name: policy.name, limits: [first, ...others] } : policy
}

describe('image uploads', () => {
  const send = (app: LimitedApp, bytes?: number) =>
    post(app, toRulePath('uploadImage'), {
      ...(bytes !== undefined && { headers: { 'content-length': String(bytes) } }),
    })
  const [kilobytes] = policies.imageUploads.limits.filter(({ unit }) => unit === 'kilobytes')
  if (!kilobytes) throw new Error('image uploads have no limit in kilobytes')
  const open = () =>
    openProcess({ actor: ada, adjust: () => reduceTo(kilobytes, policies.imageUploads) })

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
  const save = (email: string) =>
    post(app, toRulePath('updateAccount'), { method: 'PATCH', body: { email } })
  for (let number = 0; number < 20; number++) expect((await save(ada.email)).status).toBe(204)
  for (let number = 0; number < 5; number++)
    expect((await save(`victim${number}@example.com`)).status).toBe(204)
  expect((await save('victim9@example.com')).status).toBe(429)
  expect((await save(ada.email)).status).toBe(204)
})

it('fails a route that parses no form although its limit depends on one', async () => {
  const app = openProcess()
  const response = await post(app, toRulePath('requestReset'), { method: 'GET' })
  expect(response.status).toBe(500)
})

it('counts the mails to an address over all functions, with a reserve for a new password', async () => {
  const app = openProcess(behindProxy)
  let network = 0
  const countAccepted = async (names: RuleName[], times: number) => {
    let accepted = 0
    for (let index = 0; index < times; index++) {
      for (const name of names) {
        const body = { email: 'victim@example.com' }
        const response = await post(app, toRulePath(name), { from: toTestAddress(++network), body })
        if (response.status === 204) accepted++
      }
      advanceClock(70_000)
    }
    return accepted
  }
  const others: RuleName[] = ['requestGuestData', 'requestFollowLink', 'requestTransferClaim']
  expect(await countAccepted([...others, 'askQuestion'], 8)).toBe(10)
  expect(await countAccepted(['requestReset'], 8)).toBe(5)
})

it('stores no readable address', async () => {
  await post(openProcess(behindProxy), toRulePath('requestReset'), {
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
