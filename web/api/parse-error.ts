import { errorSentences } from '#shared/error-sentences.ts'
import type { Problem } from '#shared/errors.ts'

import { ApiError, explainStatus } from './api-error.ts'

/** The error in the body of an error response. Another server, such as a proxy, may send a body without one. */
export function parseError(status: number, body: unknown): ApiError {
  const { error } = (body ?? {}) as Partial<Problem>
  if (!error || !(error.code in errorSentences)) return explainStatus(status)
  const { code, message = errorSentences[code], ...details } = error
  return new ApiError(status, code, { ...details, message })
}
