import { generateKeyPairSync } from 'node:crypto'

import { beforeEach, describe, expect, it } from 'vitest'

import { freshDatabase } from '#test/support/people/fresh-database.ts'
import { hostedIdentity } from '#test/support/people/hosted-identity.ts'

import { IdentityMisconfigured, isRefusal, type IdentityFault } from '../identity.ts'
import { createAdminTokenSource } from './admin-token.ts'
import { readIdentityFaults } from '#server/platform/health/fault-reports.ts'

const { database, owner } = await freshDatabase()
const [email, password] = ['ngozi@example.com', 'mango rain 47']
const minuteMs = 60_000

let opened: ReturnType<typeof hostedIdentity>
beforeEach(() => {
  opened = hostedIdentity({ database, owner })
})

const activeFaults = async () =>
  (await readIdentityFaults(database, opened.now()))
    .filter(({ value }) => value === 1)
    .map(({ labels }) => labels.fault)

const answer = (status: number, error: object) => () =>
  Response.json({ error: { code: status, ...error } }, { status })
const denied = (reason: string) =>
  answer(403, { message: 'Denied.', status: 'PERMISSION_DENIED', details: [{ reason }] })

describe('a refusal of the project', () => {
  it.each<[IdentityFault, string, () => Response]>([
    ['sign-in-off', 'with the provider off', answer(400, { message: 'OPERATION_NOT_ALLOWED' })],
    ['sign-in-off', 'with passwords off', answer(400, { message: 'PASSWORD_LOGIN_DISABLED' })],
    ['sign-in-off', 'without set-up', answer(404, { message: 'CONFIGURATION_NOT_FOUND' })],
    ['key-refused', 'for another referrer', denied('API_KEY_HTTP_REFERRER_BLOCKED')],
    ['key-refused', 'for another address', denied('API_KEY_IP_ADDRESS_BLOCKED')],
    [
      'key-refused',
      'for a wrong key',
      answer(400, { message: 'API key not valid. Please pass a valid API key.' }),
    ],
    ['key-refused', 'without a role', answer(403, { message: 'INSUFFICIENT_PERMISSION' })],
    ['project-suspended', 'with the API off', denied('SERVICE_DISABLED')],
    ['project-suspended', 'after suspension', denied('CONSUMER_SUSPENDED')],
    ['project-suspended', 'without billing', answer(403, { message: 'BILLING_NOT_ENABLED' })],
    ['quota-exhausted', 'at a quota', answer(400, { message: 'QUOTA_EXCEEDED : Exceeded quota.' })],
    [
      'quota-exhausted',
      'at a rate',
      answer(429, { message: 'Quota exceeded', status: 'RESOURCE_EXHAUSTED' }),
    ],
  ])('is %s %s, and no longer after 15 minutes without one', async (fault, _when, respond) => {
    const { identity, google, advanceClock } = opened
    google.nextResponses.push(respond)

    await expect(identity.signIn({ email, password })).rejects.toThrow(
      new IdentityMisconfigured(fault),
    )
    expect(await activeFaults()).toEqual([fault])
    advanceClock(15 * minuteMs)
    expect(await activeFaults()).toEqual([])
  })

  it('is none when Google refuses a person or has an outage', async () => {
    const { identity, google } = opened
    await identity.signIn({ email, password })
    google.nextResponses.push(answer(503, { message: 'QUOTA_EXCEEDED' }))
    await expect(identity.signIn({ email, password })).rejects.toThrow(/responded 503/)
    expect(await activeFaults()).toEqual([])
  })
})

it('asks for a new admin token once when Google refuses the last one', async () => {
  const { identity, google } = opened
  google.nextResponses.push(answer(401, { message: 'UNAUTHENTICATED' }))

  expect(isRefusal(await identity.createAccount({ email, password }))).toBe(false)
  expect(await activeFaults()).toEqual([])
})

describe('the token of the service account', () => {
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
  const account = {
    clientEmail: 'ajo@fake.example',
    privateKey: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
  }
  const googleTime = new Date('2026-03-01T09:00:00Z')

  /** Google with its own clock, which accepts a JWT of the last and the next five minutes. */
  function exchangeAt(ourTime: Date, isAccountKnown = true) {
    const reported: IdentityFault[] = []
    const token = createAdminTokenSource({
      account,
      now: () => ourTime,
      onFault: async (fault) => void reported.push(fault),
      fetch: async (input, init) => {
        const assertion = (await new Request(input, init).formData()).get('assertion') as string
        const text = Buffer.from(assertion.split('.')[1] ?? '', 'base64url').toString()
        const { iat } = JSON.parse(text) as { iat: number }
        const isShort = Math.abs(iat * 1_000 - googleTime.getTime()) < 5 * minuteMs
        const headers = { date: googleTime.toUTCString() }
        return isShort && isAccountKnown
          ? Response.json({ access_token: 'token', expires_in: 3600 }, { headers })
          : Response.json({ error: 'invalid_grant' }, { status: 400, headers })
      },
    })
    return { token, reported }
  }

  it.each([-30, 30])(
    'is given although our clock is wrong by %i minutes, with an alarm',
    async (minutes) => {
      const { token, reported } = exchangeAt(new Date(googleTime.getTime() + minutes * minuteMs))

      expect(await token()).toBe('token')
      expect(reported).toEqual(['clock-wrong'])
    },
  )

  it('is refused with an alarm when Google does not know the service account', async () => {
    const { token, reported } = exchangeAt(googleTime, false)

    await expect(token()).rejects.toThrow(new IdentityMisconfigured('key-refused'))
    expect(reported).toEqual(['key-refused'])
  })
})
