import { sql } from '../../../platform/database/sql.ts'
import { saveAccount, type FirebaseIdentityDeps } from './accounts.ts'
import { withAccountLock } from './account-lock.ts'
import { getRecentTokens } from './password.ts'
import { findUser, toIdentityRefusal } from './users.ts'
import { IdentityUnavailable, isRefusal, type Identity } from '../identity.ts'

export async function setDisabled(
  deps: FirebaseIdentityDeps,
  uid: string,
  disabled: boolean,
): Promise<void> {
  const { toolkit, database } = deps
  const updated = await toolkit.updateAsAdmin({ localId: uid, disableUser: disabled })
  const user = isRefusal(updated) ? undefined : await findUser(deps, { localId: uid })
  if (user) await database.transaction((queries) => saveAccount(deps, queries, user))
}

export async function deleteAccount(
  deps: FirebaseIdentityDeps,
  uid: string,
  currentPassword: string,
): ReturnType<Identity['deleteAccount']> {
  const recent = await getRecentTokens(deps, uid, currentPassword)
  if (isRefusal(recent)) return recent
  const deleted = await deps.toolkit.delete(recent.idToken)
  if (isRefusal(deleted)) return toIdentityRefusal(deleted)
  await deleteCopy(deps, uid)
  return null
}

/** An account that is gone at Google counts as deleted. */
export async function deleteAsAdmin(deps: FirebaseIdentityDeps, uid: string): Promise<void> {
  const deleted = await deps.toolkit.deleteAsAdmin({ localId: uid })
  if (isRefusal(deleted) && (await findUser(deps, { localId: uid })))
    throw new IdentityUnavailable(`Google did not delete the account: ${deleted.refused}`)
  await deleteCopy(deps, uid)
}

export async function deleteUnconfirmed(deps: FirebaseIdentityDeps, uid: string): Promise<boolean> {
  const deleted = await withAccountLock(deps, uid, () => deleteWhereUnconfirmed(deps, uid))
  return deleted === true
}

async function deleteWhereUnconfirmed(deps: FirebaseIdentityDeps, uid: string): Promise<boolean> {
  const { toolkit, database } = deps
  const user = await findUser(deps, { localId: uid })
  if (user?.emailVerified) {
    await database.transaction((queries) => saveAccount(deps, queries, user))
    return false
  }
  if (user && isRefusal(await toolkit.deleteAsAdmin({ localId: uid }))) return false
  await deleteCopy(deps, uid)
  return true
}

async function deleteCopy({ database }: FirebaseIdentityDeps, uid: string) {
  await database.run(sql`delete from account where uid = ${uid}`)
}
