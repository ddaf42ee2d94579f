import type { Challenge } from '#shared/challenge.ts'
import type { ErrorCode, FieldErrors, Problem } from '#shared/errors.ts'
import type { HoldReason } from '#shared/legal-hold.ts'
import { offlineSentences } from '#shared/text/offline-sentences.ts'
import type { Takedown } from '#shared/takedown.ts'

type Details = Omit<Problem['error'], 'code' | 'requestId'> & { message: string }

/** An error response of the API. `message` is the sentence for people. */
export class ApiError extends Error {
  override name = 'ApiError'
  readonly status: number
  readonly code: ErrorCode
  readonly fields: FieldErrors
  /** Set when the server asks for a proof of work. A request with the solution is accepted at once. */
  readonly challenge: Challenge | undefined
  /** Set when the same request may succeed later. */
  readonly retryAfterSeconds: number | undefined
  readonly reasons: readonly HoldReason[]
  /** Why the campaign was taken down. */
  readonly takedown: Takedown | undefined

  constructor(
    status: number,
    code: ErrorCode,
    { message, fields, challenge, retryAfterSeconds, reasons = [], takedown }: Details,
  ) {
    super(message)
    this.status = status
    this.code = code
    this.fields = fields ?? {}
    this.challenge = challenge
    this.retryAfterSeconds = retryAfterSeconds
    this.reasons = reasons
    this.takedown = takedown
  }
}

/** Makes null of an error response with this code: `request.catch(nullIf('not-found'))`. */
export const nullIf = (code: ErrorCode) => (error: unknown) => {
  if (error instanceof ApiError && error.code === code) return null
  throw error
}

/** An error without an error response, such as a lost connection. Its status is 0 when there was no response at all. */
export function clientError(status: number, code: keyof typeof offlineSentences): ApiError {
  return new ApiError(status, code, { message: offlineSentences[code] })
}

/** The error of a response whose body does not explain it. */
export const explainStatus = (status: number): ApiError =>
  clientError(status, status === 404 ? 'not-found' : 'internal')
