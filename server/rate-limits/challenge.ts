import { createHash, randomBytes, timingSafeEqual } from 'node:crypto'

import type { Challenge } from '#shared/challenge.ts'

import type { Sealing } from '../runtime/sealing.ts'
import type { Counters } from './counters.ts'

const lifetimeMs = 5 * 60_000
/** 65,536 hashes on average: less than a second on a phone, but expensive for a thousand requests. */
const bits = 16

/** Proof-of-work challenges. The server stores none: the seed is signed, and only its use is counted. */
export interface Challenges {
  /** Valid for five minutes and for one purpose. */
  create: (purpose: string) => Challenge
  /** True once per challenge. `solution` is the `x-challenge` header: seed, space, number. */
  verify: (purpose: string, solution: string | undefined) => Promise<boolean>
}

type ChallengeDeps = { counters: Counters; sealing: Pick<Sealing, 'fingerprint'>; now: () => Date }

export function openChallenges({ counters, sealing, now }: ChallengeDeps): Challenges {
  const sign = (purpose: string, body: string) =>
    sealing.fingerprint('challenge', `${purpose} ${body}`).toString('base64url').slice(0, 16)

  return {
    create(purpose) {
      const endsAt = (now().getTime() + lifetimeMs).toString(36)
      const body = `${endsAt}-${randomBytes(6).toString('hex')}`
      return { seed: `${body}.${sign(purpose, body)}`, bits }
    },
    async verify(purpose, solution = '') {
      const [, body = '', endsAt = '', signature = '', number] =
        /^(([0-9a-z]{1,9})-[0-9a-f]{12})\.([\w-]{16}) (\d{1,10})$/.exec(solution) ?? []
      if (number === undefined) return false
      const expected = Buffer.from(sign(purpose, body))
      if (!timingSafeEqual(expected, Buffer.from(signature))) return false
      if (Number.parseInt(endsAt, 36) <= now().getTime()) return false
      if (countLeadingZeroBits(`${body}.${signature} ${number}`) < bits) return false
      const { count } = await counters.increment(`challenge ${body}`, lifetimeMs)
      return count === 1
    },
  }
}

/** Leading zero bits in the first 32 bits of the SHA-256 hash. */
function countLeadingZeroBits(text: string): number {
  return Math.clz32(createHash('sha256').update(text).digest().readUInt32BE(0))
}
