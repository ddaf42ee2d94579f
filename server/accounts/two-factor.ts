import { randomInt } from 'node:crypto'

import { Secret, TOTP } from 'otpauth'
import * as z from 'zod/mini'

import type { Database, Queries } from '../database/database.ts'
import { sql } from '../database/sql.ts'
import type { Attempts } from '../rate-limits/attempts.ts'
import type { Sealing } from '../runtime/sealing.ts'
import { recordEvent } from './account-events.ts'

const triesMost = 5
const triesWithinMs = 15 * 60_000
const recoveryCodes = 10
const stepMs = 30_000

export type SecondFactorState = { isOn: boolean; recoveryCodesLeft: number }
type Verdict = 'right' | 'wrong' | 'too-many'

/** The second step of logging in: a code from an app (RFC 6238), or one of the recovery codes. */
export interface SecondFactor {
  stateOf: (uid: string) => Promise<SecondFactorState>
  /** A new secret that counts once it is confirmed. Undefined where there is one already that does. */
  begin: (uid: string, email: string) => Promise<{ secret: string; uri: string } | undefined>
  /** Turns it on and answers the recovery codes, which are shown this once. */
  confirm: (uid: string, code: string) => Promise<string[] | Exclude<Verdict, 'right'>>
  check: (uid: string, code: string) => Promise<Verdict>
  turnOff: (uid: string) => Promise<void>
}

type Parts = { database: Database; sealing: Sealing; attempts: Attempts; now: () => Date }

export function openSecondFactor(parts: Parts): SecondFactor {
  const { database, sealing, now } = parts
  return {
    async stateOf(uid) {
      const found = await database.row(stateRow, stateSql(uid))
      return { isOn: found !== undefined, recoveryCodesLeft: found?.left ?? 0 }
    },
    async begin(uid, email) {
      const secret = new Secret({ size: 20 })
      const sealed = sealing.seal('second factor', secret.base32)
      const begun = await database.run(sql`
        insert into second_factor as held (uid, secret_sealed) values (${uid}, ${sealed})
        on conflict (uid) do update set secret_sealed = excluded.secret_sealed, last_step = 0
          where held.confirmed_at is null`)
      if (begun === 0) return undefined
      return { secret: secret.base32, uri: totpOf(secret.base32, email).toString() }
    },
    async confirm(uid, code) {
      return limited(parts, uid, () =>
        database.transaction(async (queries) => {
          if (!(await useAppCode(parts, queries, { uid, code, isConfirmed: false })))
            return 'wrong' as const
          await queries.run(
            sql`update second_factor set confirmed_at = ${now()} where uid = ${uid}`,
          )
          await recordEvent(queries, { uid, byUid: uid, kind: 'second-factor-on', at: now() })
          return makeRecoveryCodes(parts, queries, uid)
        }),
      )
    },
    check: (uid, code) =>
      limited(parts, uid, () =>
        database.transaction(async (queries) => {
          const isRight =
            (await useAppCode(parts, queries, { uid, code, isConfirmed: true })) ||
            (await useRecoveryCode(parts, queries, { uid, code }))
          return isRight ? 'right' : 'wrong'
        }),
      ),
    async turnOff(uid) {
      await database.transaction(async (queries) => {
        await queries.run(sql`delete from second_factor where uid = ${uid}`)
        await recordEvent(queries, { uid, byUid: uid, kind: 'second-factor-off', at: now() })
      })
    },
  }
}

/** Six digits can be guessed by whoever may guess for long. */
async function limited<Answer>(
  { attempts }: Parts,
  uid: string,
  work: () => Promise<Answer>,
): Promise<Answer | 'too-many'> {
  const subject = `second factor ${uid}`
  const { count } = await attempts.count(subject, triesWithinMs)
  if (count > triesMost) return 'too-many'
  const answer = await work()
  if (answer !== 'wrong') await attempts.forget(subject)
  return answer
}

type Shown = { uid: string; code: string }

async function useAppCode(
  { sealing, now }: Parts,
  queries: Queries,
  { uid, code, isConfirmed }: Shown & { isConfirmed: boolean },
): Promise<boolean> {
  if (!/^\d{6}$/.test(code)) return false
  const found = await queries.row(
    secretRow,
    sql`select secret_sealed from second_factor
      where uid = ${uid} and (confirmed_at is not null) = ${isConfirmed}`,
  )
  if (!found) return false
  const timestamp = now().getTime()
  const secret = sealing.open('second factor', found.secret_sealed)
  const delta = totpOf(secret, '').validate({ token: code, timestamp, window: 1 })
  if (delta === null) return false
  const step = Math.floor(timestamp / stepMs) + delta
  const used = await queries.run(
    sql`update second_factor set last_step = ${step} where uid = ${uid} and last_step < ${step}`,
  )
  return used === 1
}

async function useRecoveryCode({ sealing, now }: Parts, queries: Queries, { uid, code }: Shown) {
  const used = await queries.run(
    sql`delete from recovery_code
      where uid = ${uid} and code_hash = ${sealing.fingerprint('recovery code', plain(code))}`,
  )
  if (used === 1)
    await recordEvent(queries, { uid, byUid: uid, kind: 'recovery-code-used', at: now() })
  return used === 1
}

async function makeRecoveryCodes({ sealing }: Parts, queries: Queries, uid: string) {
  const codes = Array.from({ length: recoveryCodes }, recoveryCode)
  for (const code of codes)
    await queries.run(
      sql`insert into recovery_code (uid, code_hash)
        values (${uid}, ${sealing.fingerprint('recovery code', plain(code))})`,
    )
  return codes
}

/** Two groups of six, without signs that look like others: 59 bits. */
function recoveryCode(): string {
  const signs = 'abcdefghjkmnpqrstuvwxyz23456789'
  const group = () => Array.from({ length: 6 }, () => signs[randomInt(signs.length)]).join('')
  return `${group()}-${group()}`
}

const plain = (code: string) => code.toLowerCase().replaceAll(/[^a-z0-9]/g, '')

function totpOf(secret: string, label: string): TOTP {
  return new TOTP({ issuer: 'Ajo', label, secret: Secret.fromBase32(secret) })
}

const stateRow = z.object({ left: z.int() })
const secretRow = z.object({ secret_sealed: z.instanceof(Uint8Array) })

const stateSql = (uid: string) => sql`
  select (select count(*)::int from recovery_code where recovery_code.uid = second_factor.uid) as left
  from second_factor where uid = ${uid} and confirmed_at is not null`
