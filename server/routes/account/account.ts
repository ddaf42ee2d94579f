import { Hono } from 'hono'

import {
  actionCodeSchema,
  forgotPasswordSchema,
  passwordChangeSchema,
  profileSchema,
  resetApplySchema,
  signUpSchema,
  type Recovery,
  accountDeletionSchema,
  twoFactorSetupSchema,
  twoFactorConfirmationSchema,
  twoFactorRemovalSchema,
  loginSchema,
  type SessionList,
  type Account,
  type Role,
} from '#shared/account.ts'
import { errorSentences } from '#shared/error-sentences.ts'
import { invalid } from '#shared/text/invalid.ts'

import { acceptTerms, hasAcceptedTerms } from '../../people/accounts/sessions.ts'
import { requireTwoFactor, toRefusal } from '../../people/accounts/two-factor.ts'
import { erasePerson, exportPersonalData } from '../../people/privacy/personal-data.ts'
import { jsonBody, Refused, refuseStaffName, type Env, done } from '../../platform/http/context.ts'
import { gate, noSubject } from '../../platform/http/gate.ts'
import { getLanguage, findChosenLanguage } from '../../platform/http/language.ts'
import { signUpAttemptMail, accountDeletedMail } from '../../platform/mail/account-mail.ts'
import { toRecipientKey } from '../../platform/mail/mail-rows.ts'
import {
  findLanguageByEmail,
  saveLanguage,
  findLanguage,
} from '../../platform/mail/reader-language.ts'
import { toUser, type Actor } from '../../platform/policy/actor.ts'
import * as may from '../../platform/policy/rules.ts'
import type { ContentStore, UserDocument } from '../../providers/content/content.ts'
import {
  isRefusal,
  type Identity,
  type IdentityAccount,
  type IdentityRefusal,
} from '../../providers/identity/identity.ts'
import type { Services } from '../../services.ts'

