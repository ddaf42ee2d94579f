import { isCommonPassword } from '../common-password.ts'
import { findAccountByUid } from '../account-rows.ts'
import { mailEmailChange } from './mail-codes.ts'
import { saveAccount, type FirebaseIdentityDeps } from './accounts.ts'
import { findUser, toIdentityRefusal } from './users.ts'
import type { Tokens } from './identity-toolkit.ts'
import { isRefusal, type Identity, type IdentityRefusal } from '../identity.ts'

/** Signs in again with the current password: Google requires a recent sign-in for sensitive changes. */
export async function getRecentTokens(
  { toolkit, database }: FirebaseIdentityDeps,
  uid: string,
  password: string,
): Promise<(Tokens & { email: string }) | IdentityRefusal> {
  const found = await findAccountByUid(database, uid)
  if (!found) return { refused: 'wrong-password' }
  const { email } = found.account
  const tokens = await toolkit.signInWithPassword({ email, password })
  if (!isRefusal(tokens))
    return tokens.localId === uid ? { ...tokens, email } : { refused: 'wrong-password' }
  return tokens.refused === 'invalid-credential'
    ? { refused: 'wrong-password' }
    : toIdentityRefusal(tokens)
}

export async function changePassword(
  deps: FirebaseIdentityDeps,
  uid: string,
  { currentPassword, password }: { currentPassword: string; password: string },
): ReturnType<Identity['changePassword']> {
  const recent = await getRecentTokens(deps, uid, currentPassword)
  if (isRefusal(recent)) return recent
  if (isCommonPassword(password, recent.email)) return { refused: 'weak-password', isCommon: true }
  const { toolkit, database, recordChange } = deps
  const changed = await toolkit.changePassword({ idToken: recent.idToken, password })
  if (isRefusal(changed)) return toIdentityRefusal(changed)
  const user = await findUser(deps, { localId: uid })
  if (!user) return { refused: 'requires-recent-login' }
  await database.transaction(async (queries) => {
    const { refreshToken } = changed
    await saveAccount(deps, queries, user, { refreshToken, endsSessions: true })
    await recordChange(queries, { uid, kind: 'password-changed' })
  })
  return null
}

export async function requestEmailChange(
  deps: FirebaseIdentityDeps,
  uid: string,
  { currentPassword, email: newEmail }: { currentPassword: string; email: string },
): ReturnType<Identity['requestEmailChange']> {
  const recent = await getRecentTokens(deps, uid, currentPassword)
  if (isRefusal(recent)) return recent
  // Google may not report that an address is taken and then sends no mail.
  if (await findUser(deps, { email: newEmail })) return { refused: 'email-already-in-use' }
  return mailEmailChange(deps, { uid, email: recent.email, newEmail })
}
