import * as z from 'zod/mini'

import type { Database, Queries } from '../../database/database.ts'
import { sql } from '../../database/sql.ts'
import type { Outbox } from '../../mail/mail.ts'
import type { Sealing } from '../../runtime/sealing.ts'
import { findAccountByUid } from './embedded-account.ts'
import type { FirebaseWire, HostedUser } from './firebase-wire.ts'
import type { IdentityAccount } from './identity.ts'

/** Who is at work, or the last who was, by account. */
export type Turns = Map<string, Promise<unknown>>

/** What the hosted provider works with. */
export type Context = {
  wire: FirebaseWire
  database: Database
  sealing: Sealing
  outbox: Outbox
  publicUrl: string
  now: () => Date
  turns: Turns
}

const purpose = 'hosted refresh token'

type Seen = {
  /** Null forgets it: it is dead. Undefined leaves it as it is. */
  refreshToken?: string | null
  /** Whatever was begun before is over, even if the account looks the same. */
  endsSessions?: boolean
}

/**
 * Writes down what Google says of an account: sessions and roles hang on our copy of it. Whoever changed the password, the
 * address or the account's state elsewhere has ended the sessions here as well.
 */
export async function keepAccount(
  { sealing, now }: Context,
  queries: Queries,
  user: HostedUser,
  { refreshToken, endsSessions = false }: Seen = {},
): Promise<IdentityAccount> {
  const { localId: uid, email, emailVerified, disabled, createdAt, validSince } = user
  const known = await queries.row(knownSchema, knownSql(uid))
  const isChanged =
    known !== undefined &&
    (endsSessions ||
      known.valid_since !== validSince ||
      known.email !== email ||
      known.email_verified !== emailVerified ||
      known.disabled !== disabled)
  await queries.run(sql`
    insert into account (uid, email, email_verified, disabled, created_at)
    values (${uid}, ${email}, ${emailVerified}, ${disabled}, ${createdAt})
    on conflict (uid) do update set email = excluded.email, email_verified = excluded.email_verified,
      disabled = excluded.disabled,
      credential_version = account.credential_version + ${isChanged ? 1 : 0}`)
  await queries.run(
    sql`insert into account_credential (uid) values (${uid}) on conflict do nothing`,
  )
  await keepAddress(queries, uid, email)
  const sealed = refreshToken ? sealing.seal(purpose, refreshToken) : null
  const keepsToken = refreshToken === undefined
  await queries.run(sql`
    insert into hosted_account (uid, refresh_token_sealed, valid_since, checked_at)
    values (${uid}, ${sealed}, ${validSince}, ${now()})
    on conflict (uid) do update set valid_since = excluded.valid_since, checked_at = excluded.checked_at,
      refresh_token_sealed = case when ${keepsToken} then hosted_account.refresh_token_sealed
        else excluded.refresh_token_sealed end`)
  const kept = await findAccountByUid(queries, uid)
  if (!kept) throw new Error('an account was gone as soon as it was written')
  return kept.account
}

/** At Google an address has one account. Whoever we thought had it has lost it there. */
async function keepAddress(queries: Queries, uid: string, email: string) {
  await queries.run(sql`
    with lost as (delete from account_email where email = ${email} and uid <> ${uid} returning uid)
    update account set credential_version = credential_version + 1
    where uid in (select uid from lost)`)
  await queries.run(sql`
    insert into account_email (email, uid) values (${email}, ${uid})
    on conflict (uid) do update set email = excluded.email`)
}

/** Opens what was sealed. Undefined where there is none. */
export async function refreshTokenOf({ database, sealing }: Context, uid: string) {
  const found = await database.row(
    z.object({ sealed: z.nullable(z.instanceof(Uint8Array)) }),
    sql`select refresh_token_sealed as sealed from hosted_account where uid = ${uid}`,
  )
  return found?.sealed ? sealing.open(purpose, found.sealed) : undefined
}

export const endSessionsSql = (uid: string) =>
  sql`update account set credential_version = credential_version + 1 where uid = ${uid}`

export const setContestedSql = (uid: string, contested: boolean) =>
  sql`update account_credential set contested = ${contested} where uid = ${uid}`

const knownSchema = z.object({
  email: z.string(),
  email_verified: z.boolean(),
  disabled: z.boolean(),
  valid_since: z.nullable(z.int()),
})

const knownSql = (uid: string) => sql`
  select email, email_verified, disabled, valid_since
  from account left join hosted_account using (uid) where uid = ${uid} for update of account`