/** /api/account: sign-up and changes to one's own account. */
export function accountRoutes(deps: Services) {
  const { identity, content, sessions, accountEvents, database, now } = deps
  return (
    new Hono<Env>()
      .post('/', gate(may.signUp, noSubject), async (c) => {
        const { email, password, firstname, lastname, gender, terms } = await jsonBody(
          c,
          signUpSchema,
        )
        refuseStaffName('lastname', `${firstname} ${lastname}`)
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
        // Reviewers and admins may say what they are.
        if (actor.roles.length === 0) refuseStaffName('lastname', `${firstname} ${lastname}`)
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
      // /api/account/terms: whether the person accepted the current terms of service.

      .get('/terms', gate(may.readAcceptedTerms, noSubject), async (c) =>
        c.json({ isAccepted: await hasAcceptedTerms(database, toUser(c.var.actor).uid) }),
      )
      .post('/terms', gate(may.acceptTerms, noSubject), (c) =>
        done(c, acceptTerms(database, toUser(c.var.actor).uid, now())),
      )
      .post('/verification', gate(may.resendVerification, noSubject), async (c) => {
        unwrapIdentity(await identity.sendVerification(toUser(c.var.actor).uid))
        return c.body(null, 204)
      })
      .post('/verification/apply', gate(may.useActionCode, noSubject), async (c) => {
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
      .post('/email/apply', gate(may.useActionCode, noSubject), async (c) => {
        const { code } = await jsonBody(c, actionCodeSchema)
        const account = unwrapIdentity(await identity.applyEmailChange(code))
        await updateProfile(deps, account)
        // The change ended all sessions, so the owner's browser gets a new one.
        if (isActor(c.var.actor, account)) await sessions.startForBrowser(c, account, c.var.actor)
        return c.body(null, 204)
      })
      .post('/reset', gate(may.requestReset, noSubject), async (c) => {
        const { email } = await jsonBody(c, forgotPasswordSchema)
        unwrapIdentity(await identity.sendReset(email))
        return c.body(null, 204)
      })
      .post('/reset/check', gate(may.useActionCode, noSubject), async (c) => {
        const { code } = await jsonBody(c, actionCodeSchema)
        unwrapIdentity(await identity.checkReset(code))
        return c.body(null, 204)
      })
      .post('/reset/apply', gate(may.useActionCode, noSubject), async (c) => {
        const { code, newPassword } = await jsonBody(c, resetApplySchema)
        const account = unwrapIdentity(await identity.applyReset(code, newPassword), 'newPassword')
        await updateProfile(deps, account)
        if (isActor(c.var.actor, account)) sessions.cookies.remove(c)
        return c.body(null, 204)
      })
      // /api/account/recovery: links in warnings that a hosted identity provider mails itself.

      .post('/recovery/check', gate(may.useActionCode, noSubject), async (c) => {
        const { code } = await jsonBody(c, actionCodeSchema)
        const recovery: Recovery = unwrapIdentity(await identity.checkRecovery(code))
        return c.json({ recovery })
      })
      .post('/recovery/apply', gate(may.useActionCode, noSubject), async (c) => {
        const { code } = await jsonBody(c, actionCodeSchema)
        const account = unwrapIdentity(await identity.applyRecovery(code))
        const { uid, email } = account
        await updateProfile(deps, account)
        // Another person may know the password.
        unwrapIdentity(await identity.sendReset(email))
        if (c.var.actor.kind === 'user' && c.var.actor.uid === uid) sessions.cookies.remove(c)
        return c.body(null, 204)
      })
  )
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
async function notifyOwner({ database, sealing, outbox, config }: Services, email: string) {
  const recipient = toRecipientKey(sealing, email).toString('hex')
  const key = `sign-up attempt ${recipient} ${new Date().toISOString().slice(0, 10)}`
  await database.transaction(async (queries) => {
    const language = await findLanguageByEmail(queries, email)
    await outbox.enqueue(queries, signUpAttemptMail({ to: email, language }, config), key)
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

/** /api/account/data and /api/account/deletion: data export and erasure. */
export function privacyRoutes(deps: Services) {
  const { database, identity, sessions, twoFactor, outbox } = deps
  return new Hono<Env>()
    .get('/data', gate(may.readOwnData, noSubject), async (c) => {
      c.header('content-disposition', 'attachment; filename="ajo-my-data.json"')
      return c.json(await exportPersonalData(deps, toUser(c.var.actor)))
    })
    .post('/deletion', gate(may.deleteAccount, noSubject), async (c) => {
      const actor = toUser(c.var.actor)
      const { uid, email } = actor
      const { currentPassword, code = '' } = await jsonBody(c, accountDeletionSchema)
      requirePassword(await identity.checkPassword(uid, currentPassword))
      if ((await twoFactor.getState(uid)).isOn)
        await requireTwoFactor(twoFactor, { uid, code, source: 'session' })
      // The language is gone with the account.
      const mail = accountDeletedMail({ to: email, language: await findLanguage(database, uid) })
      await erasePerson(deps, actor)
      requirePassword(await identity.deleteAccount(uid, currentPassword))
      await database.transaction((queries) => outbox.enqueue(queries, mail))
      sessions.cookies.remove(c)
      return c.body(null, 204)
    })
}

/** /api/account/two-factor: optional for users, required for the roles reviewer and admin. */
export function twoFactorRoutes({ identity, sessions, twoFactor }: Services) {
  return new Hono<Env>()
    .get('/', gate(may.readTwoFactor, noSubject), async (c) =>
      c.json(await twoFactor.getState(toUser(c.var.actor).uid)),
    )
    .post('/', gate(may.manageTwoFactor, noSubject), async (c) => {
      const { uid, email } = toUser(c.var.actor)
      const { currentPassword } = await jsonBody(c, twoFactorSetupSchema)
      requirePassword(await identity.checkPassword(uid, currentPassword))
      const setup = await twoFactor.startSetup(uid, email)
      if (!setup) throw new Refused('not-found')
      return c.json(setup)
    })
    .post('/confirm', gate(may.manageTwoFactor, noSubject), async (c) => {
      const actor = toUser(c.var.actor)
      const { code } = await jsonBody(c, twoFactorConfirmationSchema)
      const recoveryCodes = await twoFactor.confirmSetup(actor.uid, code)
      if (recoveryCodes === 'wrong') throw toRefusal(recoveryCodes)
      // Other browsers log in again with a code; this one has just entered it.
      await sessions.endAll(actor.uid)
      const account = await getAccount(identity, actor.uid)
      await sessions.startForBrowser(c, account, actor, { twoFactor: true })
      return c.json({ recoveryCodes })
    })
    .post('/off', gate(may.manageTwoFactor, noSubject), async (c) => {
      const { uid } = toUser(c.var.actor)
      const { currentPassword, code } = await jsonBody(c, twoFactorRemovalSchema)
      requirePassword(await identity.checkPassword(uid, currentPassword))
      await requireTwoFactor(twoFactor, { uid, code, source: 'session' })
      await twoFactor.turnOff(uid)
      // The rights of a session never change: roles that need two-factor authentication end with it.
      await sessions.endAll(uid)
      sessions.cookies.remove(c)
      return c.body(null, 204)
    })
}

/** /api/session: the signed-in account, login and logout. */
export function sessionRoutes(deps: Services) {
  const { identity, content, sessions, twoFactor, database } = deps
  return new Hono<Env>()
    .get('/', gate(may.readSession, noSubject), async (c) => {
      const { actor } = c.var
      if (actor.kind !== 'user' || !(await identity.revalidate(actor.uid)))
        return c.json({ account: null })
      return c.json(await toAccountResponse(content, actor, actor))
    })
    .post('/', gate(may.signIn, noSubject), async (c) => {
      const { code = '', ...credential } = await jsonBody(c, loginSchema)
      const account = unwrapIdentity(await identity.signIn(credential))
      const { isOn } = await twoFactor.getState(account.uid)
      if (isOn) {
        const isKnown = await sessions.isKnownDevice(c.req.raw, account.email)
        const source = isKnown ? 'known-device' : 'new-device'
        await requireTwoFactor(twoFactor, { uid: account.uid, code, source })
      }
      const session = await sessions.startForBrowser(c, account, c.var.actor, { twoFactor: isOn })
      const language = findChosenLanguage(c)
      if (language) await saveLanguage(database, account.uid, language)
      return c.json(toResponse(await completeProfile(deps, account), account, session))
    })
    .delete('/', gate(may.signOut, noSubject), async (c) => {
      const { actor } = c.var
      if (actor.kind === 'user') await sessions.end(actor.sessionId)
      sessions.cookies.remove(c)
      return c.body(null, 204)
    })
}

export function sessionListRoutes({ sessions, accountEvents, database }: Services) {
  return new Hono<Env>()
    .get('/', gate(may.listSessions, noSubject), async (c) => {
      const { uid, sessionId } = toUser(c.var.actor)
      const listed = await sessions.list(uid)
      const response: SessionList = {
        sessions: listed.map((each) => ({ ...each, isThis: each.id === sessionId })),
      }
      return c.json(response)
    })
    .delete('/', gate(may.endSessions, noSubject), async (c) => {
      const { uid } = toUser(c.var.actor)
      await sessions.endAll(uid)
      await accountEvents.record(database, { uid, kind: 'signed-out-everywhere' })
      sessions.cookies.remove(c)
      return c.body(null, 204)
    })
    .delete('/:id', gate(may.endSession, sessions.find), (c) =>
      done(c, sessions.end(c.var.subject.id)),
    )
}

export type UserDocuments = Pick<ContentStore, 'insertUser' | 'findUserByUid' | 'updateUser'>

type AccountData = Pick<IdentityAccount, 'uid' | 'email' | 'emailVerified' | 'createdAt'>

type Rights = { roles: readonly Role[]; inactiveRoles?: readonly Role[] }

/** The person's own account (specification §3). */
async function toAccountResponse(
  content: UserDocuments,
  account: AccountData,
  rights: Rights,
): Promise<{ account: Account }> {
  return toResponse(await findOrCreateDocument(content, account), account, rights)
}

function toResponse(
  { _id, firstname, lastname, gender, terms }: UserDocument,
  account: AccountData,
  { roles, inactiveRoles = [] }: Rights,
): { account: Account } {
  const { uid, email, emailVerified } = account
  return {
    account: {
      _id,
      uid,
      firstname,
      lastname,
      email,
      gender,
      terms,
      emailVerified,
      roles: [...roles],
      ...(inactiveRoles.length > 0 && { inactiveRoles: [...inactiveRoles] }),
      createdAt: account.createdAt.toISOString(),
    },
  }
}

/**
 * The user document repeats the address and its confirmation (specification §3), and mails about campaigns go to it. `account` is fresh
 * from the identity provider.
 */
async function updateProfile(
  { content, confirmedAddresses }: Services,
  account: AccountData,
  known?: UserDocument,
): Promise<UserDocument> {
  const document = known ?? (await findOrCreateDocument(content, account))
  const { email, emailVerified } = account
  // First, because the next login repeats both only where the document differs.
  if (emailVerified) await confirmedAddresses.confirmAccount(email)
  await content.updateUser(document._id, { email, emailVerified })
  return { ...document, email, emailVerified }
}

/** Repeats what was interrupted after the identity provider had changed the address or its confirmation. */
async function completeProfile(deps: Services, account: AccountData): Promise<UserDocument> {
  const document = await findOrCreateDocument(deps.content, account)
  const { email, emailVerified } = account
  const isComplete = document.email === email && document.emailVerified === emailVerified
  return isComplete ? document : updateProfile(deps, account, document)
}

/** Creates an empty document if there is none, as after an interrupted sign-up. */
async function findOrCreateDocument(
  content: UserDocuments,
  { uid, email, emailVerified }: AccountData,
): Promise<UserDocument> {
  const found = await content.findUserByUid(uid)
  if (found) return found
  const empty = { firstname: '', lastname: '', gender: 'Other', terms: false } as const
  return content.insertUser({ uid, email, emailVerified, ...empty })
}

/** For forms with the current password: reports a wrong one at its field. */
function requirePassword(result: IdentityRefusal | null) {
  if (result?.refused === 'wrong-password')
    throw new Refused('wrong-password', {
      fields: { currentPassword: [errorSentences['wrong-password']] },
    })
  unwrapIdentity(result)
}

/** Throws the provider's refusal as an error response. `passwordField` is the form's field for the new password. */
function unwrapIdentity<Result extends object | null>(
  result: Result | IdentityRefusal,
  passwordField = 'password',
): Result {
  if (!isRefusal(result)) return result
  if (result.refused === 'busy') throw new Refused('busy', { retryAfterSeconds: 2 })
  if (result.isCommon)
    throw new Refused('weak-password', {
      message: invalid.passwordCommon,
      fields: { [passwordField]: [invalid.passwordCommon] },
    })
  throw new Refused(result.refused)
}
