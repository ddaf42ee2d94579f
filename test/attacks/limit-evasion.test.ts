import { beforeEach, describe, expect, it } from 'vitest'

import { openAccountApp } from '#test/account-app.ts'
import { testDatabase } from '#test/database.ts'
import { toTestAddress, behindProxy } from '#test/rate-limits.ts'
import { ada, as, createPerson, visitor } from '#test/people.ts'

import { password } from './person.ts'

const databases = await testDatabase()

beforeEach(async () => {
  await databases.empty()
  await createPerson(databases.database, ada, { password })
})

type App = Awaited<ReturnType<typeof openAccountApp>>['app']

const logIn = async (app: App, headers: Record<string, string>, email: string = ada.email) => {
  const body = { email, password: 'wrong rain 48' }
  return (await as(app, visitor)('/api/session', { method: 'POST', body, headers })).status
}

/** Of so many tries, how many got as far as a comparison of passwords. */
async function compared(tries: number, attempt: (number: number) => Promise<number>) {
  let wrong = 0
  for (let number = 0; number < tries; number++) if ((await attempt(number)) === 401) wrong++
  return wrong
}

describe('limit evasion', () => {
  it('by X-Forwarded-For from whom nobody trusts: hundreds of made-up addresses are one', async () => {
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
    expect(await compared(300, attempt)).toBe(5)
  })

  it('by what somebody writes into X-Forwarded-For before our proxy does', async () => {
    const { app } = await openAccountApp(databases, { hasLimits: true, ...behindProxy })
    const attempt = (number: number) =>
      logIn(app, { 'x-forwarded-for': `${toTestAddress(number)}, 127.0.0.1, 203.0.113.9` })
    expect(await compared(40, attempt)).toBe(5)
  })

  it('by the lower half of an IPv6 address, and by ways to write it', async () => {
    const { app } = await openAccountApp(databases, { hasLimits: true, ...behindProxy })
    const attempt = (number: number) => {
      const low = number.toString(16)
      const written = number % 2 ? `2001:DB8:0:7:${low}::1` : `2001:0db8::7:0:0:0:${low}`
      return logIn(app, { 'x-forwarded-for': written })
    }
    expect(await compared(40, attempt)).toBe(5)
  })

  it('by ways to write the address of the account', async () => {
    const { app } = await openAccountApp(databases, { hasLimits: true, ...behindProxy })
    const spellings = [ada.email, ada.email.toUpperCase(), ` ${ada.email} `, 'Ada@Example.Com']
    const reset = async (number: number) => {
      const email = spellings[number % spellings.length]
      const headers = { 'x-forwarded-for': toTestAddress(number) }
      const answer = await as(app, visitor)('/api/account/reset', {
        method: 'POST',
        body: { email },
        headers,
      })
      return answer.status === 204 ? 401 : answer.status
    }
    expect(await compared(20, reset)).toBe(1)
  })
})
