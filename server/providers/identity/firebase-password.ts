import { passwordChangedMail } from '../../mail/templates.ts'
import { isCommonPassword } from './common-password.ts'
import { findAccountByUid } from './embedded-account.ts'
import { keepAccount, type Context } from './firebase-account.ts'
import { ownersView, refusalOf } from './firebase-view.ts'
import type { Tokens } from './firebase-wire.ts'
import { isRefusal, type Identity, type IdentityRefusal } from './identity.ts'

/** Signs in anew with the current password, as Google wants it before anything that matters. */
export async function recentTokens(
  { wire, database }: Context,
  uid: string,
  password: string,
): Promise<(Tokens & { email: string }) | IdentityRefusal> {
  const found = await findAccountByUid(database, uid)
  if (!found) return { refused: 'wrong-password' }
  const { email } = found.account
  const tokens = await wire.signInWithPassword({ email, password })
  if (!isRefusal(tokens))
    return tokens.localId === uid ? { ...tokens, email } : { refused: 'wrong-password' }
  return tokens.refused === 'invalid-credential' ? { refused: 'wrong-password' } : refusalOf(tokens)
}

export async function changePassword(
  context: Context,
  uid: string,
  { currentPassword, password }: { currentPassword: string; password: string },
): ReturnType<Identity['changePassword']> {
  const recent = await recentTokens(context, uid, currentPassword)
  if (isRefusal(recent)) return recent
  if (isCommonPassword(password, recent.email)) return { refused: 'weak-password' }
  const { wire, database, outbox, publicUrl } = context
  const changed = await wire.changePassword({ idToken: recent.idToken, password })
  if (isRefusal(changed)) return refusalOf(changed)
  const user = await ownersView(context, { localId: uid })
  if (!user) return { refused: 'requires-recent-login' }
  await database.transaction(async (queries) => {
    const { refreshToken } = changed
    await keepAccount(context, queries, user, { refreshToken, endsSessions: true })
    await outbox.enqueue(queries, passwordChangedMail(user.email, { publicUrl }))
  })
  return null
}

export async function requestEmailChange(
  context: Context,
  uid: string,
  { currentPassword, email: newEmail }: { currentPassword: string; email: string },
): ReturnType<Identity['requestEmailChange']> {
  const recent = await recentTokens(context, uid, currentPassword)
  if (isRefusal(recent)) return recent
  // Google may keep quiet about an address that is taken, and mail nothing.
  if (await ownersView(context, { email: newEmail })) return { refused: 'email-already-in-use' }
  const { idToken } = recent
  const sent = await context.wire.sendOobCode({
    requestType: 'VERIFY_AND_CHANGE_EMAIL',
    idToken,
    newEmail,
  })
  return isRefusal(sent) ? refusalOf(sent) : null
}
