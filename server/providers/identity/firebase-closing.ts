import { sql } from '../../database/sql.ts'
import { keepAccount, type Context } from './firebase-account.ts'
import { alone } from './firebase-alone.ts'
import { recentTokens } from './firebase-password.ts'
import { ownersView, refusalOf } from './firebase-view.ts'
import { isRefusal, type Identity } from './identity.ts'

export async function setDisabled(context: Context, uid: string, disabled: boolean): Promise<void> {
  const { wire, database } = context
  const updated = await wire.updateAsOwner({ localId: uid, disableUser: disabled })
  const user = isRefusal(updated) ? undefined : await ownersView(context, { localId: uid })
  if (user) await database.transaction((queries) => keepAccount(context, queries, user))
}

export async function deleteAccount(
  context: Context,
  uid: string,
  currentPassword: string,
): ReturnType<Identity['deleteAccount']> {
  const recent = await recentTokens(context, uid, currentPassword)
  if (isRefusal(recent)) return recent
  const deleted = await context.wire.delete(recent.idToken)
  if (isRefusal(deleted)) return refusalOf(deleted)
  await forget(context, uid)
  return null
}

export async function deleteUnconfirmed(context: Context, uid: string): Promise<boolean> {
  const deleted = await alone(context, uid, () => deleteWhereUnconfirmed(context, uid))
  return deleted === true
}

async function deleteWhereUnconfirmed(context: Context, uid: string): Promise<boolean> {
  const { wire, database } = context
  const user = await ownersView(context, { localId: uid })
  if (user?.emailVerified) {
    await database.transaction((queries) => keepAccount(context, queries, user))
    return false
  }
  if (user && isRefusal(await wire.deleteAsOwner({ localId: uid }))) return false
  await forget(context, uid)
  return true
}

async function forget({ database }: Context, uid: string) {
  await database.run(sql`delete from account where uid = ${uid}`)
}
