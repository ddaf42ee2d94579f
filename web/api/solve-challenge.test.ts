import { expect, it } from 'vitest'

import { solveChallenge } from './solve-challenge.ts'

/** Computed by the browser's own SHA-256. */
async function leadingZeros(text: string) {
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text))
  return Math.clz32(new DataView(digest).getUint32(0))
}

it.each(['a', 'mfa8x2k1-19-40-0a1b2c3d.AbCdEfGhIjKlMnOp', 'x'.repeat(44)])(
  'finds a number that solves the challenge %j',
  async (seed) => {
    for (const bits of [1, 8, 12]) {
      const solution = await solveChallenge({ seed, bits, waitSeconds: 10 })
      expect(solution).toMatch(new RegExp(`^${seed.replace('.', '\\.')} \\d+$`))
      expect(await leadingZeros(solution)).toBeGreaterThanOrEqual(bits)
    }
  },
)
