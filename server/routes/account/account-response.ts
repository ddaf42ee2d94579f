import type { Account, Role } from '#shared/account.ts'
import { errorSentences } from '#shared/error-sentences.ts'
import { invalid } from '#shared/messages.ts'

import { Refused } from '../../http/context.ts'
import type { ContentStore, UserDocument } from '../../providers/content/content.ts'
import {
  isRefusal,
  type IdentityAccount,
  type IdentityRefusal,
} from '../../providers/identity/identity.ts'

export type UserDocuments = Pick<ContentStore, 'insertUser' | 'findUserByUid' | 'updateUser'>

type AccountData = Pick<IdentityAccount, 'uid' | 'email' | 'emailVerified' | 'createdAt'>

/** The person's own account (specification §3). */
export async function toAccountResponse(
  content: UserDocuments,
  account: AccountData,
  { roles, inactiveRoles = [] }: { roles: readonly Role[]; inactiveRoles?: readonly Role[] },
): Promise<{ account: Account }> {
  const { _id, firstname, lastname, gender, terms } = await findOrCreateDocument(content, account)
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
