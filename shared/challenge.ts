import * as z from 'zod/mini'

/**
 * Proof of work that the server asks for when one network sends too many requests. The solution is a number: the SHA-256 of
 * `<seed> <number>` must start with `bits` zero bits. It is sent as `x-challenge: <seed> <number>`.
 */
export const challengeSchema = z.object({ seed: z.string(), bits: z.int() })
export type Challenge = z.output<typeof challengeSchema>

export const challengeHeader = 'x-challenge'
