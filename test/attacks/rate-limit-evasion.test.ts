import { beforeEach, describe, expect, it } from 'vitest'

import { freshDatabase } from '#test/support/people/fresh-database.ts'
import { openAccountApp } from '#test/support/people/account-app.ts'
import { toTestAddress, behindProxy } from '#test/support/servers/rate-limits.ts'
import { ada, as, createPerson, visitor } from '#test/support/people/people.ts'

import { password, signUpForm } from './person.ts'

const databases = await freshDatabase()

beforeEach(async () => {
  await createPerson(databases.database, ada, { password })
})

type App = Awaited<ReturnType<typeof openAccountApp>>['app']

const logIn = async (app: App, headers: Record<string, string>, email: string = ada.email) => {
  const body = { email, password: 'wrong rain 48' }
  return (await as(app, visitor)('/api/session', { method: 'POST', body, headers })).status
}

/** Number of attempts that were not rate limited and compared a password. */
async function countCompared(attempts: number, attempt: (number: number) => Promise<number>) {
  let compared = 0
  for (let number = 0; number < attempts; number++) if ((await attempt(number)) === 401) compared++
  return compared
}

describe('rate limit evasion', () => {
  it('ignores forwarding headers of untrusted clients: 300 invented addresses count as one', async () => {
    const { app } = await openAccountApp(databases, { hasLimits: true })
    const names = [
      'x-forwarded-for',
      'x-real-ip',
      'forwarded',
      'cf-connecting-ip',
      'true-client-ip',
    ]
    const attempt = (number: number) => {
      const address = toTestAddress(number)
      const name = names[number % names.length] ?? ''
      return logIn(app, { [name]: name === 'forwarded' ? `for=${address}` : address })
    }
    expect(await countCompared(300, attempt)).toBe(5)
  })

  it('ignores entries that a client adds to X-Forwarded-For before the proxy', async () => {
    const { app } = await openAccountApp(databases, { hasLimits: true, ...behindProxy })
    const attempt = (number: number) =>
      logIn(app, { 'x-forwarded-for': `${toTestAddress(number)}, 127.0.0.1, 203.0.113.9` })
    expect(await countCompared(40, attempt)).toBe(5)
  })

  it('counts an IPv6 /64 network once in every spelling', async () => {
    const { app } = await openAccountApp(databases, { hasLimits: true, ...behindProxy })
    const attempt = (number: number) => {
      const low = number.toString(16)
      const spelling = number % 2 ? `2001:DB8:0:7:${low}::1` : `2001:0db8::7:0:0:0:${low}`
      return logIn(app, { 'x-forwarded-for': spelling })
    }
    expect(await countCompared(40, attempt)).toBe(5)
  })

  it('counts all spellings of an email address as one account', async () => {
    const { app } = await openAccountApp(databases, { hasLimits: true, ...behindProxy })
    const spellings = [ada.email, ada.email.toUpperCase(), ` ${ada.email} `, 'Ada@Example.Com']
    const reset = async (number: number) => {
      const email = spellings[number % spellings.length]
      const headers = { 'x-forwarded-for': toTestAddress(number) }
      const response = await as(app, visitor)('/api/account/reset', {
        method: 'POST',
        body: { email },
        headers,
      })
      return response.status === 204 ? 401 : response.status
    }
    expect(await countCompared(20, reset)).toBe(1)
  })
})

describe('forty simultaneous sign-ups', () => {
  const signUpAll = async (from: (number: number) => string) => {
    const { app } = await openAccountApp(databases, { hasLimits: true, ...behindProxy })
    return Promise.all(
      Array.from({ length: 40 }, (_, number) =>
        as(app, visitor)('/api/account', {
          method: 'POST',
          body: signUpForm(password, { email: `new${number}@example.com` }),
          headers: { 'x-forwarded-for': from(number) },
        }),
      ),
    )
  }

  it('all succeed from forty networks', async () => {
    const responses = await signUpAll(toTestAddress)
    expect(responses.map(({ status }) => status)).toEqual(responses.map(() => 201))
  })

  it('succeed or are told when to try again from one network', async () => {
    const responses = await signUpAll(() => '192.0.2.7')
    expect(responses.filter(({ status }) => status === 201)).toHaveLength(2)
    for (const { status, headers } of responses)
      expect(status === 201 || headers.has('retry-after')).toBe(true)
  })
})
