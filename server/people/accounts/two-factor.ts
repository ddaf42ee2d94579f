import { brand } from '#shared/brand.ts'
import { randomInt } from 'node:crypto'

import { Secret, TOTP } from 'otpauth'
import * as z from 'zod/mini'

import { errorSentences } from '#shared/error-sentences.ts'

import type { Foundation } from '../../providers/foundation.ts'
import type { Transaction } from '../../platform/database/database.ts'
import { sql } from '../../platform/database/sql.ts'
import { Refused } from '../../platform/http/context.ts'
import type { Counters } from '../../platform/rate-limits/counters.ts'
import type { Sealing } from '../../platform/runtime/sealing.ts'
import type { Identity } from '../../providers/identity/identity.ts'
import type { AccountEvents } from './account-events.ts'

const maxAttempts = 5
const attemptWindowMs = 15 * 60_000
const recoveryCodeCount = 10
const timeStepMs = 30_000

type CodeResult = 'right' | 'wrong' | 'too-many'

/**
 * Where a code is entered. Wrong codes of new devices stop new devices only, so that someone who knows the password cannot lock the
 * owner out. In a session they delay the next try (server/platform/rate-limits/secret-delay.ts).
 */
type CodeSource = 'session' | 'known-device' | 'new-device'

/** Two-factor authentication with a code from an app (RFC 6238) or a recovery code. */
export type TwoFactor = ReturnType<typeof openTwoFactor>

type TwoFactorDeps = Pick<Foundation, 'database' | 'sealing' | 'now'> & {
  counters: Counters
  events: AccountEvents
}

export function openTwoFactor(deps: TwoFactorDeps) {
  const { database, sealing, now } = deps
  return {
    async getState(uid: string) {
      const left = await database.value(z.int(), selectState(uid))
      return { isOn: left !== undefined, recoveryCodesLeft: left ?? 0 }
    },
    /** Creates a secret, which counts once it is confirmed. Undefined if two-factor authentication is on. */
    async startSetup(uid: string, email: string) {
      const secret = new Secret({ size: 20 })
      const sealed = sealing.seal('two-factor', secret.base32)
      const stored = await database.run(sql`
        insert into two_factor as current (uid, secret_sealed) values (${uid}, ${sealed})
        on conflict (uid) do update set secret_sealed = excluded.secret_sealed, last_time_step = 0
          where current.confirmed_at is null`)
      if (stored === 0) return undefined
      return { secret: secret.base32, uri: toTotp(secret.base32, email).toString() }
    },
    /** Turns two-factor authentication on and returns the recovery codes, which are stored only as hashes. */
    confirmSetup: (uid: string, code: string) =>
      database.transaction(async (queries) => {
        if (!(await useAppCode(deps, queries, { uid, code, isConfirmed: false }))) return 'wrong'
        await queries.run(sql`update two_factor set confirmed_at = ${now()} where uid = ${uid}`)
        await deps.events.record(queries, { uid, kind: 'two-factor-on' })
        return insertRecoveryCodes(deps, queries, uid)
      }),
    /** Accepts each code once. */
    verifyCode: (uid: string, code: string, source: CodeSource) =>
      verifyCode(deps, { uid, code }, source),
    async turnOff(uid: string) {
      await database.transaction(async (queries) => {
        await queries.run(sql`delete from two_factor where uid = ${uid}`)
        await deps.events.record(queries, { uid, kind: 'two-factor-off' })
      })
    },
  }
}

/** App codes have six digits and could be guessed, so their tries are limited. Recovery codes cannot, and always work. */
async function verifyCode(
  deps: TwoFactorDeps,
  presented: PresentedCode,
  source: CodeSource,
): Promise<CodeResult> {
  const { counters, database } = deps
  const name = `two-factor ${source} ${presented.uid}`
  const isLimited = source !== 'session'
  const tries = isLimited ? (await counters.increment(name, attemptWindowMs)).count : 0
  const isOver = tries > maxAttempts
  const isRight = await database.transaction(
    async (queries) =>
      (!isOver && (await useAppCode(deps, queries, { ...presented, isConfirmed: true }))) ||
      (await useRecoveryCode(deps, queries, presented)),
  )
  if (isRight && isLimited) await counters.reset(name)
  if (isRight) return 'right'
  return isOver ? 'too-many' : 'wrong'
}

type PresentedCode = { uid: string; code: string }

