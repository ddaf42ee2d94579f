import { beforeEach, describe, expect, it } from 'vitest'
import * as z from 'zod/mini'

import { sql } from '#server/database/sql.ts'
import { openAccountApp } from '#test/account-app.ts'
import { testDatabase } from '#test/database.ts'
import { toTestAddress, behindProxy, readError, solveChallenge } from '#test/rate-limits.ts'
import { ada, as, createPerson, visitor } from '#test/people.ts'

import { password, signUpForm } from './person.ts'

const databases = await testDatabase()
let account: Awaited<ReturnType<typeof openAccountApp>>
let asked = 0

beforeEach(async () => {
  await databases.empty()
  account = await openAccountApp(databases, { hasLimits: true, ...behindProxy })
  asked = 0
})

/** From another network each time, with every puzzle solved. */
async function post(path: string, body: object) {
  const from = { 'x-forwarded-for': toTestAddress(++asked) }
  const send = (headers: Record<string, string>) =>
    as(account.app, visitor)(path, { method: 'POST', body, headers })
  const first = await send(from)
  if (first.status !== 429) return first.status
  const { puzzle } = await readError(first)
  return puzzle ? (await send({ ...from, 'x-puzzle': solveChallenge(puzzle) })).status : 429
}

async function mailsOut(): Promise<number> {
  await account.mailsTo('')
  const counted = await databases.owner.row(
    z.object({ mails: z.int() }),
    sql`select count(*)::int as mails from mail_outbox`,
  )
  return counted?.mails ?? 0
}

describe('mail bomb', () => {
  it('on one mailbox by resets: one a minute and five a day, from however many networks', async () => {
    await createPerson(databases.database, ada)
    let accepted = 0
    for (let number = 0; number < 30; number++) {
      if ((await post('/api/account/reset', { email: ada.email })) === 204) accepted++
      account.passTime(40_000)
    }
    expect(accepted).toBe(5)
    expect(await mailsOut()).toBe(5)
  })

  it('on one mailbox by sign-ups: one in ten minutes', async () => {
    for (let number = 0; number < 16; number++) {
      await post('/api/account', signUpForm(password))
      account.passTime(75_000)
    }
    expect(await mailsOut()).toBe(2)
  })

  it('on the world: 300 an hour of everything that anybody may cause', async () => {
    let accepted = 0
    for (let number = 0; number < 340; number++)
      if ((await post('/api/account/reset', { email: `a${number}@example.com` })) === 204)
        accepted++
    expect(accepted).toBe(300)
    expect(await post('/api/account', signUpForm(password))).toBe(429)
    account.passTime(3_600_000)
    expect(await post('/api/account', signUpForm(password))).toBe(201)
  })

  it('carries nothing that the sender typed', async () => {
    const typed = { firstname: 'Claim your prize', lastname: 'at evil.example' }
    expect(await post('/api/account', signUpForm(password, typed))).toBe(201)
    const [mail, ...more] = await account.mailsTo(signUpForm(password).email)
    expect(more).toEqual([])
    for (const text of Object.values(typed)) expect(JSON.stringify(mail)).not.toContain(text)
  })
})
