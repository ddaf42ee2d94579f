import * as z from 'zod/mini'

/**
 * Asked for when one network sends too many requests. The solution is a number: the SHA-256 of `<seed> <number>` must start with
 * `bits` zero bits. It is sent as `x-challenge: <seed> <number>`. A browser without script waits `waitSeconds` instead and sends
 * `x-challenge: <seed> waited`.
 */
export const challengeSchema = z.object({ seed: z.string(), bits: z.int(), waitSeconds: z.int() })
export type Challenge = z.output<typeof challengeSchema>
