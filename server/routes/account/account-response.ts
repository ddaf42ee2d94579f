import type { Account, Role } from '#shared/account.ts'
import { errorSentences } from '#shared/error-sentences.ts'
import { invalid } from '#shared/text/invalid.ts'

import { Refused } from '../../platform/http/context.ts'
import type { ConfirmedAddresses } from '../../people/supporters/mail-links.ts'
import type { ContentStore, UserDocument } from '../../providers/content/content.ts'
import {
  isRefusal,
  type IdentityAccount,
  type IdentityRefusal,
} from '../../providers/identity/identity.ts'

export type UserDocuments = Pick<ContentStore, 'insertUser' | 'findUserByUid' | 'updateUser'>

type AccountData = Pick<IdentityAccount, 'uid' | 'email' | 'emailVerified' | 'createdAt'>

type Rights = { roles: readonly Role[]; inactiveRoles?: readonly Role[] }

/** The person's own account (specification §3). */
export async function toAccountResponse(
  content: UserDocuments,
  account: AccountData,
  rights: Rights,
): Promise<{ account: Account }> {
  return toResponse(await findOrCreateDocument(content, account), account, rights)
}

export function toResponse(
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

export type ProfileDeps = {
  content: UserDocuments
  confirmedAddresses: Pick<ConfirmedAddresses, 'confirmAccount'>
}

/**
 * The user document repeats the address and its confirmation (specification §3), and mails about campaigns go to it. `account` is fresh
 * from the identity provider.
 */
export async function updateProfile(
  { content, confirmedAddresses }: ProfileDeps,
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
export async function completeProfile(
  deps: ProfileDeps,
  account: AccountData,
): Promise<UserDocument> {
  const document = await findOrCreateDocument(deps.content, account)
  const { email, emailVerified } = account
  const isComplete = document.email === email && document.emailVerified === emailVerified
  return isComplete ? document : updateProfile(deps, account, document)
}

/** Creates an empty document if there is none, as after an interrupted sign-up. */
export async function findOrCreateDocument(
  content: UserDocuments,
  { uid, email, emailVerified }: AccountData,
): Promise<UserDocument> {
  const found = await content.findUserByUid(uid)
  if (found) return found
  const empty = { firstname: '', lastname: '', gender: 'Other', terms: false } as const
  return content.insertUser({ uid, email, emailVerified, ...empty })
}

/** For forms with the current password: reports a wrong one at its field. */
export function requirePassword(result: IdentityRefusal | null) {
  if (result?.refused === 'wrong-password')
    throw new Refused('wrong-password', {
      fields: { currentPassword: [errorSentences['wrong-password']] },
    })
  unwrapIdentity(result)
}

/** Throws the provider's refusal as an error response. `passwordField` is the form's field for the new password. */
export function unwrapIdentity<Result extends object | null>(
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
