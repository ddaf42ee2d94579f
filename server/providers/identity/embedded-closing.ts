import { sql } from '../../database/sql.ts'
import { voidCodes } from './action-code.ts'
import { lockCredentialSql } from './embedded-account.ts'
import type { Context } from './embedded-context.ts'
import { checkPassword } from './embedded-password.ts'
import type { Identity } from './identity.ts'

export async function setDisabled({ database }: Context, uid: string, disabled: boolean) {
  await database.transaction(async (queries) => {
    await queries.run(lockCredentialSql(uid))
    await queries.run(sql`
      update account set disabled = ${disabled}, credential_version = credential_version + 1
      where uid = ${uid} and disabled <> ${disabled}`)
    if (disabled) await voidCodes(queries, uid)
  })
}

export async function deleteAccount(
  context: Context,
  uid: string,
  currentPassword: string,
): ReturnType<Identity['deleteAccount']> {
  const refusal = await checkPassword(context, uid, currentPassword)
  if (refusal) return refusal
  await context.database.run(sql`delete from account where uid = ${uid}`)
  return null
}

export async function deleteUnconfirmed({ database }: Context, uid: string): Promise<boolean> {
  return database.transaction(async (queries) => {
    // Whoever confirms the address just now holds this row.
    await queries.run(lockCredentialSql(uid))
    const deleted = await queries.run(
      sql`delete from account where uid = ${uid} and not email_verified`,
    )
    return deleted > 0
  })
}
