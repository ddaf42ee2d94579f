import { randomBytes } from 'node:crypto'

import { addressChangedMail } from '../../mail/account-mail.ts'
import { passwordChangedMail } from '../../mail/templates.ts'
import { isCommonPassword } from './common-password.ts'
import { findAccountByUid } from './embedded-account.ts'
import { keepAccount, setContestedSql, type Context } from './firebase-account.ts'
import { alone } from './firebase-alone.ts'
import { ownersView, refusalOf } from './firebase-view.ts'
import { isRefusal, type Identity, type IdentityRefusal } from './identity.ts'

type Kind = 'VERIFY_EMAIL' | 'PASSWORD_RESET' | 'VERIFY_AND_CHANGE_EMAIL'

/** Looks at a code without using it up. One of another kind is as good as a made-up one. */
export async function inspect({ wire }: Context, oobCode: string, kind: Kind) {
  const found = await wire.resetPassword({ oobCode })
  if (isRefusal(found)) return refusalOf(found)
  return found.requestType === kind ? found : invalidCode
}

const invalidCode: IdentityRefusal = { refused: 'invalid-action-code' }

export async function applyVerification(
  context: Context,
  code: string,
  presenter: string | undefined,
): ReturnType<Identity['applyVerification']> {
  const known = await inspect(context, code, 'VERIFY_EMAIL')
  if (isRefusal(known)) return known
  const holder = await ownersView(context, { email: known.email })
  if (!holder) return invalidCode
  const uid = holder.localId
  await context.database.transaction((queries) => keepAccount(context, queries, holder))
  return alone(context, uid, () => confirm(context, uid, { code, presenter }))
}

async function confirm(
  context: Context,
  localId: string,
  { code, presenter }: { code: string; presenter: string | undefined },
): ReturnType<Identity['applyVerification']> {
  const { wire, database } = context
  const applied = await wire.applyCode(code)
  if (isRefusal(applied)) return refusalOf(applied)
  if (applied.localId !== localId) return invalidCode
  // Two people chose a password for this address: see the embedded provider. Nobody knows the one that is set here.
  const isContested = (await findAccountByUid(database, localId))?.contested
  if (isContested && presenter !== localId)
    await wire.updateAsOwner({ localId, password: randomBytes(32).toString('base64url') })
  const user = await ownersView(context, { localId })
  if (!user) return invalidCode
  return database.transaction(async (queries) => {
    const account = await keepAccount(context, queries, user, { endsSessions: true })
    await queries.run(setContestedSql(localId, false))
    return account
  })
}

export async function applyReset(
  context: Context,
  code: string,
  newPassword: string,
): ReturnType<Identity['applyReset']> {
  const known = await inspect(context, code, 'PASSWORD_RESET')
  if (isRefusal(known)) return known
  const { wire, database, outbox, publicUrl } = context
  const before = await ownersView(context, { email: known.email })
  if (before?.disabled) return { refused: 'user-disabled' }
  if (isCommonPassword(newPassword, known.email)) return { refused: 'weak-password' }
  const applied = await wire.resetPassword({ oobCode: code, newPassword })
  if (isRefusal(applied)) return refusalOf(applied)
  const user = await ownersView(context, { email: known.email })
  if (!user) return invalidCode
  return database.transaction(async (queries) => {
    // The password that the old token was given for is gone.
    const seen = { refreshToken: null, endsSessions: true }
    const account = await keepAccount(context, queries, user, seen)
    await queries.run(setContestedSql(account.uid, false))
    await outbox.enqueue(queries, passwordChangedMail(account.email, { publicUrl }))
    return account
  })
}

export async function applyEmailChange(
  context: Context,
  code: string,
): ReturnType<Identity['applyEmailChange']> {
  const known = await inspect(context, code, 'VERIFY_AND_CHANGE_EMAIL')
  if (isRefusal(known)) return known
  const { wire, database, outbox, publicUrl } = context
  const applied = await wire.applyCode(code)
  if (isRefusal(applied)) return refusalOf(applied)
  const user = await ownersView(context, { localId: applied.localId })
  if (!user) return invalidCode
  return database.transaction(async (queries) => {
    const seen = { refreshToken: null, endsSessions: true }
    const account = await keepAccount(context, queries, user, seen)
    await outbox.enqueue(queries, addressChangedMail(known.email, { publicUrl }))
    return account
  })
}
