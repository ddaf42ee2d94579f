import * as z from 'zod/mini'

import { errorSentences } from '#shared/error-sentences.ts'
import { problemSchema } from '#shared/errors.ts'

import { ApiError, explainStatus } from './api-error.ts'

/** The error in the body of an error response. Another server, such as a proxy, may send a body without one. */
export function parseError(status: number, body: unknown): ApiError {
  const problem = z.safeParse(problemSchema, body)
  if (!problem.success) return explainStatus(status)
  const { code, message = errorSentences[code], ...details } = problem.data.error
  return new ApiError(status, code, { ...details, message })
}
