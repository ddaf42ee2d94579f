import { randomUUID } from 'node:crypto'

import { describe, expect, it } from 'vitest'

import { sql } from '#server/database/sql.ts'
import { hashPassword } from '#server/providers/identity/embedded/password-hash.ts'
import { openAccountApp } from '#test/account-app.ts'
import { signUpForm } from '#test/attacks/person.ts'
import { rankTest } from '#test/attacks/rank-test.ts'
import { testDatabase } from '#test/database.ts'
import { as, visitor } from '#test/people.ts'

/** Of each kind: a known and an unknown address, in turns. */
const pairs = Number(process.env.TIMINGS ?? '12')

const databases = await testDatabase()
const { app } = await openAccountApp(databases)
const hash = await hashPassword('mango rain 47')

async function known(email: string, isConfirmed: boolean) {
  const uid = randomUUID()
  await databases.owner.transaction(async ({ run }) => {
    await run(sql`insert into account (uid, email, email_verified, created_at)
      values (${uid}, ${email}, ${isConfirmed}, ${new Date()})`)
    await run(sql`insert into account_email (email, uid) values (${email}, ${uid})`)
    await run(sql`insert into account_credential (uid, password_hash) values (${uid}, ${hash})`)
  })
}

async function timed(path: string, body: object): Promise<number> {
  const begun = performance.now()
  const answer = await as(app, visitor)(path, { method: 'POST', body })
  await answer.text()
  return performance.now() - begun
}

type Question = readonly [what: string, path: string, isConfirmed: boolean, form: object]

/** What is asked, and whether the known addresses of it are confirmed ones: at sign-up those are told apart in words (readings P7). */
const questions: readonly Question[] = [
  ['logging in', '/api/session', true, { password: 'wrong rain 48' }],
  ['asking for a reset', '/api/account/reset', true, {}],
  ['signing up', '/api/account', false, signUpForm('harmattan kite 12')],
]

async function measure([, path, isConfirmed, form]: Question): Promise<Told> {
  const times = { known: [] as number[], unknown: [] as number[] }
  for (let number = -3; number < pairs; number++) {
    const email = `${randomUUID()}@example.com`
    await known(email, isConfirmed)
    const asked = { known: email, unknown: `${randomUUID()}@example.com` }
    // In turns, and each first as often as the other: the machine has moods.
    const order = number % 2 ? (['known', 'unknown'] as const) : (['unknown', 'known'] as const)
    for (const kind of order) {
      const ms = await timed(path, { ...form, email: asked[kind] })
      if (number >= 0) times[kind].push(ms)
    }
  }
  return rankTest(times.known, times.unknown)
}

type Told = ReturnType<typeof rankTest>

/** A dozen pairs show only what everybody would see. */
const isTold = ({ p, gapMs }: Told) =>
  pairs < 100 ? p <= 0.0001 : p <= 0.01 || Math.abs(gapMs) >= 5

describe.each(questions)('who has an account, by %s,', (...question) => {
  it('is not told by the clock', { timeout: 3_600_000 }, async () => {
    const first = await measure(question)
    // One in a hundred says so by chance; the same twice does not.
    const told = isTold(first) ? await measure(question) : first
    const figures = `p = ${told.p.toFixed(3)}, medians ${told.gapMs.toFixed(2)} ms apart`
    process.stdout.write(`${question[0]}, ${pairs} pairs: ${figures}\n`)
    expect({ isTold: isTold(told), figures }).toEqual({ isTold: false, figures })
  })
})
