import { createHash, randomBytes, timingSafeEqual } from 'node:crypto'

import type { Challenge } from '#shared/challenge.ts'

import type { Sealing } from '../runtime/sealing.ts'
import type { Counters } from './counters.ts'

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
export interface Challenges {
  /** Valid for five minutes and for one network. `excess` is the count divided by the limit. */
  create: (network: string, excess?: number) => Challenge
  /** True once per challenge. `solution` is the `x-challenge` header: seed, space, and a number or `waited`. */
  verify: (network: string, solution: string | undefined) => Promise<boolean>
}

type ChallengeDeps = {
  counters: Counters
  sealing: Pick<Sealing, 'fingerprint'>
  now: () => Date
  costs?: ChallengeCosts
}

const solutionPattern =
  /^(([0-9a-z]{1,9})-(\d{1,2})-(\d{1,3})-[0-9a-f]{8})\.([\w-]{16}) (\d{1,10}|waited)$/

export function openChallenges(deps: ChallengeDeps): Challenges {
  const { counters, sealing, now, costs = challengeCosts } = deps
  const sign = (network: string, body: string) =>
    sealing.fingerprint('challenge', `${network} ${body}`).toString('base64url').slice(0, 16)

  return {
    create(network, excess = 1) {
      const level = Math.max(0, Math.floor(Math.log2(excess)))
      const bits = Math.min(costs.bits.most, costs.bits.least + level)
      const waitSeconds = Math.min(costs.waitSeconds.most, costs.waitSeconds.least * (level + 1))
      const endsAt = (now().getTime() + lifetimeMs).toString(36)
      const body = `${endsAt}-${bits}-${waitSeconds}-${randomBytes(4).toString('hex')}`
      return { seed: `${body}.${sign(network, body)}`, bits, waitSeconds }
    },
    async verify(network, solution = '') {
      const seed = parseSolution(solution)
      if (!seed || !isSame(sign(network, seed.body), seed.signature)) return false
      const msLeft = seed.endsAtMs - now().getTime()
      if (msLeft <= 0) return false
      const isSolved = seed.hasWaited
        ? lifetimeMs - msLeft >= seed.waitMs
        : countLeadingZeroBits(solution) >= seed.bits
      if (!isSolved) return false
      const { count } = await counters.increment(`challenge ${seed.body}`, lifetimeMs)
      return count === 1
    },
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
