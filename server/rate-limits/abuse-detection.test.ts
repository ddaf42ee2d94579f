import { beforeEach, describe, expect, it } from 'vitest'

import { outbox } from '#server/mail/outbox.ts'
import { adminEmail } from '#test/app.ts'
import { mailsTo } from '#test/mails.ts'
import {
  behindProxy,
  openLimitedProcesses,
  openTestRateLimits,
  post,
  readError,
  solveChallenge,
  toTestAddress,
} from '#test/rate-limits.ts'

import { abuseDetectionTasks } from './abuse-detection.ts'
import { countFailedLogin } from './failed-logins.ts'
import { rateLimitTable, type RateLimitedAction } from './rate-limit-table.ts'

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

const openResponding = (status: number, actions: readonly RateLimitedAction[]) =>
  openProcess({ status, actions, ...behindProxy })
const actionsNamed = (name: string) => rateLimitTable.filter((action) => action.name === name)
const app = openResponding(
  401,
  actionsNamed('login').map((action) => ({ ...action, limits: [] })),
)
let number = 0
const logIn = (solution?: string) =>
  post(app, '/api/session', {
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
    const retry = await post(app, '/api/session', { from, ...(solution && { solution }) })
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
  const mailing = openResponding(400, actionsNamed('mail-budget'))
  const requestMail = () => {
    const email = `a${++number}@example.com`
    const path = number % 2 ? '/api/account/reset' : '/api/account'
    return post(mailing, path, { from: toTestAddress(number), body: { email } })
  }

  it('goes to the admin and the log once an hour when half of the budget is used', async () => {
    for (let sent = 0; sent < 149; sent++) expect((await requestMail()).status).toBe(400)
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
