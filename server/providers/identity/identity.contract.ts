import { beforeEach, describe, expect, it } from 'vitest'

import {
  isRefusal,
  type ActionCodePurpose,
  type Identity,
  type IdentityAccount,
  type IdentityRefusal,
} from './identity.ts'

export type IdentityUnderTest = {
  identity: Identity
  /** The codes mailed to an address, oldest first. */
  codesMailedTo: (email: string, purpose: ActionCodePurpose) => Promise<string[]>
  advanceClock: (ms: number) => void
}

const email = 'ngozi@example.com'
const password = 'mango rain 47'
const other = 'harmattan kite 12'
const minuteMs = 60_000

/**
 * Tests for every identity provider. `codesStayValid`: codes of Google's emulator do not expire and are not voided by newer ones.
 * `liveCodes`: how many codes of a kind work at a time; Google may void all but the newest.
 */
export function identityContract(
  name: string,
  open: () => Promise<IdentityUnderTest>,
  { codesStayValid = false, liveCodes = 3 } = {},
) {
  describe(`${name} identity`, () => {
    let opened: IdentityUnderTest
    let identity: Identity
    beforeEach(async () => {
      opened = await open()
      identity = opened.identity
    })

    const signUp = async (address = email) =>
      expectAccount(await identity.createAccount({ email: address, password }))
    const createVerified = async () => {
      const { uid } = await signUp()
      await identity.sendVerification(uid)
      return expectAccount(await identity.applyVerification(await newest('verifyEmail'), uid))
    }
    const newest = async (purpose: ActionCodePurpose) => {
      const code = (await opened.codesMailedTo(email, purpose)).at(-1)
      if (code === undefined) throw new Error('no code was mailed')
      return code
    }
    const resetCode = async () => {
      await identity.sendReset(email)
      return newest('resetPassword')
    }

    describe('creating an account', () => {
      it('gives an unverified account that can sign in', async () => {
        const account = await signUp()
        expect(account).toMatchObject({ email, emailVerified: false, disabled: false })
        expect(await identity.signIn({ email, password })).toEqual(account)
        expect(await identity.findAccount(account.uid)).toEqual(account)
        expect(await identity.revalidate(account.uid)).toBe(true)
      })

      it('refuses a confirmed address', async () => {
        await createVerified()
        expect(await identity.createAccount({ email, password: other })).toEqual(
          toRefusal('email-already-in-use'),
        )
        expect(await identity.signIn({ email, password: other })).toEqual(
          toRefusal('invalid-credential'),
        )
      })

      it('creates one account for fifty simultaneous sign-ups with one address', async () => {
        const results = await Promise.all(
          Array.from({ length: 50 }, (_, index) =>
            identity.createAccount({ email, password: `${password} ${index}` }),
          ),
        )
        const accounts = results.flatMap((result) => (isRefusal(result) ? [] : [result]))
        expect(accounts.length).toBeGreaterThan(0)
        expect(new Set(accounts.map(({ uid }) => uid)).size).toBe(1)
        let working = 0
        for (let index = 0; index < 50; index++) {
          const result = await identity.signIn({ email, password: `${password} ${index}` })
          if (!isRefusal(result)) working++
        }
        expect(working).toBe(1)
      })

      it('finds no account for an unknown uid', async () => {
        expect(await identity.findAccount('unknown')).toBeUndefined()
      })
    })

    describe('signing in', () => {
      it('refuses an unknown address like a wrong password', async () => {
        await signUp()
        const wrong = await identity.signIn({ email, password: other })
        const unknown = await identity.signIn({ email: 'unknown@example.com', password })
        expect(wrong).toEqual(toRefusal('invalid-credential'))
        expect(unknown).toEqual(wrong)
      })

      it('compares passwords exactly', async () => {
        await signUp()
        for (const near of [password.toUpperCase(), ` ${password}`, password.slice(0, -1)])
          expect(await identity.signIn({ email, password: near })).toEqual(
            toRefusal('invalid-credential'),
          )
      })
    })

    describe('verifying the address', () => {
      it('confirms the address with the mailed code', async () => {
        const account = await createVerified()
        expect(account.emailVerified).toBe(true)
        expect((await identity.findAccount(account.uid))?.emailVerified).toBe(true)
      })

      it('works once', async () => {
        await createVerified()
        expect(await identity.applyVerification(await newest('verifyEmail'))).toEqual(
          toRefusal('invalid-action-code'),
        )
      })

      it('accepts a code once when fifty requests use it at the same time', async () => {
        const { uid } = await signUp()
        await identity.sendVerification(uid)
        const code = await newest('verifyEmail')
        const results = await Promise.all(
          Array.from({ length: 50 }, () => identity.applyVerification(code, uid)),
        )
        expect(results.filter((result) => !isRefusal(result))).toHaveLength(1)
      })

      it.skipIf(codesStayValid).each([1, 2, 3].slice(-liveCodes))(
        'accepts the last codes until one is used: number %i of four',
        async (number) => {
          const { uid } = await signUp()
          for (let count = 0; count < 4; count += 1) {
            await identity.sendVerification(uid)
            opened.advanceClock(minuteMs)
          }
          const codes = await opened.codesMailedTo(email, 'verifyEmail')
          const invalid = toRefusal('invalid-action-code')
          expect(await identity.applyVerification(codes[0] ?? '')).toEqual(invalid)
          const used = await identity.applyVerification(codes[number] ?? '', uid)
          expect(expectAccount(used).emailVerified).toBe(true)
          for (const code of codes) expect(await identity.applyVerification(code)).toEqual(invalid)
        },
      )

      it.skipIf(codesStayValid)(
        'accepts one of ten codes that were requested and used at the same time',
        async () => {
          const { uid } = await signUp()
          await Promise.all(Array.from({ length: 10 }, () => identity.sendVerification(uid)))
          const codes = await opened.codesMailedTo(email, 'verifyEmail')
          const results = await Promise.all(
            codes.map((code) => identity.applyVerification(code, uid)),
          )
          expect(codes).toHaveLength(10)
          expect(results.filter((result) => !isRefusal(result))).toHaveLength(1)
        },
      )

      it.skipIf(codesStayValid)('accepts a code for 24 hours', async () => {
        const { uid } = await signUp()
        await identity.sendVerification(uid)
        const code = await newest('verifyEmail')
        opened.advanceClock(24 * 60 * minuteMs)
        expect(await identity.applyVerification(code)).toEqual(toRefusal('expired-action-code'))
        expect((await identity.findAccount(uid))?.emailVerified).toBe(false)
      })

      it('refuses an unknown code and a code for a reset', async () => {
        await signUp()
        expect(await identity.applyVerification('made-up')).toEqual(
          toRefusal('invalid-action-code'),
        )
        expect(await identity.applyVerification(await resetCode())).toEqual(
          toRefusal('invalid-action-code'),
        )
      })

      it('mails nothing to a verified account', async () => {
        const { uid } = await createVerified()
        await identity.sendVerification(uid)
        expect(await opened.codesMailedTo(email, 'verifyEmail')).toHaveLength(1)
      })
    })

    describe('resetting the password', () => {
      it('sets the new password, voids the old one and confirms the address', async () => {
        const before = await signUp()
        const account = expectAccount(await identity.applyReset(await resetCode(), other))
        expect(account).toMatchObject({ uid: before.uid, emailVerified: true })
        expect(await identity.signIn({ email, password })).toEqual(toRefusal('invalid-credential'))
        expect(await identity.signIn({ email, password: other })).toEqual(account)
      })

      it('ends earlier sessions', async () => {
        const before = await createVerified()
        const after = expectAccount(await identity.applyReset(await resetCode(), other))
        expect(after.credentialVersion).not.toBe(before.credentialVersion)
      })

      it('responds alike to a known and an unknown address and mails only the known one', async () => {
        await signUp()
        expect(await identity.sendReset(email)).toEqual(
          await identity.sendReset('unknown@example.com'),
        )
        expect(await opened.codesMailedTo(email, 'resetPassword')).toHaveLength(1)
        expect(await opened.codesMailedTo('unknown@example.com', 'resetPassword')).toEqual([])
      })

      it('checks a code any number of times without using it', async () => {
        await signUp()
        const code = await resetCode()
        for (let times = 0; times < 5; times++) expect(await identity.checkReset(code)).toBeNull()
        expectAccount(await identity.applyReset(code, other))
        expect(await identity.checkReset(code)).toEqual(toRefusal('invalid-action-code'))
      })

      it('accepts a code once when fifty requests use it at the same time, and sets the password of that request', async () => {
        await signUp()
        const code = await resetCode()
        const results = await Promise.all(
          Array.from({ length: 50 }, (_, index) => identity.applyReset(code, `${other} ${index}`)),
        )
        expect(results.filter((result) => !isRefusal(result))).toHaveLength(1)
        const winner = results.findIndex((result) => !isRefusal(result))
        expectAccount(await identity.signIn({ email, password: `${other} ${winner}` }))
        expect(await identity.applyReset(code, password)).toEqual(toRefusal('invalid-action-code'))
      })

      it.skipIf(codesStayValid).each([1, 2, 3].slice(-liveCodes))(
        'accepts the last codes until one is used: number %i of four',
        async (number) => {
          await signUp()
          const codes: string[] = []
          for (let count = 0; count < 4; count += 1) {
            codes.push(await resetCode())
            opened.advanceClock(minuteMs)
          }
          const invalid = toRefusal('invalid-action-code')
          expect(await identity.checkReset(codes[0] ?? '')).toEqual(invalid)
          expectAccount(await identity.applyReset(codes[number] ?? '', other))
          for (const code of codes)
            expect(await identity.applyReset(code, password)).toEqual(invalid)
        },
      )

      it.skipIf(codesStayValid)('accepts a code for 30 minutes', async () => {
        await signUp()
        const code = await resetCode()
        opened.advanceClock(30 * minuteMs - 1)
        expect(await identity.checkReset(code)).toBeNull()
        opened.advanceClock(1)
        expect(await identity.checkReset(code)).toEqual(toRefusal('expired-action-code'))
        expect(await identity.applyReset(code, other)).toEqual(toRefusal('expired-action-code'))
        expectAccount(await identity.signIn({ email, password }))
      })

      it.skipIf(codesStayValid)('voids a mailed code when the password is changed', async () => {
        const { uid } = await createVerified()
        const code = await resetCode()
        expect(
          await identity.changePassword(uid, { currentPassword: password, password: other }),
        ).toBeNull()
        expect(await identity.checkReset(code)).toEqual(toRefusal('invalid-action-code'))
        expect(await identity.applyReset(code, 'a third one 9x')).toEqual(
          toRefusal('invalid-action-code'),
        )
      })
    })

    describe('changing the address', () => {
      const newEmail = 'ngozi.eze@example.com'
      const changeCode = async (uid: string, address = newEmail) => {
        expect(
          await identity.requestEmailChange(uid, { currentPassword: password, email: address }),
        ).toBeNull()
        return (await opened.codesMailedTo(address, 'verifyAndChangeEmail')).at(-1) ?? 'none'
      }

      it('refuses a wrong current password and mails nothing', async () => {
        const { uid } = await createVerified()
        const change = { currentPassword: other, email: newEmail }
        expect(await identity.requestEmailChange(uid, change)).toEqual(toRefusal('wrong-password'))
        expect(await opened.codesMailedTo(newEmail, 'verifyAndChangeEmail')).toEqual([])
      })

      it('changes nothing before the new address is confirmed', async () => {
        const before = await createVerified()
        await changeCode(before.uid)
        expect(await identity.findAccount(before.uid)).toEqual(before)
        expect(await identity.signIn({ email: newEmail, password })).toEqual(
          toRefusal('invalid-credential'),
        )
      })

      it('changes the address, ends earlier sessions and frees the old address', async () => {
        const before = await createVerified()
        const after = expectAccount(await identity.applyEmailChange(await changeCode(before.uid)))
        expect(after).toMatchObject({ uid: before.uid, email: newEmail, emailVerified: true })
        expect(after.credentialVersion).not.toBe(before.credentialVersion)
        expect(await identity.signIn({ email: newEmail, password })).toEqual(after)
        expect(await identity.signIn({ email, password })).toEqual(toRefusal('invalid-credential'))
        expect(
          expectAccount(await identity.createAccount({ email, password: other })).uid,
        ).not.toBe(before.uid)
      })

      it('accepts a code once and refuses codes for other purposes', async () => {
        const { uid } = await createVerified()
        const code = await changeCode(uid)
        for (const wrong of ['made-up', await resetCode()])
          expect(await identity.applyEmailChange(wrong)).toEqual(toRefusal('invalid-action-code'))
        const results = await Promise.all(
          Array.from({ length: 50 }, () => identity.applyEmailChange(code)),
        )
        expect(results.filter((result) => !isRefusal(result))).toHaveLength(1)
      })

      it.skipIf(codesStayValid)('accepts only the newest code', async () => {
        const { uid } = await createVerified()
        const first = await changeCode(uid)
        const second = await changeCode(uid, 'third@example.com')
        expect(await identity.applyEmailChange(first)).toEqual(toRefusal('invalid-action-code'))
        expectAccount(await identity.applyEmailChange(second))
      })

      it.skipIf(codesStayValid)('accepts a code for 24 hours', async () => {
        const { uid } = await createVerified()
        const code = await changeCode(uid)
        opened.advanceClock(24 * 60 * minuteMs)
        expect(await identity.applyEmailChange(code)).toEqual(toRefusal('expired-action-code'))
      })

      it('voids codes that were mailed to the old address', async () => {
        const { uid } = await createVerified()
        const earlier = await resetCode()
        expectAccount(await identity.applyEmailChange(await changeCode(uid)))
        expect(await identity.applyReset(earlier, other)).toEqual(toRefusal('invalid-action-code'))
      })

      it('refuses an address that another account has confirmed', async () => {
        const { uid } = await createVerified()
        const bola = await signUp(newEmail)
        await identity.sendVerification(bola.uid)
        const [code = ''] = await opened.codesMailedTo(newEmail, 'verifyEmail')
        expectAccount(await identity.applyVerification(code, bola.uid))
        expect(
          await identity.requestEmailChange(uid, { currentPassword: password, email: newEmail }),
        ).toEqual(toRefusal('email-already-in-use'))
      })
    })

    describe('disabling and deleting an account', () => {
      it('refuses a disabled account until it is enabled again', async () => {
        const before = await createVerified()
        await identity.setDisabled(before.uid, true)
        expect((await identity.findAccount(before.uid))?.disabled).toBe(true)
        expect(await identity.signIn({ email, password })).toEqual(toRefusal('user-disabled'))
        await identity.setDisabled(before.uid, false)
        const after = expectAccount(await identity.signIn({ email, password }))
        expect(after.disabled).toBe(false)
        expect(after.credentialVersion).not.toBe(before.credentialVersion)
      })

      it('deletes the account with the right password and frees the address', async () => {
        const { uid } = await createVerified()
        expect(await identity.checkPassword(uid, other)).toEqual(toRefusal('wrong-password'))
        expect(await identity.deleteAccount(uid, other)).toEqual(toRefusal('wrong-password'))
        expect(await identity.checkPassword(uid, password)).toBeNull()
        expect(await identity.deleteAccount(uid, password)).toBeNull()
        expect(await identity.findAccount(uid)).toBeUndefined()
        expect(await identity.signIn({ email, password })).toEqual(toRefusal('invalid-credential'))
        expect((await signUp()).uid).not.toBe(uid)
      })

      it('deletes an account as an admin, twice without a fault, and frees its address', async () => {
        const { uid } = await createVerified()
        await identity.deleteAsAdmin(uid)
        await identity.deleteAsAdmin(uid)
        expect(await identity.findAccount(uid)).toBeUndefined()
        expect((await signUp()).uid).not.toBe(uid)
      })

      it('deletes an unconfirmed account, frees its address, and keeps confirmed accounts', async () => {
        const { uid } = await signUp()
        expect(await identity.deleteUnconfirmed(uid)).toBe(true)
        expect(await identity.findAccount(uid)).toBeUndefined()
        expect(await identity.deleteUnconfirmed(uid)).toBe(false)
        const confirmed = await createVerified()
        expect(confirmed.uid).not.toBe(uid)
        expect(await identity.deleteUnconfirmed(confirmed.uid)).toBe(false)
        expectAccount(await identity.signIn({ email, password }))
      })
    })

    describe('changing the password', () => {
      it('refuses a wrong current password', async () => {
        const { uid } = await createVerified()
        expect(
          await identity.changePassword(uid, { currentPassword: other, password: other }),
        ).toEqual(toRefusal('wrong-password'))
        expectAccount(await identity.signIn({ email, password }))
      })

      it('sets the new password and ends earlier sessions', async () => {
        const before = await createVerified()
        expect(
          await identity.changePassword(before.uid, { currentPassword: password, password: other }),
        ).toBeNull()
        const after = expectAccount(await identity.signIn({ email, password: other }))
        expect(after.credentialVersion).not.toBe(before.credentialVersion)
        expect(await identity.signIn({ email, password })).toEqual(toRefusal('invalid-credential'))
      })
    })
  })
}

function toRefusal(code: IdentityRefusal['refused']): IdentityRefusal {
  return { refused: code }
}

function expectAccount(result: IdentityAccount | IdentityRefusal): IdentityAccount {
  if (isRefusal(result)) throw new Error(`refused: ${result.refused}`)
  return result
}