/** `last_time_step` makes a code valid once, even when it is sent twice at the same time. */
async function useAppCode(
  { sealing, now }: TwoFactorDeps,
  queries: Transaction,
  { uid, code, isConfirmed }: PresentedCode & { isConfirmed: boolean },
): Promise<boolean> {
  if (!/^\d{6}$/.test(code)) return false
  const stored = await queries.value(
    z.instanceof(Uint8Array),
    sql`select secret_sealed from two_factor
      where uid = ${uid} and (confirmed_at is not null) = ${isConfirmed}`,
  )
  if (stored === undefined) return false
  const timestamp = now().getTime()
  const secret = sealing.open('two-factor', stored)
  const delta = toTotp(secret, '').validate({ token: code, timestamp, window: 1 })
  if (delta === null) return false
  const step = Math.floor(timestamp / timeStepMs) + delta
  const used = await queries.run(
    sql`update two_factor set last_time_step = ${step} where uid = ${uid} and last_time_step < ${step}`,
  )
  return used === 1
}

async function useRecoveryCode(
  { sealing, events }: TwoFactorDeps,
  queries: Transaction,
  { uid, code }: PresentedCode,
) {
  const used = await queries.run(
    sql`delete from recovery_code where uid = ${uid} and code_hash = ${hashCode(sealing, code)}`,
  )
  if (used === 1) await events.record(queries, { uid, kind: 'recovery-code-used' })
  return used === 1
}

async function insertRecoveryCodes({ sealing }: TwoFactorDeps, queries: Transaction, uid: string) {
  const codes = Array.from({ length: recoveryCodeCount }, newRecoveryCode)
  for (const code of codes)
    await queries.run(
      sql`insert into recovery_code (uid, code_hash) values (${uid}, ${hashCode(sealing, code)})`,
    )
  return codes
}

/** Two groups of six characters (59 bits) without characters that look alike. */
function newRecoveryCode(): string {
  const characters = 'abcdefghjkmnpqrstuvwxyz23456789'
  const pick = () => characters[randomInt(characters.length)]
  const group = () => Array.from({ length: 6 }, pick).join('')
  return `${group()}-${group()}`
}

/** Ignores case, spaces and hyphens. */
const hashCode = (sealing: Sealing, code: string) =>
  sealing.fingerprint('recovery code', code.toLowerCase().replaceAll(/[^a-z0-9]/g, ''))

function toTotp(secret: string, label: string): TOTP {
  return new TOTP({ issuer: brand, label, secret: Secret.fromBase32(secret) })
}

const selectState = (uid: string) => sql`
  select (select count(*)::int from recovery_code where recovery_code.uid = two_factor.uid) as left
  from two_factor where uid = ${uid} and confirmed_at is not null`

type EnteredCode = { uid: string; code: string; source: CodeSource }

export async function requireTwoFactor(
  twoFactor: Pick<TwoFactor, 'verifyCode'>,
  { uid, code, source }: EnteredCode,
) {
  const message = errorSentences['two-factor-code-required']
  if (code === '') throw new Refused('two-factor-code-required', { fields: { code: [message] } })
  const result = await twoFactor.verifyCode(uid, code, source)
  if (result !== 'right') throw toRefusal(result)
}

type Proof = {
  identity: Pick<Identity, 'checkPassword'>
  twoFactor: Pick<TwoFactor, 'getState' | 'verifyCode'>
}

/** Neither a stolen session nor a stolen password alone may move money. Call it last, because a code counts once. */
export async function confirmPerson(
  { identity, twoFactor }: Proof,
  uid: string,
  {
    currentPassword = '',
    code = '',
  }: { currentPassword?: string | undefined; code?: string | undefined },
): Promise<void> {
  const refused =
    currentPassword === ''
      ? 'requires-recent-login'
      : (await identity.checkPassword(uid, currentPassword))?.refused
  if (refused)
    throw new Refused(refused, { fields: { currentPassword: [errorSentences[refused]] } })
  if ((await twoFactor.getState(uid)).isOn)
    await requireTwoFactor(twoFactor, { uid, code, source: 'session' })
}

export function toRefusal(result: 'wrong' | 'too-many') {
  if (result === 'too-many') return new Refused('too-many-requests', { retryAfterSeconds: 15 * 60 })
  const fields = { code: [errorSentences['two-factor-code-wrong']] }
  return new Refused('two-factor-code-wrong', { fields })
}
