import { Hono } from 'hono'

import {
  actionCodeSchema,
  forgotPasswordSchema,
  passwordChangeSchema,
  profileSchema,
  resetApplySchema,
  signUpSchema,
} from '#shared/account.ts'
import { errorSentences } from '#shared/errors.ts'

import { jsonBody, Refused, type Env } from '../http.ts'
import { signedIn, type Actor } from '../policy/actor.ts'
import { gate, nothing } from '../policy/gate.ts'
import * as may from '../policy/rules.ts'
import type { Identity, IdentityAccount } from '../providers/identity/identity.ts'
import type { Sessions } from '../sessions/sessions.ts'
import { accepted, accountAnswer, documentOf, type UserDocuments } from './account-answer.ts'

type Parts = { identity: Identity; content: UserDocuments; sessions: Sessions }

/** /api/account: signing up, and what a person changes about their own account. */
export function accountRoutes({ identity, content, sessions }: Parts) {
  return new Hono<Env>()
    .post('/', gate(may.signUp, nothing), async (c) => {
      const { email, password, firstname, lastname, gender, terms } = await jsonBody(
        c,
        signUpSchema,
      )
      const account = accepted(await identity.createAccount({ email, password }))
      const { uid } = account
      // Specification §4, sign-up flow: the document comes before the mail.
      const names = { firstname, lastname, gender, terms }
      await content.insertUser({ uid, email, emailVerified: false, ...names })
      accepted(await identity.sendVerification(uid))
      const session = await sessions.start(account, c.var.actor)
      sessions.cookies.write(c, session)
      return c.json(await accountAnswer(content, account, session.roles), 201)
    })
    .patch('/', gate(may.updateAccount, nothing), async (c) => {
      const actor = signedIn(c.var.actor)
      const { firstname, lastname, email } = await jsonBody(c, profileSchema)
      // Readings P8: a new address needs the current password and a link sent to it.
      if (email !== actor.email)
        throw new Refused('requires-recent-login', {
          fields: { email: [errorSentences['requires-recent-login']] },
        })
      const account = await mustFind(identity, actor.uid)
      const { _id } = await documentOf(content, account)
      await content.updateUser(_id, { firstname, lastname })
      return c.json(await accountAnswer(content, account, actor.roles))
    })
    .post('/password', gate(may.updateAccount, nothing), async (c) => {
      const actor = signedIn(c.var.actor)
      const { currentPassword, password } = await jsonBody(c, passwordChangeSchema)
      const refusal = await identity.changePassword(actor.uid, { currentPassword, password })
      if (refusal?.refused === 'wrong-password')
        throw new Refused('wrong-password', {
          fields: { currentPassword: [errorSentences['wrong-password']] },
        })
      accepted(refusal)
      // Every session is over now, this one too: whoever knows the new password goes on in a new one.
      const session = await sessions.start(await mustFind(identity, actor.uid), actor)
      sessions.cookies.write(c, session)
      return c.body(null, 204)
    })
    .route('/verification', verificationRoutes({ identity, content, sessions }))
    .route('/reset', resetRoutes({ identity, content, sessions }))
}

function verificationRoutes({ identity, content, sessions }: Parts) {
  return new Hono<Env>()
    .post('/', gate(may.resendVerification, nothing), async (c) => {
      accepted(await identity.sendVerification(signedIn(c.var.actor).uid))
      return c.body(null, 204)
    })
    .post('/apply', gate(may.useActionCode, nothing), async (c) => {
      const { code } = await jsonBody(c, actionCodeSchema)
      const { actor } = c.var
      const presenter = actor.kind === 'user' ? actor.uid : undefined
      const account = accepted(await identity.applyVerification(code, presenter))
      await confirmDocument(content, account)
      // What was begun before the address was confirmed is over; the browser that confirms it goes on in a new session.
      if (account.uid === presenter) sessions.cookies.write(c, await sessions.start(account, actor))
      return c.body(null, 204)
    })
}

function resetRoutes({ identity, content, sessions }: Parts) {
  return new Hono<Env>()
    .post('/', gate(may.requestReset, nothing), async (c) => {
      const { email } = await jsonBody(c, forgotPasswordSchema)
      accepted(await identity.sendReset(email))
      return c.body(null, 204)
    })
    .post('/check', gate(may.useActionCode, nothing), async (c) => {
      const { code } = await jsonBody(c, actionCodeSchema)
      accepted(await identity.checkReset(code))
      return c.body(null, 204)
    })
    .post('/apply', gate(may.useActionCode, nothing), async (c) => {
      const { code, newPassword } = await jsonBody(c, resetApplySchema)
      const account = accepted(await identity.applyReset(code, newPassword), 'newPassword')
      await confirmDocument(content, account)
      if (isOf(c.var.actor, account)) sessions.cookies.remove(c)
      return c.body(null, 204)
    })
}

/** The user document repeats what the identity provider knows (specification §3). */
async function confirmDocument(content: UserDocuments, account: IdentityAccount) {
  const { _id } = await documentOf(content, account)
  await content.updateUser(_id, { emailVerified: true })
}

async function mustFind(identity: Identity, uid: string): Promise<IdentityAccount> {
  const account = await identity.findAccount(uid)
  if (!account) throw new Refused('user-token-expired')
  return account
}

function isOf(actor: Actor, { uid }: IdentityAccount) {
  return actor.kind === 'user' && actor.uid === uid
}
