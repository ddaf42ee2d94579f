import { beforeEach, describe, expect, it } from 'vitest'

import type { RateLimitPolicy } from '#server/platform/policy/rate-limit.ts'
import { adminEmail } from '#test/support/servers/app.ts'
import { mailsTo, testOutbox as outbox } from '#test/support/mail/mails.ts'
import {
  behindProxy,
  openLimitedProcesses,
  openTestRateLimits,
  post,
  readError,
  solveChallenge,
  toRulePath,
  toTestAddress,
} from '#test/support/servers/rate-limits.ts'

import { abuseDetectionTasks } from './abuse-detection.ts'
import { countFailedLogin } from './secret-delay.ts'

const { database, owner, now, advanceClock, openProcess } = await openLimitedProcesses()
const hourMs = 3_600_000
const { abuseDetection, counters } = openTestRateLimits(database, { now })
const lines: unknown[] = []
const log = { error: (line: unknown) => void lines.push(line) }
const config = { adminEmail }
const tasks = abuseDetectionTasks({ abuseDetection, database, outbox, log, config })
const runTask = (name: string) => tasks.find((task) => task.name === name)?.run({})

beforeEach(() => {
  lines.length = 0
})

/** Without the limits per network, whose challenges rate-limits.test.ts covers. */
const withoutNetworks = (policy: RateLimitPolicy): RateLimitPolicy => {
  if (policy.kind !== 'limited') return policy
  const [first, ...others] = policy.limits.filter(({ per }) => per === 'global')
  const unused = { ...policy.limits[0], max: 100_000 }
  return { ...policy, limits: first ? [first, ...others] : [unused] }
}
const openResponding = (status: number) =>
  openProcess({ status, adjust: withoutNetworks, sleep: async () => {}, ...behindProxy })
const app = openResponding(401)
let number = 0
const logIn = (solution?: string) =>
  post(app, toRulePath('signIn'), {
    from: toTestAddress(++number),
    body: { email: `a${number}@example.com` },
    ...(solution !== undefined && { solution }),
  })
const failLogins = async (count: number) => {
  for (let attempt = 0; attempt < count; attempt++) expect((await logIn()).status).toBe(401)
}

describe('the alarm for wrong passwords', () => {
  it('makes every login solve a challenge when wrong passwords reach 20 times the median', async () => {
    for (let hour = 0; hour < 24; hour++) {
      const wrong = hour < 11 ? 0 : 7
      for (let attempt = 0; attempt < wrong; attempt++) await countFailedLogin(counters, now())
      advanceClock(hourMs)
    }
    await failLogins(140)
    expect(await abuseDetection.detect()).toEqual([])
    await failLogins(1)
    expect(await abuseDetection.detect()).toEqual(['failing-logins'])
    const response = await logIn()
    expect(response.status).toBe(429)
    const { challenge } = await readError(response)
    const from = toTestAddress(number)
    const solution = challenge && solveChallenge(challenge)
    const retry = await post(app, toRulePath('signIn'), {
      from,
      body: { email: 'b@example.com' },
      ...(solution && { solution }),
    })
    expect(retry.status).toBe(401)
    advanceClock(hourMs)
    expect((await logIn()).status).toBe(401)
  })

  it('starts at more than 100 wrong passwords an hour if the median is lower than 5', async () => {
    await failLogins(100)
    expect(await abuseDetection.detect()).toEqual([])
    await failLogins(1)
    expect(await abuseDetection.detect()).toEqual(['failing-logins'])
  })
})

describe('the alarm for the mail budget', () => {
  const mailing = openResponding(204)
  const requestMail = () => {
    const email = `a${++number}@example.com`
    return post(mailing, toRulePath('requestReset'), {
      from: toTestAddress(number),
      body: { email },
    })
  }

  it('goes to the admin and the log once an hour when half of the budget is used', async () => {
    for (let sent = 0; sent < 149; sent++) expect((await requestMail()).status).toBe(204)
    await runTask('detect-abuse')
    expect(await mailsTo(owner, tasks, adminEmail)).toEqual([])
    await requestMail()
    for (let minute = 0; minute < 3; minute++) await runTask('detect-abuse')
    expect(lines).toEqual([{ alarm: 'mail-budget' }])
    const mails = await mailsTo(owner, tasks, adminEmail)
    expect(mails.map(({ subject }) => subject)).toEqual(['Ajo: half of the hourly emails are used'])
  })
})

it('deletes counters whose window has ended', async () => {
  await failLogins(1)
  advanceClock(26 * hourMs)
  await runTask('purge-rate-limits')
  const { rows } = await owner.pool.query('select from rate_limit_counter')
  expect(rows).toHaveLength(0)
})
