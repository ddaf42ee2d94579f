import { Hono } from 'hono'

import {
  actionCodeSchema,
  forgotPasswordSchema,
  passwordChangeSchema,
  profileSchema,
  resetApplySchema,
  signUpSchema,
} from '#shared/account.ts'
import { errorSentences } from '#shared/error-sentences.ts'

import type { Database } from '../database/database.ts'
import { jsonBody, Refused, type Env } from '../http/context.ts'
import { signUpAttemptMail } from '../mail/account-mail.ts'
import type { Outbox } from '../mail/mail.ts'
import { signedIn, type Actor } from '../policy/actor.ts'
import { gate, nothing } from '../policy/gate.ts'
import * as may from '../policy/rules.ts'
import { isRefusal, type Identity, type IdentityAccount } from '../providers/identity/identity.ts'
import { recordEvent } from '../accounts/account-events.ts'
import type { Sessions } from '../accounts/sessions.ts'
import {
  accepted,
  accountAnswer,
  documentOf,
  mustKnowPassword,
  type UserDocuments,
} from './account-response.ts'

type Parts = {
  identity: Identity
  content: UserDocuments
  sessions: Sessions
  database: Database
  outbox: Outbox
  config: { publicUrl: string }
}

/** /api/account: signing up, and what a person changes about their own account. */
export function accountRoutes(parts: Parts) {
  const { identity, content, sessions, database } = parts
  return new Hono<Env>()
    .post('/', gate(may.signUp, nothing), async (c) => {
      const { email, password, firstname, lastname, gender, terms } = await jsonBody(
        c,
        signUpSchema,
      )
      const answer = await identity.createAccount({ email, password })
      if (isRefusal(answer) && answer.refused === 'email-already-in-use')
        await tellOwner(parts, email)
      const account = accepted(answer)
      const { uid } = account
      // Specification §4, sign-up flow: the document comes before the mail.
      const names = { firstname, lastname, gender, terms }
      await content.insertUser({ uid, email, emailVerified: false, ...names })
      accepted(await identity.sendVerification(uid))
      await recordEvent(database, { uid, byUid: uid, kind: 'signed-up', at: new Date() })
      // Whoever claimed the address before is a stranger to it now.
      await sessions.forgetDevices(uid)
      const session = await sessions.begin(c, account, c.var.actor)
      return c.json(await accountAnswer(content, account, session), 201)
    })
    .patch('/', gate(may.updateAccount, nothing), async (c) => {
      const actor = signedIn(c.var.actor)
      const { firstname, lastname, email, currentPassword } = await jsonBody(c, profileSchema)
      if (email !== actor.email)
        await askForAddress(identity, actor.uid, { email, currentPassword })
      const account = await mustFind(identity, actor.uid)
      const { _id } = await documentOf(content, account)
      await content.updateUser(_id, { firstname, lastname })
      return c.json(await accountAnswer(content, account, actor))
    })
    .post('/password', gate(may.updateAccount, nothing), async (c) => {
      const actor = signedIn(c.var.actor)
      const { currentPassword, password } = await jsonBody(c, passwordChangeSchema)
      const { uid } = actor
      mustKnowPassword(await identity.changePassword(uid, { currentPassword, password }))
      await recordEvent(database, { uid, byUid: uid, kind: 'password-changed', at: new Date() })
      // Every session is over now, this one too: whoever knows the new password goes on in a new one.
      await sessions.begin(c, await mustFind(identity, uid), actor)
      return c.body(null, 204)
    })
    .route('/verification', verificationRoutes(parts))
    .route('/email', emailRoutes(parts))
    .route('/reset', resetRoutes(parts))
}

/** Readings P8: a new address needs the current password and a link sent to it. */
async function askForAddress(
  identity: Identity,
  uid: string,
  { email, currentPassword = '' }: { email: string; currentPassword?: string | undefined },
) {
  const sentence = errorSentences['requires-recent-login']
  if (currentPassword === '')
    throw new Refused('requires-recent-login', { fields: { currentPassword: [sentence] } })
  const refusal = await identity.requestEmailChange(uid, { currentPassword, email })
  if (refusal?.refused === 'email-already-in-use')
    throw new Refused(refusal.refused, { fields: { email: [errorSentences[refusal.refused]] } })
  mustKnowPassword(refusal)
}

/** Whoever owns the address hears that somebody tried it, once a day at most: the key of the mail names the day. */
async function tellOwner({ database, outbox, config }: Parts, email: string) {
  const key = `sign-up attempt ${email} ${new Date().toISOString().slice(0, 10)}`
  await database.transaction((queries) =>
    outbox.enqueue(queries, signUpAttemptMail(email, config), key),
  )
}

function emailRoutes({ identity, content, sessions, database }: Parts) {
  return new Hono<Env>().post('/apply', gate(may.useActionCode, nothing), async (c) => {
    const { code } = await jsonBody(c, actionCodeSchema)
    const account = accepted(await identity.applyEmailChange(code))
    const { uid, email } = account
    const { _id } = await documentOf(content, account)
    await content.updateUser(_id, { email, emailVerified: true })
    await recordEvent(database, { uid, byUid: uid, kind: 'address-changed', at: new Date() })
    // Every session of the account is over; the browser that asked for the change goes on in a new one.
    if (isOf(c.var.actor, account)) await sessions.begin(c, account, c.var.actor)
    return c.body(null, 204)
  })
}

function verificationRoutes({ identity, content, sessions, database }: Parts) {
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
      const { uid } = account
      await confirmDocument(content, account)
      await recordEvent(database, { uid, byUid: uid, kind: 'address-confirmed', at: new Date() })
      // What was begun before the address was confirmed is over; the browser that confirms it goes on in a new session.
      if (uid === presenter) await sessions.begin(c, account, c.var.actor)
      return c.body(null, 204)
    })
}

function resetRoutes({ identity, content, sessions, database }: Parts) {
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
      const { uid } = account
      await confirmDocument(content, account)
      await recordEvent(database, { uid, byUid: uid, kind: 'password-reset', at: new Date() })
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
