import * as z from 'zod/mini'

import type { Database, Transaction } from '../../../platform/database/database.ts'
import { sql } from '../../../platform/database/sql.ts'
import type { QuotaMeter } from '../../quotas/quota-meter.ts'
import type { Outbox } from '../../../platform/mail/mail.ts'
import type { Sealing } from '../../../platform/runtime/sealing.ts'
import { findAccountByUid } from '../account-rows.ts'
import type { IdentityAccount, RecordChange } from '../identity.ts'
import type { HostedUser, IdentityToolkit } from './identity-toolkit.ts'

/** The last work per account (account-lock.ts). */
export type AccountQueues = Map<string, Promise<unknown>>

export type FirebaseIdentityDeps = {
  toolkit: IdentityToolkit
  database: Database
  sealing: Sealing
  outbox: Outbox
  publicUrl: string
  recordChange: RecordChange
  now: () => Date
  queues: AccountQueues
  /** Counts the codes that Google limits for each day. */
  quotas: QuotaMeter
  /** Called when a reset was asked for an address without an account, so no mail was sent. */
  onNoResetMail: () => Promise<void>
}

const purpose = 'hosted refresh token'

type SaveOptions = {
  /** Null deletes the stored token, undefined keeps it. */
  refreshToken?: string | null
  /** Ends sessions even if the account has not changed. */
  endsSessions?: boolean
}

/**
 * Saves Google's view of an account in the local copy, on which sessions and roles depend. A change that was made elsewhere
 * (password, address, disabled) ends the sessions here.
 */
export async function saveAccount(
  { sealing, now }: FirebaseIdentityDeps,
  queries: Transaction,
  user: HostedUser,
  { refreshToken, endsSessions = false }: SaveOptions = {},
): Promise<IdentityAccount> {
  const { localId: uid, email, emailVerified, disabled, createdAt, validSince } = user
  const stored = await queries.row(storedRow, selectStored(uid))
  const isChanged =
    stored !== undefined &&
    (endsSessions ||
      stored.validSince !== validSince ||
      stored.email !== email ||
      stored.emailVerified !== emailVerified ||
      stored.disabled !== disabled)
  await queries.run(sql`
    insert into account (uid, email, email_verified, disabled, created_at)
    values (${uid}, ${email}, ${emailVerified}, ${disabled}, ${createdAt})
    on conflict (uid) do update set email = excluded.email, email_verified = excluded.email_verified,
      disabled = excluded.disabled,
      credential_version = account.credential_version + ${isChanged ? 1 : 0}`)
  await queries.run(
    sql`insert into account_credential (uid) values (${uid}) on conflict do nothing`,
  )
  await saveAddress(queries, uid, email)
  const sealed = refreshToken ? sealing.seal(purpose, refreshToken) : null
  const keepsToken = refreshToken === undefined
  await queries.run(sql`
    insert into hosted_account (uid, refresh_token_sealed, valid_since, checked_at)
    values (${uid}, ${sealed}, ${validSince}, ${now()})
    on conflict (uid) do update set valid_since = excluded.valid_since, checked_at = excluded.checked_at,
      refresh_token_sealed = case when ${keepsToken} then hosted_account.refresh_token_sealed
        else excluded.refresh_token_sealed end`)
  const saved = await findAccountByUid(queries, uid)
  if (!saved) throw new Error('the account was deleted while it was saved')
  return saved.account
}

/** Google allows one account per address, so another local account with this address has lost it there. */
async function saveAddress(queries: Transaction, uid: string, email: string) {
  await queries.run(sql`
    with lost as (delete from account_email where email = ${email} and uid <> ${uid} returning uid)
    update account set credential_version = credential_version + 1
    where uid in (select uid from lost)`)
  await queries.run(sql`
    insert into account_email (email, uid) values (${email}, ${uid})
    on conflict (uid) do update set email = excluded.email`)
}

export async function findRefreshToken({ database, sealing }: FirebaseIdentityDeps, uid: string) {
  const sealed = await database.value(
    z.nullable(z.instanceof(Uint8Array)),
    sql`select refresh_token_sealed from hosted_account where uid = ${uid}`,
  )
  return sealed ? sealing.open(purpose, sealed) : undefined
}

export const endSessionsSql = (uid: string) =>
  sql`update account set credential_version = credential_version + 1 where uid = ${uid}`

export const setContestedSql = (uid: string, contested: boolean) =>
  sql`update account_credential set contested = ${contested} where uid = ${uid}`

const storedRow = z.object({
  email: z.string(),
  emailVerified: z.boolean(),
  disabled: z.boolean(),
  validSince: z.nullable(z.int()),
})

const selectStored = (uid: string) => sql`
  select email, email_verified as "emailVerified", disabled, valid_since as "validSince"
  from account left join hosted_account using (uid) where uid = ${uid} for update of account`
