import { beforeEach, describe, expect, it } from 'vitest'
import * as z from 'zod/mini'

import { sql } from '#server/platform/database/sql.ts'
import { readQuotaShares } from '#server/providers/quotas/quota-meter.ts'
import { freshDatabase } from '#test/support/people/fresh-database.ts'
import { hostedIdentity } from '#test/support/people/hosted-identity.ts'
import { runJobs } from '#test/support/database/jobs.ts'

import { isRefusal } from '../identity.ts'

const { database, owner } = await freshDatabase()
const password = 'mango rain 47'
const plans = { firebase: 'spark', sanity: 'free' } as const

let hosted: ReturnType<typeof hostedIdentity>
beforeEach(() => {
  // After the time of the queue, so that what waits for the next day is not due.
  hosted = hostedIdentity({ database, owner }, new Date('2040-03-01T09:00:00Z'))
})

const toEmail = (number: number) => `person-${number}@example.org`

/** Runs work for each number, eight at a time. */
async function forEach<Result>(count: number, work: (number: number) => Promise<Result>) {
  const results: Result[] = []
  for (let from = 0; from < count; from += 8) {
    const numbers = Array.from({ length: Math.min(8, count - from) }, (_, index) => from + index)
    results.push(...(await Promise.all(numbers.map(work))))
  }
  return results
}

async function signUp(number: number) {
  const account = await hosted.identity.createAccount({ email: toEmail(number), password })
  return isRefusal(account) ? account : hosted.identity.sendVerification(account.uid)
}

const countMails = async () =>
  (
    await owner.row(
      z.object({ count: z.int() }),
      sql`select count(*)::integer as count from mail_outbox`,
    )
  )?.count

const usedShare = async (quota: string) =>
  (await readQuotaShares(database, hosted.now(), plans)).find(
    ({ labels }) => labels.quota === quota,
  )?.value

const use = (quota: string, amount: number) =>
  owner.run(sql`
    insert into quota_use (quota, hour, used)
    values (${quota}, date_trunc('hour', ${hosted.now()}::timestamptz), ${amount})`)

describe('the quotas of the free plan of Google', { timeout: 240_000 }, () => {
  it('let 200 people sign up in an hour, where the API key would let 100', async () => {
    const results = await forEach(200, signUp)

    expect(results.filter((result) => result === null)).toHaveLength(200)
    expect(hosted.google.accounts.size).toBe(200)
    expect(await countMails()).toBe(200)
    expect(await usedShare('identity-verification-codes')).toBeCloseTo(0.02)
    const { fetch, apiKey } = hosted.google
    const withKey = await forEach(150, async (number) =>
      fetch('https://identitytoolkit.googleapis.com/v1/accounts:signUp', {
        method: 'POST',
        headers: { 'x-goog-api-key': apiKey, 'content-type': 'application/json' },
        body: JSON.stringify({ email: `key-${number}@example.org`, password }),
      }),
    )
    expect(withKey.filter(({ status }) => status === 200)).toHaveLength(100)
  })

  it('let 200 people reset their password in a day, where mails of Google would let 150', async () => {
    await forEach(200, signUp)
    const results = await forEach(200, (number) => hosted.identity.sendReset(toEmail(number)))
    await runJobs(owner, hosted.identity.tasks)

    expect(results.every((result) => result === null)).toBe(true)
    expect(await countMails()).toBe(400)
    expect(await usedShare('identity-reset-codes')).toBeCloseTo(2 / 15)
  })

  it('tell everyone alike when the links of a day are used up, and mail each the next day', async () => {
    await signUp(1)
    await use('identity-reset-codes', 1_499)
    const late = { refused: 'mails-late' }

    expect(await hosted.identity.sendReset(toEmail(1))).toBeNull()
    await runJobs(owner, hosted.identity.tasks)
    expect(await countMails()).toBe(2)
    for (const email of [toEmail(1), toEmail(1), 'unknown@example.org'])
      expect(await hosted.identity.sendReset(email)).toEqual(late)
    await runJobs(owner, hosted.identity.tasks)
    expect(await countMails()).toBe(2)
    expect(hosted.google.issued).toHaveLength(2)

    hosted.advanceClock(24 * 3_600_000)
    await makeJobsDue()
    await runJobs(owner, hosted.identity.tasks)
    expect(await countMails()).toBe(3)
    expect(await hosted.identity.sendReset(toEmail(1))).toBeNull()
  })

  it('let people sign up when the links of a day are used up, and mail the link the next day', async () => {
    await use('identity-verification-codes', 10_000)

    expect(await signUp(1)).toEqual({ refused: 'mails-late' })
    expect(hosted.google.accounts.size).toBe(1)
    expect(await countMails()).toBe(0)
    hosted.advanceClock(24 * 3_600_000)
    await makeJobsDue()
    await runJobs(owner, hosted.identity.tasks)
    expect(await countMails()).toBe(1)
  })

  it('lose no link when Google counts more than we did', async () => {
    await signUp(1)
    const answer = { error: { message: 'QUOTA_EXCEEDED : Exceeded quota.' } }
    hosted.google.nextResponses.push(() => Response.json(answer, { status: 400 }))
    await hosted.identity.sendReset(toEmail(1))
    await runJobs(owner, hosted.identity.tasks)
    expect(await countMails()).toBe(1)

    hosted.advanceClock(24 * 3_600_000)
    await makeJobsDue()
    await runJobs(owner, hosted.identity.tasks)
    expect(await countMails()).toBe(2)
  })
})

/** The clock of the queue is that of the database. */
const makeJobsDue = () =>
  owner.pool.query('update graphile_worker._private_jobs set run_at = now()')
