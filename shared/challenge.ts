import * as z from 'zod/mini'

/**
 * Work for a browser, asked for where too many requests came from one place: a number that, put after the seed and a space, gives a SHA-256
 * that begins with so many zero bits. It is sent as `x-puzzle: <seed> <number>`.
 */
export const puzzleSchema = z.object({ seed: z.string(), bits: z.int() })
export type Puzzle = z.output<typeof puzzleSchema>

export const puzzleHeader = 'x-puzzle'
