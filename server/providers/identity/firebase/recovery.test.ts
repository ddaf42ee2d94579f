import { beforeEach, describe, expect, it } from 'vitest'

import { listEvents } from '#server/people/accounts/account-events.ts'
import { freshDatabase } from '#test/support/people/fresh-database.ts'
import { hostedIdentity } from '#test/support/people/hosted-identity.ts'

import { isRefusal } from '../identity.ts'

const { database, owner } = await freshDatabase()
const [email, newEmail, password] = ['ngozi@example.com', 'thief@example.com', 'mango rain 47']

let opened: ReturnType<typeof hostedIdentity>
let uid = ''
beforeEach(async () => {
  opened = hostedIdentity({ database, owner })
  const { identity, codesMailedTo } = opened
  const account = await identity.createAccount({ email, password })
  if (isRefusal(account)) throw new Error(account.refused)
  ;({ uid } = account)
  await identity.sendVerification(uid)
  await identity.applyVerification((await codesMailedTo(email, 'verifyEmail'))[0] ?? '', uid)
})

/** Changes the address and returns the code in Google's warning to the former one. */
async function changeAddress() {
  const { identity, google, codesMailedTo } = opened
  await identity.requestEmailChange(uid, { currentPassword: password, email: newEmail })
  const [code = ''] = await codesMailedTo(newEmail, 'verifyAndChangeEmail')
  await identity.applyEmailChange(code)
  return google.mailed.at(-1)?.oobCode ?? ''
}

describe('the link in a warning of Google about a changed address', () => {
  it('names both addresses any number of times and changes nothing before it is used', async () => {
    const code = await changeAddress()
    const recovery = { kind: 'address', email, newEmail }

    expect(await opened.identity.checkRecovery(code)).toEqual(recovery)
    expect(await opened.identity.checkRecovery(code)).toEqual(recovery)
    expect(await opened.identity.findAccount(uid)).toMatchObject({ email: newEmail })
  })

  it('restores the former address, ends all sessions here and at Google, and is used once', async () => {
    const code = await changeAddress()
    const { identity, google } = opened
    const before = await identity.signIn({ email: newEmail, password })
    const tokens = [...google.tokens.keys()]
    const after = await identity.applyRecovery(code)

    expect(after).toMatchObject({ uid, email, emailVerified: true })
    if (isRefusal(before) || isRefusal(after)) throw new Error('refused')
    expect(after.credentialVersion).toBeGreaterThan(before.credentialVersion)
    const last = google.tokens.get(tokens.at(-1) ?? '')
    expect(last?.generation).toBeLessThan(google.accounts.get(uid)?.generation ?? 0)
    expect(await identity.signIn({ email: newEmail, password })).toEqual({
      refused: 'invalid-credential',
    })
    expect((await listEvents(owner, uid)).map(({ kind }) => kind)).toContain('address-restored')
    expect(await identity.applyRecovery(code)).toEqual({ refused: 'invalid-action-code' })
  })

  it('is refused when another account has the former address meanwhile', async () => {
    const code = await changeAddress()
    await opened.identity.createAccount({ email, password: 'harmattan kite 12' })

    expect(await opened.identity.applyRecovery(code)).toEqual({ refused: 'email-already-in-use' })
    expect(await opened.identity.findAccount(uid)).toMatchObject({ email: newEmail })
  })

  it('is refused when it is too old or a code for something else', async () => {
    const { identity, codesMailedTo, advanceClock } = opened
    await identity.sendReset(email)
    const [reset = ''] = await codesMailedTo(email, 'resetPassword')
    for (const code of [reset, 'made-up'])
      expect(await identity.applyRecovery(code)).toEqual({ refused: 'invalid-action-code' })
    const code = await changeAddress()
    advanceClock(72 * 3_600_000)
    expect(await identity.applyRecovery(code)).toEqual({ refused: 'expired-action-code' })
  })
})

it('the link in a warning about two-factor authentication turns it off and ends all sessions', async () => {
  const { identity, google } = opened
  const before = await identity.findAccount(uid)
  const code = google.turnTwoFactorOn(email)

  expect(await identity.checkRecovery(code)).toEqual({
    kind: 'two-factor',
    email,
    newEmail: null,
  })
  const after = await identity.applyRecovery(code)
  if (isRefusal(after)) throw new Error(after.refused)
  expect(after.credentialVersion).toBeGreaterThan(before?.credentialVersion ?? 0)
  expect(after.email).toBe(email)
})
