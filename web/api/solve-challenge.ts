import { sha256 } from '@noble/hashes/sha2.js'

import type { Challenge } from '#shared/challenge.ts'

const encoder = new TextEncoder()

/**
 * Tries numbers until one solves the challenge. Pauses every 5,000 attempts, so that the page stays responsive. `crypto.subtle` is much
 * slower for short texts.
 */
export async function solveChallenge({ seed, bits }: Challenge): Promise<string> {
  for (let number = 0; ; number++) {
    const solution = `${seed} ${number}`
    const digest = sha256(encoder.encode(solution))
    if (Math.clz32(new DataView(digest.buffer).getUint32(0)) >= bits) return solution
    if (number % 5_000 === 4_999) await new Promise((resolve) => setTimeout(resolve))
  }
}
