import { generateKeyPairSync, verify } from 'node:crypto'

import { beforeEach, describe, expect, it } from 'vitest'
import * as z from 'zod/mini'

import { sql } from '#server/platform/database/sql.ts'
import { testDatabase } from '#test/support/database/database.ts'
import type { IdentityToolkitFake } from '#test/support/providers/identity-toolkit.ts'
import { hostedIdentity } from '#test/support/people/hosted-identity.ts'

import { createAdminTokenSource } from './admin-token.ts'
import { identityContract } from '../identity.contract.ts'
import { IdentityUnavailable, isRefusal, type Identity } from '../identity.ts'

const { database, owner, empty } = await testDatabase()
const [email, password, other] = ['ngozi@example.com', 'mango rain 47', 'harmattan kite 12']
async function open() {
  await empty()
  return hostedIdentity({ database, owner })
}

identityContract('hosted (fake)', open, { liveCodes: 1 })

describe('the hosted provider', () => {
  let google: IdentityToolkitFake
  let identity: Identity
  let advanceClock: (ms: number) => void
  beforeEach(async () => {
    ;({ google, identity, advanceClock } = await open())
  })
  const signUp = async () => {
    const account = await identity.createAccount({ email, password })
    if (isRefusal(account)) throw new Error(account.refused)
    return account
  }

  it('gives an unconfirmed address to a later sign-up and voids contested passwords', async () => {
    const first = await signUp()
    const later = await identity.createAccount({ email, password: other })
    expect(later).toMatchObject({ uid: first.uid })
    await identity.sendVerification(first.uid)
    await identity.applyVerification(google.issued.at(-1)?.oobCode ?? '')
    for (const known of [password, other])
      expect(await identity.signIn({ email, password: known })).toEqual({
        refused: 'invalid-credential',
      })
  })

  it.each([
    ['a page instead of JSON', () => new Response('<h1>Sorry</h1>', { status: 502 })],
    ['an internal error', () => Response.json({ error: { message: 'INTERNAL' } }, { status: 500 })],
    ['another JSON', () => Response.json({ hello: 'world' })],
    ['no response', () => Promise.reject(new TypeError('fetch failed'))],
  ])('is unavailable when Google responds with %s', async (_what, respond) => {
    await signUp()
    google.nextResponses.push(respond)
    await expect(identity.signIn({ email, password })).rejects.toThrow(IdentityUnavailable)
    expect(isRefusal(await identity.signIn({ email, password }))).toBe(false)
  })

  it.each([
    ['TOO_MANY_ATTEMPTS_TRY_LATER : Access was disabled for a while.', 'too-many-requests'],
    ['PASSWORD_DOES_NOT_MEET_REQUIREMENTS : Missing a digit', 'weak-password'],
    ['CREDENTIAL_TOO_OLD_LOGIN_AGAIN', 'requires-recent-login'],
    ['INVALID_EMAIL', 'invalid-email'],
  ])('turns %s into %s', async (message, refused) => {
    google.nextResponses.push(() => Response.json({ error: { message } }, { status: 400 }))
    expect(await identity.signIn({ email, password })).toEqual({ refused })
  })

  it('ends the sessions within five minutes when the password was changed elsewhere', async () => {
    const { uid, credentialVersion } = await signUp()
    advanceClock(4 * 60_000)
    google.revoke(email)
    expect(await identity.findAccount(uid)).toMatchObject({ credentialVersion })
    advanceClock(60_000)
    const after = await identity.findAccount(uid)
    expect(after?.credentialVersion).toBeGreaterThan(credentialVersion)
  })

  it('detects accounts that were disabled or deleted elsewhere', async () => {
    const { uid } = await signUp()
    advanceClock(5 * 60_000)
    google.disable(email)
    expect(await identity.findAccount(uid)).toMatchObject({ disabled: true })
    advanceClock(5 * 60_000)
    google.accounts.clear()
    expect(await identity.findAccount(uid)).toBeUndefined()
  })

  it('uses its copy during an outage of Google and does not retry at once', async () => {
    const account = await signUp()
    advanceClock(5 * 60_000)
    google.nextResponses.push(() => new Response(null, { status: 503 }))
    const before = google.requests.length
    expect(await identity.findAccount(account.uid)).toEqual(account)
    expect(await identity.findAccount(account.uid)).toEqual(account)
    expect(google.requests).toHaveLength(before + 1)
  })

  it('stores no readable token and sends no key in a URL', async () => {
    await signUp()
    await identity.signIn({ email, password })
    const stored = await owner.rows(
      z.object({ row: z.string() }),
      sql`select encode(refresh_token_sealed, 'escape') as row from hosted_account`,
    )
    expect(stored).toHaveLength(1)
    for (const token of google.tokens.keys()) expect(stored[0]?.row).not.toContain(token)
    for (const { path } of google.requests) expect(path).not.toContain('fake-key')
  })

  it('exchanges a signed JWT for an admin token and caches it until it expires', async () => {
    const { publicKey, privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
    const account = {
      clientEmail: 'ajo@fake.example',
      privateKey: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
    }
    const assertions: string[] = []
    let now = new Date('2026-03-01T09:00:00Z')
    const token = createAdminTokenSource({
      account,
      now: () => now,
      fetch: async (input, init) => {
        assertions.push((await new Request(input, init).formData()).get('assertion') as string)
        return Response.json({ access_token: `t${assertions.length}`, expires_in: 3600 })
      },
    })
    expect([await token(), await token()]).toEqual(['t1', 't1'])
    now = new Date('2026-03-01T09:59:00Z')
    expect(await token()).toBe('t2')
    const [head = '', claims = '', signature = ''] = assertions[0]?.split('.') ?? []
    const signed = Buffer.from(signature, 'base64url')
    expect(verify('RSA-SHA256', Buffer.from(`${head}.${claims}`), publicKey, signed)).toBe(true)
  })
})
