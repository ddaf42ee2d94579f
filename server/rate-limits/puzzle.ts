import { createHash, randomBytes, timingSafeEqual } from 'node:crypto'

import type { Puzzle } from '#shared/challenge.ts'

import type { Sealing } from '../runtime/sealing.ts'
import type { Attempts } from './attempts.ts'

const lifeMs = 5 * 60_000
/** 65,536 tries in the mean: less than a second on a phone, and dear to whoever has to do it a thousand times. */
const bits = 16

export interface Puzzles {
  /** For one action of one network, for five minutes. Nothing is kept of it. */
  make: (purpose: string) => Puzzle
  /** True once for each puzzle, for whom it was made. `answer` is what the browser sent: the puzzle and what solves it. */
  isSolved: (purpose: string, answer: string | undefined) => Promise<boolean>
}

type Parts = { attempts: Attempts; sealing: Pick<Sealing, 'fingerprint'>; now: () => Date }

export function openPuzzles({ attempts, sealing, now }: Parts): Puzzles {
  const sign = (purpose: string, body: string) =>
    sealing.fingerprint('puzzle', `${purpose} ${body}`).toString('base64url').slice(0, 16)

  return {
    make(purpose) {
      const endsAt = (now().getTime() + lifeMs).toString(36)
      const body = `${endsAt}-${randomBytes(6).toString('hex')}`
      return { seed: `${body}.${sign(purpose, body)}`, bits }
    },
    async isSolved(purpose, answer = '') {
      const [, body = '', endsAt = '', signature = '', solution] =
        /^(([0-9a-z]{1,9})-[0-9a-f]{12})\.([\w-]{16}) (\d{1,10})$/.exec(answer) ?? []
      if (solution === undefined) return false
      const expected = Buffer.from(sign(purpose, body))
      if (!timingSafeEqual(expected, Buffer.from(signature))) return false
      if (Number.parseInt(endsAt, 36) <= now().getTime()) return false
      if (zeroBits(`${body}.${signature} ${solution}`) < bits) return false
      const { count } = await attempts.count(`puzzle ${body}`, lifeMs)
      return count === 1
    },
  }
}

function zeroBits(text: string): number {
  return Math.clz32(createHash('sha256').update(text).digest().readUInt32BE(0))
}
