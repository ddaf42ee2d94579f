import { errorSentences } from '#shared/error-sentences.ts'
import type { ErrorCode, FieldErrors } from '#shared/errors.ts'
import type { Puzzle } from '#shared/puzzle.ts'

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
      message?: string | undefined
      fields?: FieldErrors | undefined
      puzzle?: Puzzle | undefined
    } = {},
  ) {
    super(details.message ?? errorSentences[code])
    this.status = status
    this.code = code
    this.fields = details.fields ?? {}
    this.puzzle = details.puzzle
  }
}
