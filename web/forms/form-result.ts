import type { FieldErrors } from '#shared/errors.ts'
import { data } from '#web/router/responses.ts'

import { ApiError } from '../api/api-error.ts'

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

export function toValues(form: FormData): FormValues {
  const texts = [...form].filter((entry): entry is [string, string] => typeof entry[1] === 'string')
  return Object.fromEntries(texts)
}

/** Turns an error response into a `FormResult`. */
export async function catchApiError<Answer>(
  submit: () => Promise<Answer>,
  values: FormValues = {},
) {
  try {
    return await submit()
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    const { status, code, message, fields, retryAfterSeconds } = error
    return toResult(status || 503, {
      values,
      fields,
      message,
      retryAfterSeconds,
      isServerError: true,
      ...(code === 'offline' && { isUnanswered: true }),
    })
  }
}

export function toResult(status: number, { values, ...errors }: FormResult) {
  const safe = Object.entries(values).filter(([name]) => !/password/i.test(name))
  return data<FormResult>({ ...errors, values: Object.fromEntries(safe) }, { status })
}

/** The answer to a form whose action cannot be loaded: what happened, while everything stays as it was typed. Nothing was sent. */
export async function answerUnsent(request: Request, error: unknown) {
  if (!(error instanceof ApiError)) throw error
  const values = toValues(await request.formData())
  return toResult(503, { values, fields: {}, message: error.message })
}
