import { createHash, randomBytes, timingSafeEqual } from 'node:crypto'

import type { Language } from '#shared/language.ts'

import type { Foundation } from '../../providers/foundation.ts'
import { texts } from '../../text/texts.ts'
import type { Mail } from '../mail/mail.ts'
import { type Reader, writeMail } from '../mail/write-mail.ts'
import { addressLimit } from '../policy/rate-limit.ts'
import { donations } from '../policy/rate-limit-policies.ts'
import type { Sealing } from '../runtime/sealing.ts'
import type { Counters } from './counters.ts'
import { type ScopeValues, toCounterName } from './scopes.ts'
import { emailCodeAlarm, emailCodeLimit } from './thresholds.ts'

const lifetimeMs = 5 * 60_000

/**
 * 16 bits are 65,536 hashes on average: less than a second on a phone, but expensive for a thousand requests. The more requests
 * exceed a limit, the more a challenge costs: eight times as much at most, so that an honest donor never waits a minute.
 */
export const challengeCosts = {
  bits: { least: 16, most: 19 },
  waitSeconds: { least: 10, most: 40 },
}
export type ChallengeCosts = typeof challengeCosts

/** Proof-of-work challenges. The server stores none: the seed is signed, and only its use is counted. */
export type Challenges = ReturnType<typeof openChallenges>

type Networks = Pick<ScopeValues, 'network' | 'wide-network'>

/**
 * Waits that one network, and one IPv6 prefix, may end in the time of one wait. Waiting costs a machine nothing, so thousands of waits at
 * once must not count as thousands of proofs. The next one waits again.
 */
const maxWaits = { network: 6, 'wide-network': 24 } as const

type ChallengeDeps = {
  counters: Counters
  sealing: Pick<Sealing, 'fingerprint'>
  now: () => Date
  costs?: ChallengeCosts
}

const solutionPattern =
  /^(([0-9a-z]{1,9})-(\d{1,2})-(\d{1,3})-[0-9a-f]{8})\.([\w-]{16}) (\d{1,10}|waited)$/

export function openChallenges(deps: ChallengeDeps) {
  const { counters, sealing, now, costs = challengeCosts } = deps
  const sign = ({ network, policy }: { network: string; policy: string }, body: string) =>
    sealing
      .fingerprint('challenge', `${network} ${policy} ${body}`)
      .toString('base64url')
      .slice(0, 16)

  return {
    /** Valid for five minutes, for one network and one policy. `excess` is the count divided by the limit. */
    create(asked: { network: string; policy: string }, excess = 1) {
      const level = Math.max(0, Math.floor(Math.log2(excess)))
      const bits = Math.min(costs.bits.most, costs.bits.least + level)
      const waitSeconds = Math.min(costs.waitSeconds.most, costs.waitSeconds.least * (level + 1))
      const endsAt = (now().getTime() + lifetimeMs).toString(36)
      const body = `${endsAt}-${bits}-${waitSeconds}-${randomBytes(4).toString('hex')}`
      return { seed: `${body}.${sign(asked, body)}`, bits, waitSeconds }
    },
    /** True once per challenge. `solution` is the `x-challenge` header: seed, space, and a number or `waited`. */
    async verify(asked: Networks & { policy: string }, solution: string | undefined = '') {
      const seed = parseSolution(solution)
      if (!seed || !isSame(sign(asked, seed.body), seed.signature)) return false
      const msLeft = seed.endsAtMs - now().getTime()
      if (msLeft <= 0) return false
      const isSolved = seed.hasWaited
        ? lifetimeMs - msLeft >= seed.waitMs
        : countLeadingZeroBits(solution) >= seed.bits
      if (!isSolved) return false
      const { count } = await counters.increment(`challenge ${seed.body}`, lifetimeMs)
      return count === 1 && (!seed.hasWaited || (await isInTurn(asked, seed.waitMs)))
    },
  }

  async function isInTurn(networks: Networks, waitMs: number): Promise<boolean> {
    for (const scope of ['network', 'wide-network'] as const) {
      const value = networks[scope]
      if (value === undefined) continue
      const { count } = await counters.increment(`waits ${value}`, waitMs)
      if (count > maxWaits[scope]) return false
    }
    return true
  }
}

