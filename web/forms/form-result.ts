import { data } from '#web/router/responses.ts'

import { ApiError } from '../api/api-error.ts'
import { toValues, type FormResult, type FormValues } from './form-values.ts'

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
