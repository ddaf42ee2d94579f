import type { FieldErrors } from '#shared/errors.ts'

export type FormValues = Record<string, string>

/** What an action returns for a form that was not accepted. */
export type FormResult = {
  /** The submitted values without passwords, to fill the form that the server renders again. */
  values: FormValues
  fields: FieldErrors
  /** The message of an error that belongs to no field. */
  message: string | null
  /** Set when the form may be sent again after this time. */
  retryAfterSeconds?: number | undefined
  /** True for an error response, which the browser can't check again. */
  isServerError?: boolean
  /** True when no response arrived. The server may have accepted the form. */
  isUnanswered?: boolean
}

/** The text fields of a form. */
export function toValues(form: FormData): FormValues {
  const texts = [...form].filter((entry): entry is [string, string] => typeof entry[1] === 'string')
  return Object.fromEntries(texts)
}
