import { Hono } from 'hono'

import {
  actionCodeSchema,
  forgotPasswordSchema,
  passwordChangeSchema,
  profileSchema,
  resetApplySchema,
  signUpSchema,
  type Recovery,
} from '#shared/account.ts'
import { errorSentences } from '#shared/error-sentences.ts'

import type { Foundation } from '../../providers/foundation.ts'
import type { Database } from '../../platform/database/database.ts'
import { jsonBody, Refused, type Env } from '../../platform/http/context.ts'
import { getLanguage } from '../../platform/http/language.ts'
import { signUpAttemptMail } from '../../platform/mail/account-mail.ts'
import { findLanguageByEmail, saveLanguage } from '../../platform/mail/reader-language.ts'
import { toRecipientKey } from '../../platform/mail/mail-rows.ts'
import { toUser, type Actor } from '../../platform/policy/actor.ts'
import { gate, noSubject } from '../../platform/http/gate.ts'
import * as may from '../../platform/policy/rules.ts'
import {
  isRefusal,
  type Identity,
  type IdentityAccount,
} from '../../providers/identity/identity.ts'
import type { Sealing } from '../../platform/runtime/sealing.ts'
import { acceptTerms, hasAcceptedTerms } from '../../people/accounts/terms-acceptance.ts'
import type { AccountEvents } from '../../people/accounts/account-events.ts'
import type { Sessions } from '../../people/accounts/sessions.ts'
import {
  unwrapIdentity,
  toAccountResponse,
  findOrCreateDocument,
  requirePassword,
  updateProfile,
  type ProfileDeps,
} from './account-response.ts'

type AccountRouteDeps = ProfileDeps &
  Pick<Foundation, 'identity' | 'database' | 'outbox' | 'now'> & {
    sessions: Sessions
    accountEvents: AccountEvents
    sealing: Pick<Sealing, 'fingerprint'>
    config: { publicUrl: string }
  }

/** /api/account: sign-up and changes to one's own account. */
export function accountRoutes(deps: AccountRouteDeps) {
  const { identity, content, sessions, accountEvents, database, now } = deps
  return new Hono<Env>()
    .post('/', gate(may.signUp, noSubject), async (c) => {
      const { email, password, firstname, lastname, gender, terms } = await jsonBody(
        c,
        signUpSchema,
      )
      const created = await identity.createAccount({ email, password })
      if (isRefusal(created) && created.refused === 'email-already-in-use')
        await notifyOwner(deps, email)
      const account = unwrapIdentity(created)
      const { uid } = account
      // Specification §4, sign-up flow: the document is created before the mail is sent.
      const names = { firstname, lastname, gender, terms }
      await content.insertUser({ uid, email, emailVerified: false, ...names })
      await saveLanguage(database, uid, getLanguage(c))
      const sent = await identity.sendVerification(uid)
      // The account exists, and a link that is late arrives by itself.
      if (sent?.refused !== 'mails-late') unwrapIdentity(sent)
      await acceptTerms(database, uid, now())
      await accountEvents.record(database, { uid, kind: 'signed-up' })
      // An earlier sign-up with this address may have been another person's.
      await sessions.forgetDevices(uid)
      const session = await sessions.startForBrowser(c, account, c.var.actor)
      return c.json(await toAccountResponse(content, account, session), 201)
    })
    .patch('/', gate(may.updateAccount, noSubject), async (c) => {
      const actor = toUser(c.var.actor)
      const { firstname, lastname, email, currentPassword } = await jsonBody(c, profileSchema)
      if (email !== actor.email)
        await requestAddressChange(identity, actor.uid, { email, currentPassword })
      const account = await getAccount(identity, actor.uid)
      const { _id } = await findOrCreateDocument(content, account)
      await content.updateUser(_id, { firstname, lastname })
      return c.json(await toAccountResponse(content, account, actor))
    })
    .post('/password', gate(may.updateAccount, noSubject), async (c) => {
      const actor = toUser(c.var.actor)
      const { currentPassword, password } = await jsonBody(c, passwordChangeSchema)
      const { uid } = actor
      requirePassword(await identity.changePassword(uid, { currentPassword, password }))
      // The change ended all sessions, so this browser gets a new one.
      await sessions.startForBrowser(c, await getAccount(identity, uid), actor)
      return c.body(null, 204)
    })
    .route('/terms', termsRoutes(deps))
    .route('/verification', verificationRoutes(deps))
    .route('/email', emailRoutes(deps))
    .route('/reset', resetRoutes(deps))
    .route('/recovery', recoveryRoutes(deps))
}

/** Readings P8: a new address needs the current password and a link mailed to it. */
async function requestAddressChange(
  identity: Identity,
  uid: string,
  { email, currentPassword = '' }: { email: string; currentPassword?: string | undefined },
) {
  const message = errorSentences['requires-recent-login']
  if (currentPassword === '')
    throw new Refused('requires-recent-login', { fields: { currentPassword: [message] } })
  const refusal = await identity.requestEmailChange(uid, { currentPassword, email })
  if (refusal?.refused === 'email-already-in-use')
    throw new Refused(refusal.refused, { fields: { email: [errorSentences[refusal.refused]] } })
  requirePassword(refusal)
}

