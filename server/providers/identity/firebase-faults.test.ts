import { generateKeyPairSync, verify } from 'node:crypto'

import { beforeEach, describe, expect, it } from 'vitest'
import * as z from 'zod/mini'

import { sql } from '#server/database/sql.ts'
import { outbox } from '#server/mail/outbox.ts'
import { sealingWith } from '#server/runtime/sealing.ts'
import { testDatabase } from '#test/database.ts'
import { runJobs } from '#test/jobs.ts'
import { identityToolkitTwin, type IdentityToolkitTwin } from '#test/fakes/identity-toolkit.ts'

import { firebaseIdentity } from './firebase.ts'
import { ownerToken } from './firebase-credentials.ts'
import { identityContract } from './identity.contract.ts'
import { IdentityUnavailable, isRefusal, type Identity } from './identity.ts'

const { database, owner, empty } = await testDatabase()
const [email, password, other] = ['ngozi@example.com', 'mango rain 47', 'harmattan kite 12']
const requestTypes = {
  verifyEmail: 'VERIFY_EMAIL',
  resetPassword: 'PASSWORD_RESET',
  verifyAndChangeEmail: 'VERIFY_AND_CHANGE_EMAIL',
}

async function open() {
  await empty()
  let now = new Date('2026-03-01T09:00:00Z')
  const clock = () => now
  const twin = identityToolkitTwin({ now: clock })
  const identity = firebaseIdentity({
    ...twin,
    now: clock,
    database,
    outbox,
    sealing: sealingWith('a secret of the tests, long enough to be one'),
    publicUrl: 'https://ajo.example',
  })
  return {
    twin,
    identity,
    passTime: (ms: number) => void (now = new Date(now.getTime() + ms)),
    codesMailedTo: async (address: string, purpose: keyof typeof requestTypes) => {
      await runJobs(owner, identity.tasks)
      return twin.mailed
        .filter(({ requestType }) => requestType === requestTypes[purpose])
        .filter((code) => (code.newEmail ?? code.email) === address)
        .map(({ oobCode }) => oobCode)
    },
  }
}

identityContract('hosted (twin)', open)

describe('the hosted provider', () => {
  let twin: IdentityToolkitTwin
  let identity: Identity
  let passTime: (ms: number) => void
  beforeEach(async () => {
    ;({ twin, identity, passTime } = await open())
  })
  const signUp = async () => {
    const account = await identity.createAccount({ email, password })
    if (isRefusal(account)) throw new Error(account.refused)
    return account
  }

  it('gives an address to whoever signs up with it later, and trusts no password that was contested', async () => {
    const first = await signUp()
    const later = await identity.createAccount({ email, password: other })
    expect(later).toMatchObject({ uid: first.uid })
    await identity.sendVerification(first.uid)
    await identity.applyVerification(twin.mailed.at(-1)?.oobCode ?? '')
    for (const known of [password, other])
      expect(await identity.signIn({ email, password: known })).toEqual({
        refused: 'invalid-credential',
      })
  })

  it.each([
    ['a page instead of JSON', () => new Response('<h1>Sorry</h1>', { status: 502 })],
    [
      'a failure of its own',
      () => Response.json({ error: { message: 'INTERNAL' } }, { status: 500 }),
    ],
    ['another JSON', () => Response.json({ hello: 'world' })],
    [
      'a wrong key',
      () => Response.json({ error: { message: 'API key not valid.' } }, { status: 400 }),
    ],
    ['no answer', () => Promise.reject(new TypeError('fetch failed'))],
  ])('is unavailable, and refuses nobody, when it answers with %s', async (_what, instead) => {
    await signUp()
    twin.instead.push(instead)
    await expect(identity.signIn({ email, password })).rejects.toThrow(IdentityUnavailable)
    expect(isRefusal(await identity.signIn({ email, password }))).toBe(false)
  })

  it.each([
    ['TOO_MANY_ATTEMPTS_TRY_LATER : Access was disabled for a while.', 'too-many-requests'],
    ['PASSWORD_DOES_NOT_MEET_REQUIREMENTS : Missing a digit', 'weak-password'],
    ['CREDENTIAL_TOO_OLD_LOGIN_AGAIN', 'requires-recent-login'],
    ['INVALID_EMAIL', 'invalid-email'],
  ])('says %s in our words: %s', async (message, refused) => {
    twin.instead.push(() => Response.json({ error: { message } }, { status: 400 }))
    expect(await identity.signIn({ email, password })).toEqual({ refused })
  })

  it('ends the sessions of whoever changed the password elsewhere, within five minutes of use', async () => {
    const { uid, credentialVersion } = await signUp()
    passTime(4 * 60_000)
    twin.revoke(email)
    expect(await identity.findAccount(uid)).toMatchObject({ credentialVersion })
    passTime(60_000)
    const after = await identity.findAccount(uid)
    expect(after?.credentialVersion).toBeGreaterThan(credentialVersion)
  })

  it('notices who was disabled elsewhere, and who is gone', async () => {
    const { uid } = await signUp()
    passTime(5 * 60_000)
    twin.disable(email)
    expect(await identity.findAccount(uid)).toMatchObject({ disabled: true })
    passTime(5 * 60_000)
    twin.accounts.clear()
    expect(await identity.findAccount(uid)).toBeUndefined()
  })

  it('goes on with what it knows while Google is away, and asks again later only', async () => {
    const account = await signUp()
    passTime(5 * 60_000)
    twin.instead.push(() => new Response(null, { status: 503 }))
    const before = twin.asked.length
    expect(await identity.findAccount(account.uid)).toEqual(account)
    expect(await identity.findAccount(account.uid)).toEqual(account)
    expect(twin.asked).toHaveLength(before + 1)
  })

  it('stores no token that can be read, and sends the key in no address', async () => {
    await signUp()
    const stored = await owner.rows(
      z.object({ row: z.string() }),
      sql`select encode(refresh_token_sealed, 'escape') as row from hosted_account`,
    )
    expect(stored).toHaveLength(1)
    for (const token of twin.tokens.keys()) expect(stored[0]?.row).not.toContain(token)
    for (const { path } of twin.asked) expect(path).not.toContain('twin-key')
  })

  it('shows that it owns the project by a signed statement, and keeps the token for as long as it lives', async () => {
    const { publicKey, privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
    const account = {
      clientEmail: 'ajo@twin.example',
      privateKey: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
    }
    const statements: string[] = []
    let now = new Date('2026-03-01T09:00:00Z')
    const token = ownerToken({
      account,
      now: () => now,
      fetch: async (input, init) => {
        statements.push((await new Request(input, init).formData()).get('assertion') as string)
        return Response.json({ access_token: `t${statements.length}`, expires_in: 3600 })
      },
    })
    expect([await token(), await token()]).toEqual(['t1', 't1'])
    now = new Date('2026-03-01T09:59:00Z')
    expect(await token()).toBe('t2')
    const [head = '', claims = '', signature = ''] = statements[0]?.split('.') ?? []
    const signed = Buffer.from(signature, 'base64url')
    expect(verify('RSA-SHA256', Buffer.from(`${head}.${claims}`), publicKey, signed)).toBe(true)
  })
})
