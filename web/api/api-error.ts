import type { ErrorCode, FieldErrors } from '#shared/errors.ts'
import { ownSentences } from '#shared/offline-sentences.ts'
import type { Puzzle } from '#shared/challenge.ts'

/** A refusal or failure the server explained. `message` is the sentence for people. */
export class ApiError extends Error {
  override name = 'ApiError'
  readonly status: number
  readonly code: ErrorCode
  readonly fields: FieldErrors
  /** Whoever solves it may try again at once. */
  readonly puzzle: Puzzle | undefined

  constructor(
    status: number,
    code: ErrorCode,
    details: {
      message: string
      fields?: FieldErrors | undefined
      puzzle?: Puzzle | undefined
    },
  ) {
    super(details.message)
    this.status = status
    this.code = code
    this.fields = details.fields ?? {}
    this.puzzle = details.puzzle
  }
}

/** What no answer of the server explained. */
export function ownError(status: number, code: keyof typeof ownSentences): ApiError {
  return new ApiError(status, code, { message: ownSentences[code] })
}
