import type { Account, Role } from '#shared/account.ts'
import { errorSentences } from '#shared/error-sentences.ts'
import { invalid } from '#shared/messages.ts'

import { Refused } from '../http/context.ts'
import type { ContentStore, UserDocument } from '../providers/content/content.ts'
import {
  isRefusal,
  type IdentityAccount,
  type IdentityRefusal,
} from '../providers/identity/identity.ts'

/** The part of the content store that is about people. */
export type UserDocuments = Pick<ContentStore, 'insertUser' | 'findUserByUid' | 'updateUser'>

type Shown = Pick<IdentityAccount, 'uid' | 'email' | 'emailVerified' | 'createdAt'>

/** What the person themselves is told about their account (specification §3). */
export async function accountAnswer(
  content: UserDocuments,
  account: Shown,
  { roles, dormantRoles = [] }: { roles: readonly Role[]; dormantRoles?: readonly Role[] },
): Promise<{ account: Account }> {
  const { _id, firstname, lastname, gender, terms } = await documentOf(content, account)
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
      ...(dormantRoles.length > 0 && { dormantRoles: [...dormantRoles] }),
      createdAt: account.createdAt.toISOString(),
    },
  }
}

/** An account without a document, as a sign-up that was cut off in the middle leaves it, gets an empty one. */
export async function documentOf(
  content: UserDocuments,
  { uid, email, emailVerified }: Shown,
): Promise<UserDocument> {
  const found = await content.findUserByUid(uid)
  if (found) return found
  const unknown = { firstname: '', lastname: '', gender: 'Other', terms: false } as const
  return content.insertUser({ uid, email, emailVerified, ...unknown })
}

/** For actions that ask for the current password once more: what is wrong with it stands under its field. */
export function mustKnowPassword(answer: IdentityRefusal | null) {
  if (answer?.refused === 'wrong-password')
    throw new Refused('wrong-password', {
      fields: { currentPassword: [errorSentences['wrong-password']] },
    })
  accepted(answer)
}

/** Turns what the identity provider refused into an answer. `passwordField` is where the form asks for the new password. */
export function accepted<Answer extends object | null>(
  answer: Answer | IdentityRefusal,
  passwordField = 'password',
): Answer {
  if (!isRefusal(answer)) return answer
  if (answer.refused === 'busy') throw new Refused('busy', { retryAfterSeconds: 2 })
  if (answer.refused === 'weak-password')
    throw new Refused('weak-password', {
      message: invalid.passwordCommon,
      fields: { [passwordField]: [invalid.passwordCommon] },
    })
  throw new Refused(answer.refused)
}