/** Notifies the owner of the address, at most once a day: the key of the mail contains the date. */
async function notifyOwner({ database, sealing, outbox, config }: AccountRouteDeps, email: string) {
  const recipient = toRecipientKey(sealing, email).toString('hex')
  const key = `sign-up attempt ${recipient} ${new Date().toISOString().slice(0, 10)}`
  await database.transaction(async (queries) => {
    const language = await findLanguageByEmail(queries, email)
    await outbox.enqueue(queries, signUpAttemptMail(email, language, config), key)
  })
}

function emailRoutes(deps: AccountRouteDeps) {
  const { identity, sessions } = deps
  return new Hono<Env>().post('/apply', gate(may.useActionCode, noSubject), async (c) => {
    const { code } = await jsonBody(c, actionCodeSchema)
    const account = unwrapIdentity(await identity.applyEmailChange(code))
    await updateProfile(deps, account)
    // The change ended all sessions, so the owner's browser gets a new one.
    if (isActor(c.var.actor, account)) await sessions.startForBrowser(c, account, c.var.actor)
    return c.body(null, 204)
  })
}

function verificationRoutes(deps: AccountRouteDeps) {
  const { identity, sessions, accountEvents, database } = deps
  return new Hono<Env>()
    .post('/', gate(may.resendVerification, noSubject), async (c) => {
      unwrapIdentity(await identity.sendVerification(toUser(c.var.actor).uid))
      return c.body(null, 204)
    })
    .post('/apply', gate(may.useActionCode, noSubject), async (c) => {
      const { code } = await jsonBody(c, actionCodeSchema)
      const { actor } = c.var
      const sessionUid = actor.kind === 'user' ? actor.uid : undefined
      const account = unwrapIdentity(await identity.applyVerification(code, sessionUid))
      const { uid } = account
      await updateProfile(deps, account)
      await accountEvents.record(database, { uid, kind: 'address-confirmed' })
      // The confirmation ended all sessions, so this browser gets a new one.
      if (uid === sessionUid) await sessions.startForBrowser(c, account, c.var.actor)
      return c.body(null, 204)
    })
}

function resetRoutes(deps: AccountRouteDeps) {
  const { identity, sessions } = deps
  return new Hono<Env>()
    .post('/', gate(may.requestReset, noSubject), async (c) => {
      const { email } = await jsonBody(c, forgotPasswordSchema)
      unwrapIdentity(await identity.sendReset(email))
      return c.body(null, 204)
    })
    .post('/check', gate(may.useActionCode, noSubject), async (c) => {
      const { code } = await jsonBody(c, actionCodeSchema)
      unwrapIdentity(await identity.checkReset(code))
      return c.body(null, 204)
    })
    .post('/apply', gate(may.useActionCode, noSubject), async (c) => {
      const { code, newPassword } = await jsonBody(c, resetApplySchema)
      const account = unwrapIdentity(await identity.applyReset(code, newPassword), 'newPassword')
      await updateProfile(deps, account)
      if (isActor(c.var.actor, account)) sessions.cookies.remove(c)
      return c.body(null, 204)
    })
}

async function getAccount(identity: Identity, uid: string): Promise<IdentityAccount> {
  const account = await identity.findAccount(uid)
  if (!account) throw new Refused('user-token-expired')
  return account
}

function isActor(actor: Actor, { uid }: IdentityAccount) {
  return actor.kind === 'user' && actor.uid === uid
}

type TermsRouteDeps = { database: Database; now: () => Date }

/** /api/account/terms: whether the person accepted the current terms of service. */
function termsRoutes({ database, now }: TermsRouteDeps) {
  return new Hono<Env>()
    .get('/', gate(may.readAcceptedTerms, noSubject), async (c) =>
      c.json({ isAccepted: await hasAcceptedTerms(database, toUser(c.var.actor).uid) }),
    )
    .post('/', gate(may.acceptTerms, noSubject), async (c) => {
      await acceptTerms(database, toUser(c.var.actor).uid, now())
      return c.body(null, 204)
    })
}

type Deps = ProfileDeps & {
  identity: Identity
  sessions: Sessions
}

/** /api/account/recovery: links in warnings that a hosted identity provider mails itself. */
function recoveryRoutes(deps: Deps) {
  const { identity, sessions } = deps
  return new Hono<Env>()
    .post('/check', gate(may.useActionCode, noSubject), async (c) => {
      const { code } = await jsonBody(c, actionCodeSchema)
      const recovery: Recovery = unwrapIdentity(await identity.checkRecovery(code))
      return c.json({ recovery })
    })
    .post('/apply', gate(may.useActionCode, noSubject), async (c) => {
      const { code } = await jsonBody(c, actionCodeSchema)
      const account = unwrapIdentity(await identity.applyRecovery(code))
      const { uid, email } = account
      await updateProfile(deps, account)
      // Another person may know the password.
      unwrapIdentity(await identity.sendReset(email))
      if (c.var.actor.kind === 'user' && c.var.actor.uid === uid) sessions.cookies.remove(c)
      return c.body(null, 204)
    })
}