function parseSolution(solution: string) {
  const [, body = '', endsAt = '', bits, waitSeconds, signature = '', answer] =
    solutionPattern.exec(solution) ?? []
  if (answer === undefined) return undefined
  return {
    body,
    signature,
    endsAtMs: Number.parseInt(endsAt, 36),
    bits: Number(bits),
    waitMs: Number(waitSeconds) * 1_000,
    hasWaited: answer === 'waited',
  }
}

const isSame = (one: string, other: string) => timingSafeEqual(Buffer.from(one), Buffer.from(other))

/** Milliseconds until a browser that waits may continue. Zero if the text is no seed: the challenge is then refused. */
export function getWaitLeftMs(seed: string, now: Date): number {
  const parsed = parseSolution(`${seed} waited`)
  return parsed ? Math.max(0, parsed.endsAtMs - lifetimeMs + parsed.waitMs - now.getTime()) : 0
}

/** Leading zero bits in the first 32 bits of the SHA-256 hash. */
function countLeadingZeroBits(text: string): number {
  return Math.clz32(createHash('sha256').update(text).digest().readUInt32BE(0))
}

/** Codes that prove an address: only its mailbox has them. The code of a day is computed, so none is stored. */
export type EmailCodes = ReturnType<typeof openEmailCodes>

type EmailCodeDeps = Pick<Foundation, 'database' | 'outbox' | 'now'> & {
  counters: Counters
  sealing: Pick<Sealing, 'fingerprint'>
}

const dayMs = 86_400_000
const alphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
const total = 'email codes'

export function openEmailCodes(deps: EmailCodeDeps) {
  const { counters, sealing, database, outbox, now } = deps
  const getDay = () => Math.floor(now().getTime() / dayMs)
  const toCode = (email: string, day: number) =>
    [...sealing.fingerprint('email-code', `${email} ${day}`).subarray(0, 8)]
      .map((byte) => alphabet[byte & 31])
      .join('')

  return {
    isRight(email: string, typed: string) {
      const code = Buffer.from(toPlainCode(typed))
      return [getDay(), getDay() - 1].some((day) => {
        const expected = Buffer.from(toCode(email, day))
        return expected.length === code.length && timingSafeEqual(expected, code)
      })
    },
    /**
     * Mails the code, at most three times a day: anyone can type an address. The code does not change within the day, so that requests of
     * others cannot take it away from the mailbox's owner.
     */
    async send(email: string, language: Language) {
      const day = getDay()
      const perMinute = await counters.increment(`email code ${email}`, 60_000)
      if (perMinute.count > emailCodeLimit.perMinute) return
      const perDay = await counters.increment(`email code ${email} ${day}`, dayMs)
      if (perDay.count > emailCodeLimit.perDay) return
      await counters.increment(total, emailCodeAlarm.windowMs)
      const ofAddress = toCounterName(donations, addressLimit, { email })
      if (ofAddress) await counters.increment(ofAddress, addressLimit.windowMs)
      const mail = donationCodeMail(
        { to: email, language },
        toCode(email, day).replace(/^.{4}/, '$&-'),
      )
      await database.transaction((queries) => outbox.enqueue(queries, mail))
    },
    /** True if so many codes were mailed within the hour that the admin should know. */
    async isAlarming() {
      return ((await counters.get(total))?.count ?? 0) >= emailCodeAlarm.max
    },
  }
}

/** Letters that people confuse with digits are not part of a code. */
function toPlainCode(typed: string): string {
  return typed
    .toUpperCase()
    .replaceAll(/[^0-9A-Z]/g, '')
    .replaceAll('O', '0')
    .replaceAll(/[IL]/g, '1')
}

export function donationCodeMail(reader: Reader, code: string): Mail {
  const { subject, lead, expiry } = texts[reader.language].account.donationCode
  return writeMail({ ...reader, reason: 'address' }, subject({ code }), [lead({ code }), expiry])
}
