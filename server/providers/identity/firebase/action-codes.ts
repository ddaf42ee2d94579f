import { randomBytes } from 'node:crypto'

import { isCommonPassword } from '../common-password.ts'
import { findAccountByUid } from '../account-rows.ts'
import { saveAccount, setContestedSql, type FirebaseIdentityDeps } from './accounts.ts'
import { withAccountLock } from './account-lock.ts'
import { findUser, toIdentityRefusal } from './users.ts'
import { isRefusal, type Identity, type IdentityRefusal } from '../identity.ts'

type Kind = 'VERIFY_EMAIL' | 'PASSWORD_RESET' | 'VERIFY_AND_CHANGE_EMAIL'

/** Checks a code without using it. A code for another purpose is invalid. */
export async function checkCode({ toolkit }: FirebaseIdentityDeps, oobCode: string, kind: Kind) {
  const found = await toolkit.resetPassword({ oobCode })
  if (isRefusal(found)) return toIdentityRefusal(found)
  return found.requestType === kind ? found : invalidCode
}

const invalidCode: IdentityRefusal = { refused: 'invalid-action-code' }

export async function applyVerification(
  deps: FirebaseIdentityDeps,
  code: string,
  sessionUid: string | undefined,
): ReturnType<Identity['applyVerification']> {
  const known = await checkCode(deps, code, 'VERIFY_EMAIL')
  if (isRefusal(known)) return known
  const holder = await findUser(deps, { email: known.email })
  if (!holder) return invalidCode
  const uid = holder.localId
  await deps.database.transaction((queries) => saveAccount(deps, queries, holder))
  return withAccountLock(deps, uid, () => confirm(deps, uid, { code, sessionUid }))
}

async function confirm(
  deps: FirebaseIdentityDeps,
  localId: string,
  { code, sessionUid }: { code: string; sessionUid: string | undefined },
): ReturnType<Identity['applyVerification']> {
  const { toolkit, database } = deps
  const applied = await toolkit.applyCode(code)
  if (isRefusal(applied)) return toIdentityRefusal(applied)
  if (applied.localId !== localId) return invalidCode
  // Two people chose a password for this address (see the embedded provider). A random password forces a reset.
  const isContested = (await findAccountByUid(database, localId))?.contested
  if (isContested && sessionUid !== localId)
    await toolkit.updateAsAdmin({ localId, password: randomBytes(32).toString('base64url') })
  const user = await findUser(deps, { localId })
  if (!user) return invalidCode
  return database.transaction(async (queries) => {
    const account = await saveAccount(deps, queries, user, { endsSessions: true })
    await queries.run(setContestedSql(localId, false))
    return account
  })
}

export async function applyReset(
  deps: FirebaseIdentityDeps,
  code: string,
  newPassword: string,
): ReturnType<Identity['applyReset']> {
  const known = await checkCode(deps, code, 'PASSWORD_RESET')
  if (isRefusal(known)) return known
  const { toolkit, database, recordChange } = deps
  const before = await findUser(deps, { email: known.email })
  if (before?.disabled) return { refused: 'user-disabled' }
  if (isCommonPassword(newPassword, known.email))
    return { refused: 'weak-password', isCommon: true }
  const applied = await toolkit.resetPassword({ oobCode: code, newPassword })
  if (isRefusal(applied)) return toIdentityRefusal(applied)
  const user = await findUser(deps, { email: known.email })
  if (!user) return invalidCode
  return database.transaction(async (queries) => {
    // The old token ends with the old password.
    const options = { refreshToken: null, endsSessions: true }
    const account = await saveAccount(deps, queries, user, options)
    await queries.run(setContestedSql(account.uid, false))
    await recordChange(queries, { uid: account.uid, kind: 'password-reset' })
    return account
  })
}

export async function applyEmailChange(
  deps: FirebaseIdentityDeps,
  code: string,
): ReturnType<Identity['applyEmailChange']> {
  const known = await checkCode(deps, code, 'VERIFY_AND_CHANGE_EMAIL')
  if (isRefusal(known)) return known
  const { toolkit, database, recordChange } = deps
  const applied = await toolkit.applyCode(code)
  if (isRefusal(applied)) return toIdentityRefusal(applied)
  const user = await findUser(deps, { localId: applied.localId })
  if (!user) return invalidCode
  return database.transaction(async (queries) => {
    const options = { refreshToken: null, endsSessions: true }
    const account = await saveAccount(deps, queries, user, options)
    const { uid } = account
    await recordChange(queries, { uid, kind: 'address-changed', formerEmail: known.email })
    return account
  })
}
