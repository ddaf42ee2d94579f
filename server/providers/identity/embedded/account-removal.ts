import { sql } from '../../../platform/database/sql.ts'
import { voidCodes } from './action-codes.ts'
import { lockCredentialSql } from '../account-rows.ts'
import type { EmbeddedIdentityDeps } from './deps.ts'
import { checkPassword } from './password.ts'
import type { Identity } from '../identity.ts'

export async function setDisabled(
  { database }: EmbeddedIdentityDeps,
  uid: string,
  disabled: boolean,
) {
  await database.transaction(async (queries) => {
    await queries.run(lockCredentialSql(uid))
    await queries.run(sql`
      update account set disabled = ${disabled}, credential_version = credential_version + 1
      where uid = ${uid} and disabled <> ${disabled}`)
    if (disabled) await voidCodes(queries, uid)
  })
}

export async function deleteAccount(
  deps: EmbeddedIdentityDeps,
  uid: string,
  currentPassword: string,
): ReturnType<Identity['deleteAccount']> {
  const refusal = await checkPassword(deps, uid, currentPassword)
  if (refusal) return refusal
  await deleteAsAdmin(deps, uid)
  return null
}

export async function deleteAsAdmin({ database }: EmbeddedIdentityDeps, uid: string) {
  await database.run(sql`delete from account where uid = ${uid}`)
}

export async function deleteUnconfirmed(
  { database }: EmbeddedIdentityDeps,
  uid: string,
): Promise<boolean> {
  return database.transaction(async (queries) => {
    // Waits for a confirmation of the address that is in progress.
    await queries.run(lockCredentialSql(uid))
    const deleted = await queries.run(
      sql`delete from account where uid = ${uid} and not email_verified`,
    )
    return deleted > 0
  })
}
