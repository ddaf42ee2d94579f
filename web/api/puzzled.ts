import { puzzleHeader } from '#shared/challenge.ts'

import { ApiError } from './api-error.ts'
import type { Layer } from './layer.ts'

/** Answers the puzzles that the server sets where too many requests came from one place. */
export const puzzled: Layer = (next) => async (call) => {
  try {
    return await next(call)
  } catch (error) {
    if (!(error instanceof ApiError) || !error.puzzle) throw error
    const { solvePuzzle } = await import('./solve-puzzle.ts')
    const answer = await solvePuzzle(error.puzzle)
    return next({ ...call, headers: { ...call.headers, [puzzleHeader]: answer } })
  }
}
