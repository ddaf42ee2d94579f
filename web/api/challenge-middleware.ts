import { challengeHeader } from '#shared/challenge-header.ts'

import { ApiError } from './api-error.ts'
import type { Middleware } from './middleware.ts'

/** Solves the proof of work that the server asks for when it gets too many requests, and sends the request again. */
export const challengeMiddleware: Middleware = (next) => async (request) => {
  try {
    return await next(request)
  } catch (error) {
    if (!(error instanceof ApiError) || !error.challenge) throw error
    const { solveChallenge } = await import('./solve-challenge.ts')
    const solution = await solveChallenge(error.challenge)
    return next({ ...request, headers: { ...request.headers, [challengeHeader]: solution } })
  }
}
