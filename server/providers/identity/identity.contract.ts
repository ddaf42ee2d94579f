import { beforeEach, describe, expect, it } from 'vitest'

import type { Purpose } from './action-code.ts'
import { isRefusal, type Identity, type IdentityAccount, type IdentityRefusal } from './identity.ts'

/** An identity provider as the tests see it: with its mails, and with a clock where it has one that can be set. */
export type IdentityUnderTest = {
  identity: Identity
  /** The codes mailed to an address, oldest first. */
  codesMailedTo: (email: string, purpose: Purpose) => Promise<string[]>
  passTime: (ms: number) => void
}

const email = 'ngozi@example.com'
const password = 'mango rain 47'
const other = 'harmattan kite 12'
const minuteMs = 60_000

/** What every identity provider promises. `keepsEveryCode`: Google's emulator, whose codes neither age nor give way to newer ones. */
export function identityContract(
  name: string,
  open: () => Promise<IdentityUnderTest>,
  { keepsEveryCode = false } = {},
) {
  describe(`${name} identity`, () => {
    let given: IdentityUnderTest
    let identity: Identity
    beforeEach(async () => {
      given = await open()
      identity = given.identity
    })

    const signUp = async (address = email) =>
      accepted(await identity.createAccount({ email: address, password }))
    const verified = async () => {
      const { uid } = await signUp()
      await identity.sendVerification(uid)
      return accepted(await identity.applyVerification(await newest('verifyEmail'), uid))
    }
    const newest = async (purpose: Purpose) => {
      const code = (await given.codesMailedTo(email, purpose)).at(-1)
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
        expect(await identity.recheck(account.uid)).toBe(true)
      })

      it('refuses an address that somebody has confirmed', async () => {
        await verified()
        expect(await identity.createAccount({ email, password: other })).toEqual(
          refused('email-already-in-use'),
        )
        expect(await identity.signIn({ email, password: other })).toEqual(
          refused('invalid-credential'),
        )
      })

      it('gives fifty who sign up at once with one address one account', async () => {
        const answers = await Promise.all(
          Array.from({ length: 50 }, (_, index) =>
            identity.createAccount({ email, password: `${password} ${index}` }),
          ),
        )
        const accounts = answers.flatMap((answer) => (isRefusal(answer) ? [] : [answer]))
        expect(accounts.length).toBeGreaterThan(0)
        expect(new Set(accounts.map(({ uid }) => uid)).size).toBe(1)
        let working = 0
        for (let index = 0; index < 50; index++) {
          const answer = await identity.signIn({ email, password: `${password} ${index}` })
          if (!isRefusal(answer)) working++
        }
        expect(working).toBe(1)
      })

      it('finds nobody under an unknown uid', async () => {
        expect(await identity.findAccount('nobody')).toBeUndefined()
      })
    })

    describe('signing in', () => {
      it('answers an unknown address as it answers a wrong password', async () => {
        await signUp()
        const wrong = await identity.signIn({ email, password: other })
        const unknown = await identity.signIn({ email: 'nobody@example.com', password })
        expect(wrong).toEqual(refused('invalid-credential'))
        expect(unknown).toEqual(wrong)
      })

      it('takes a password to the letter', async () => {
        await signUp()
        for (const near of [password.toUpperCase(), ` ${password}`, password.slice(0, -1)])
          expect(await identity.signIn({ email, password: near })).toEqual(
            refused('invalid-credential'),
          )
      })
    })

    describe('verifying the address', () => {
      it('confirms with the mailed code', async () => {
        const account = await verified()
        expect(account.emailVerified).toBe(true)
        expect((await identity.findAccount(account.uid))?.emailVerified).toBe(true)
      })

      it('works once', async () => {
        await verified()
        expect(await identity.applyVerification(await newest('verifyEmail'))).toEqual(
          refused('invalid-action-code'),
        )
      })

      it('lets one of fifty who use a code at once through', async () => {
        const { uid } = await signUp()
        await identity.sendVerification(uid)
        const code = await newest('verifyEmail')
        const answers = await Promise.all(
          Array.from({ length: 50 }, () => identity.applyVerification(code, uid)),
        )
        expect(answers.filter((answer) => !isRefusal(answer))).toHaveLength(1)
      })

      it.skipIf(keepsEveryCode)('accepts the newest code only', async () => {
        const { uid } = await signUp()
        await identity.sendVerification(uid)
        await identity.sendVerification(uid)
        const [first = '', second = ''] = await given.codesMailedTo(email, 'verifyEmail')
        expect(await identity.applyVerification(first)).toEqual(refused('invalid-action-code'))
        expect(accepted(await identity.applyVerification(second, uid)).emailVerified).toBe(true)
      })

      it.skipIf(keepsEveryCode)('accepts a code for a day', async () => {
        const { uid } = await signUp()
        await identity.sendVerification(uid)
        const code = await newest('verifyEmail')
        given.passTime(24 * 60 * minuteMs)
        expect(await identity.applyVerification(code)).toEqual(refused('expired-action-code'))
        expect((await identity.findAccount(uid))?.emailVerified).toBe(false)
      })

      it('refuses a made-up code and one that was mailed for a reset', async () => {
        await signUp()
        expect(await identity.applyVerification('made-up')).toEqual(refused('invalid-action-code'))
        expect(await identity.applyVerification(await resetCode())).toEqual(
          refused('invalid-action-code'),
        )
      })

      it('mails nothing to whom is verified already', async () => {
        const { uid } = await verified()
        await identity.sendVerification(uid)
        expect(await given.codesMailedTo(email, 'verifyEmail')).toHaveLength(1)
      })
    })

    describe('resetting the password', () => {
      it('sets the new one, voids the old one and confirms the address', async () => {
        const before = await signUp()
        const account = accepted(await identity.applyReset(await resetCode(), other))
        expect(account).toMatchObject({ uid: before.uid, emailVerified: true })
        expect(await identity.signIn({ email, password })).toEqual(refused('invalid-credential'))
        expect(await identity.signIn({ email, password: other })).toEqual(account)
      })

      it('ends the sessions begun before', async () => {
        const before = await verified()
        const after = accepted(await identity.applyReset(await resetCode(), other))
        expect(after.credentialVersion).not.toBe(before.credentialVersion)
      })

      it('answers a known and an unknown address alike, and mails the known one only', async () => {
        await signUp()
        expect(await identity.sendReset(email)).toEqual(
          await identity.sendReset('nobody@example.com'),
        )
        expect(await given.codesMailedTo(email, 'resetPassword')).toHaveLength(1)
        expect(await given.codesMailedTo('nobody@example.com', 'resetPassword')).toEqual([])
      })

      it('may be asked about a code any number of times without using it up', async () => {
        await signUp()
        const code = await resetCode()
        for (let times = 0; times < 5; times++) expect(await identity.checkReset(code)).toBeNull()
        accepted(await identity.applyReset(code, other))
        expect(await identity.checkReset(code)).toEqual(refused('invalid-action-code'))
      })

      it('works once, and one of fifty at once wins', async () => {
        await signUp()
        const code = await resetCode()
        const answers = await Promise.all(
          Array.from({ length: 50 }, (_, index) => identity.applyReset(code, `${other} ${index}`)),
        )
        expect(answers.filter((answer) => !isRefusal(answer))).toHaveLength(1)
        const winner = answers.findIndex((answer) => !isRefusal(answer))
        accepted(await identity.signIn({ email, password: `${other} ${winner}` }))
        expect(await identity.applyReset(code, password)).toEqual(refused('invalid-action-code'))
      })

      it.skipIf(keepsEveryCode)('accepts the newest code only', async () => {
        await signUp()
        const first = await resetCode()
        const second = await resetCode()
        expect(await identity.applyReset(first, other)).toEqual(refused('invalid-action-code'))
        accepted(await identity.applyReset(second, other))
      })

      it.skipIf(keepsEveryCode)('accepts a code for half an hour', async () => {
        await signUp()
        const code = await resetCode()
        given.passTime(30 * minuteMs - 1)
        expect(await identity.checkReset(code)).toBeNull()
        given.passTime(1)
        expect(await identity.checkReset(code)).toEqual(refused('expired-action-code'))
        expect(await identity.applyReset(code, other)).toEqual(refused('expired-action-code'))
        accepted(await identity.signIn({ email, password }))
      })

      it.skipIf(keepsEveryCode)('voids a mailed code once the password was changed', async () => {
        const { uid } = await verified()
        const code = await resetCode()
        expect(
          await identity.changePassword(uid, { currentPassword: password, password: other }),
        ).toBeNull()
        expect(await identity.checkReset(code)).toEqual(refused('invalid-action-code'))
        expect(await identity.applyReset(code, 'a third one 9x')).toEqual(
          refused('invalid-action-code'),
        )
      })
    })

    describe('changing the address', () => {
      const newEmail = 'ngozi.eze@example.com'
      const changeCode = async (uid: string, address = newEmail) => {
        expect(
          await identity.requestEmailChange(uid, { currentPassword: password, email: address }),
        ).toBeNull()
        return (await given.codesMailedTo(address, 'verifyAndChangeEmail')).at(-1) ?? 'none'
      }

      it('needs the current password, and mails nothing without it', async () => {
        const { uid } = await verified()
        const change = { currentPassword: other, email: newEmail }
        expect(await identity.requestEmailChange(uid, change)).toEqual(refused('wrong-password'))
        expect(await given.codesMailedTo(newEmail, 'verifyAndChangeEmail')).toEqual([])
      })

      it('changes nothing before the new mailbox has confirmed', async () => {
        const before = await verified()
        await changeCode(before.uid)
        expect(await identity.findAccount(before.uid)).toEqual(before)
        expect(await identity.signIn({ email: newEmail, password })).toEqual(
          refused('invalid-credential'),
        )
      })

      it('moves the account, ends the sessions begun before, and frees the old address', async () => {
        const before = await verified()
        const after = accepted(await identity.applyEmailChange(await changeCode(before.uid)))
        expect(after).toMatchObject({ uid: before.uid, email: newEmail, emailVerified: true })
        expect(after.credentialVersion).not.toBe(before.credentialVersion)
        expect(await identity.signIn({ email: newEmail, password })).toEqual(after)
        expect(await identity.signIn({ email, password })).toEqual(refused('invalid-credential'))
        expect(accepted(await identity.createAccount({ email, password: other })).uid).not.toBe(
          before.uid,
        )
      })

      it('works once, and with no code of another kind', async () => {
        const { uid } = await verified()
        const code = await changeCode(uid)
        for (const wrong of ['made-up', await resetCode()])
          expect(await identity.applyEmailChange(wrong)).toEqual(refused('invalid-action-code'))
        const answers = await Promise.all(
          Array.from({ length: 50 }, () => identity.applyEmailChange(code)),
        )
        expect(answers.filter((answer) => !isRefusal(answer))).toHaveLength(1)
      })

      it.skipIf(keepsEveryCode)('accepts the newest code only', async () => {
        const { uid } = await verified()
        const first = await changeCode(uid)
        const second = await changeCode(uid, 'third@example.com')
        expect(await identity.applyEmailChange(first)).toEqual(refused('invalid-action-code'))
        accepted(await identity.applyEmailChange(second))
      })

      it.skipIf(keepsEveryCode)('accepts a code for a day', async () => {
        const { uid } = await verified()
        const code = await changeCode(uid)
        given.passTime(24 * 60 * minuteMs)
        expect(await identity.applyEmailChange(code)).toEqual(refused('expired-action-code'))
      })

      it('voids what was mailed to the old address', async () => {
        const { uid } = await verified()
        const earlier = await resetCode()
        accepted(await identity.applyEmailChange(await changeCode(uid)))
        expect(await identity.applyReset(earlier, other)).toEqual(refused('invalid-action-code'))
      })

      it('refuses an address that somebody else has confirmed', async () => {
        const { uid } = await verified()
        const bola = await signUp(newEmail)
        await identity.sendVerification(bola.uid)
        const [code = ''] = await given.codesMailedTo(newEmail, 'verifyEmail')
        accepted(await identity.applyVerification(code, bola.uid))
        expect(
          await identity.requestEmailChange(uid, { currentPassword: password, email: newEmail }),
        ).toEqual(refused('email-already-in-use'))
      })
    })

    describe('closing an account', () => {
      it('lets nobody sign in as a disabled person, until they are enabled again', async () => {
        const before = await verified()
        await identity.setDisabled(before.uid, true)
        expect((await identity.findAccount(before.uid))?.disabled).toBe(true)
        expect(await identity.signIn({ email, password })).toEqual(refused('user-disabled'))
        await identity.setDisabled(before.uid, false)
        const after = accepted(await identity.signIn({ email, password }))
        expect(after.disabled).toBe(false)
        expect(after.credentialVersion).not.toBe(before.credentialVersion)
      })

      it('deletes it for whoever knows the password, and frees the address', async () => {
        const { uid } = await verified()
        expect(await identity.checkPassword(uid, other)).toEqual(refused('wrong-password'))
        expect(await identity.deleteAccount(uid, other)).toEqual(refused('wrong-password'))
        expect(await identity.checkPassword(uid, password)).toBeNull()
        expect(await identity.deleteAccount(uid, password)).toBeNull()
        expect(await identity.findAccount(uid)).toBeUndefined()
        expect(await identity.signIn({ email, password })).toEqual(refused('invalid-credential'))
        expect((await signUp()).uid).not.toBe(uid)
      })

      it('forgets what nobody has confirmed, frees the address, and leaves the rest alone', async () => {
        const { uid } = await signUp()
        expect(await identity.deleteUnconfirmed(uid)).toBe(true)
        expect(await identity.findAccount(uid)).toBeUndefined()
        expect(await identity.deleteUnconfirmed(uid)).toBe(false)
        const confirmed = await verified()
        expect(confirmed.uid).not.toBe(uid)
        expect(await identity.deleteUnconfirmed(confirmed.uid)).toBe(false)
        accepted(await identity.signIn({ email, password }))
      })
    })

    describe('changing the password', () => {
      it('needs the current one', async () => {
        const { uid } = await verified()
        expect(
          await identity.changePassword(uid, { currentPassword: other, password: other }),
        ).toEqual(refused('wrong-password'))
        accepted(await identity.signIn({ email, password }))
      })

      it('sets the new one and ends the sessions begun before', async () => {
        const before = await verified()
        expect(
          await identity.changePassword(before.uid, { currentPassword: password, password: other }),
        ).toBeNull()
        const after = accepted(await identity.signIn({ email, password: other }))
        expect(after.credentialVersion).not.toBe(before.credentialVersion)
        expect(await identity.signIn({ email, password })).toEqual(refused('invalid-credential'))
      })
    })
  })
}

function refused(code: IdentityRefusal['refused']): IdentityRefusal {
  return { refused: code }
}

function accepted(answer: IdentityAccount | IdentityRefusal): IdentityAccount {
  if (isRefusal(answer)) throw new Error(`refused: ${answer.refused}`)
  return answer
}
