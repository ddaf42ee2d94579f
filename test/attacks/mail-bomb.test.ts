import { beforeEach, describe, expect, it } from 'vitest'
import * as z from 'zod/mini'

import { sql } from '#server/platform/database/sql.ts'
import { freshOn } from '#test/support/people/fresh-database.ts'
import { openAccountApp } from '#test/support/people/account-app.ts'
import {
  toTestAddress,
  behindProxy,
  readError,
  solveChallenge,
} from '#test/support/servers/rate-limits.ts'
import { ada, as, createPerson, visitor } from '#test/support/people/people.ts'

import { password, signUpForm } from './person.ts'

const { at: account, ...databases } = await freshOn((databases) =>
  openAccountApp(databases, { hasLimits: true, ...behindProxy }),
)
let requestCount = 0

beforeEach(() => {
  requestCount = 0
})

/** Sends each request from another network and solves every challenge, or does not. */
async function post(path: string, body: object, solves = true, address?: string) {
  const from = { 'x-forwarded-for': address ?? toTestAddress(++requestCount) }
  const send = (headers: Record<string, string>) =>
    as(account.app, visitor)(path, { method: 'POST', body, headers })
  const first = await send(from)
  if (first.status !== 429) return first.status
  const { challenge } = await readError(first)
  return challenge && solves
    ? (await send({ ...from, 'x-challenge': solveChallenge(challenge) })).status
    : 429
}

/** The different turns of all mails. */
async function listTurns(): Promise<number[]> {
  const rows = await databases.owner.rows(
    z.object({ turn: z.int() }),
    sql`select distinct turn from mail_outbox order by turn`,
  )
  return rows.map(({ turn }) => turn)
}

async function countMails(): Promise<number> {
  await account.mailsTo('')
  const row = await databases.owner.row(
    z.object({ mails: z.int() }),
    sql`select count(*)::int as mails from mail_outbox`,
  )
  return row?.mails ?? 0
}

describe('mail bomb', () => {
  it('limits reset mails per address to one a minute and five a day, from any number of networks', async () => {
    await createPerson(databases.database, ada)
    let accepted = 0
    for (let number = 0; number < 30; number++) {
      if ((await post('/api/account/reset', { email: ada.email })) === 204) accepted++
      account.advanceClock(40_000)
    }
    expect(accepted).toBe(5)
    expect(await countMails()).toBe(5)
  })

  it('limits sign-up mails per address to five a day, even if every challenge is solved', async () => {
    for (let number = 0; number < 8; number++) {
      await post('/api/account', signUpForm(password))
      account.advanceClock(75_000)
    }
    expect(await countMails()).toBe(5)
  })

  it('asks each for a challenge above 150 mails an hour of all forms together and refuses nobody', async () => {
    const reset = (number: number, solves: boolean) =>
      post('/api/account/reset', { email: `a${number}@example.com` }, solves)
    let accepted = 0
    for (let number = 0; number < 180; number++)
      if ((await reset(number, false)) === 204) accepted++
    expect(accepted).toBe(150)
    expect(await reset(341, true)).toBe(204)
    expect(await post('/api/account', signUpForm(password), false)).toBe(429)
    expect(await post('/api/account', signUpForm(password), true)).toBe(201)
    account.advanceClock(3_600_000)
    expect(await reset(342, false)).toBe(204)
  })

  it('sends mails later above 300 an hour, and those of a network with many mails last', async () => {
    let number = 0
    const signUp = async (from: string) => {
      account.advanceClock(40_000)
      const form = signUpForm(password, { email: `a${++number}@example.com` })
      expect(await post('/api/account', form, true, from)).toBe(201)
    }
    const setCounts = (from: number, to: number) =>
      databases.owner.run(sql`update rate_limit_counter set count = ${to} where count = ${from}`)
    for (let sent = 0; sent < 3; sent++) await signUp('192.0.2.7')
    await signUp('192.0.2.8')
    expect(await listTurns()).toEqual([0])
    // All mails of the hour, and then those of one network.
    await setCounts(4, 300)
    await signUp('203.0.113.5')
    expect(await listTurns()).toEqual([0, 1])
    await setCounts(3, 17)
    await signUp('192.0.2.7')
    expect(await listTurns()).toEqual([0, 1, 2])
  })

  it('takes nothing from the budget for an address without an account', async () => {
    for (let number = 0; number < 150; number++)
      await post('/api/account/reset', { email: `a${number}@example.com` })
    expect(await post('/api/account/reset', { email: ada.email }, false)).toBe(429)
    expect(await countMails()).toBe(0)
    expect(await post('/api/account/reset', { email: ada.email }, false)).toBe(204)
  })

  it('takes nothing from the budget for a sign-up that was refused', async () => {
    for (let number = 0; number < 320; number++)
      expect(await post('/api/account', { email: `a${number}@example.com` })).toBe(400)
    expect(await post('/api/account', signUpForm(password), false)).toBe(201)
  })

  it('contains no text that the sender entered', async () => {
    const fields = { firstname: 'Claim your prize', lastname: 'at evil.example' }
    expect(await post('/api/account', signUpForm(password, fields))).toBe(201)
    const [mail, ...others] = await account.mailsTo(signUpForm(password).email)
    expect(others).toEqual([])
    for (const text of Object.values(fields)) expect(JSON.stringify(mail)).not.toContain(text)
  })
})
