import { randomUUID } from 'node:crypto'

import { describe, expect, it } from 'vitest'

import { sql } from '#server/platform/database/sql.ts'
import { hashPassword } from '#server/providers/identity/embedded/password-hash.ts'
import { openAccountApp } from '#test/support/people/account-app.ts'
import { signUpForm } from '#test/attacks/person.ts'
import { rankTest } from '#test/attacks/rank-test.ts'
import { testDatabase } from '#test/support/database/database.ts'
import { as, visitor } from '#test/support/people/people.ts'

/** Pairs of a known and an unknown address per request. */
const pairs = Number(process.env.TIMINGS ?? '12')

const databases = await testDatabase()
const { app } = await openAccountApp(databases)
const hash = await hashPassword('mango rain 47')

async function insertAccount(email: string, isConfirmed: boolean) {
  const uid = randomUUID()
  await databases.owner.transaction(async ({ run }) => {
    await run(sql`insert into account (uid, email, email_verified, created_at)
      values (${uid}, ${email}, ${isConfirmed}, ${new Date()})`)
    await run(sql`insert into account_email (email, uid) values (${email}, ${uid})`)
    await run(sql`insert into account_credential (uid, password_hash) values (${uid}, ${hash})`)
  })
}

async function measureMs(path: string, body: object): Promise<number> {
  const startedAt = performance.now()
  const response = await as(app, visitor)(path, { method: 'POST', body })
  await response.text()
  return performance.now() - startedAt
}

type Case = readonly [name: string, path: string, isConfirmed: boolean, form: object]

/** Requests to measure. Sign-up uses unconfirmed addresses, because for confirmed ones its response differs anyway (readings P7). */
const cases: readonly Case[] = [
  ['login', '/api/session', true, { password: 'wrong rain 48' }],
  ['password reset', '/api/account/reset', true, {}],
  ['sign-up', '/api/account', false, signUpForm('harmattan kite 12')],
]

async function measure([, path, isConfirmed, form]: Case): Promise<Timing> {
  const times = { known: [] as number[], unknown: [] as number[] }
  for (let number = -3; number < pairs; number++) {
    const email = `${randomUUID()}@example.com`
    await insertAccount(email, isConfirmed)
    const emails = { known: email, unknown: `${randomUUID()}@example.com` }
    // Alternates the order so that changes in machine load affect both equally.
    const order = number % 2 ? (['known', 'unknown'] as const) : (['unknown', 'known'] as const)
    for (const kind of order) {
      const ms = await measureMs(path, { ...form, email: emails[kind] })
      if (number >= 0) times[kind].push(ms)
    }
  }
  return rankTest(times.known, times.unknown)
}

type Timing = ReturnType<typeof rankTest>

/** With few pairs only a very clear difference counts. */
const isDistinguishable = ({ p, gapMs }: Timing) =>
  pairs < 100 ? p <= 0.0001 : p <= 0.01 || Math.abs(gapMs) >= 5

describe.each(cases)('whether an account exists, at %s,', (...testCase) => {
  it('does not show in the response time', { timeout: 3_600_000 }, async () => {
    const first = await measure(testCase)
    // One in a hundred measurements exceeds the limit by chance, so it is repeated once.
    const timing = isDistinguishable(first) ? await measure(testCase) : first
    const figures = `p = ${timing.p.toFixed(3)}, medians ${timing.gapMs.toFixed(2)} ms apart`
    process.stdout.write(`${testCase[0]}, ${pairs} pairs: ${figures}\n`)
    expect({ isDistinguishable: isDistinguishable(timing), figures }).toEqual({
      isDistinguishable: false,
      figures,
    })
  })
})
