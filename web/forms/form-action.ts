import * as z from 'zod/mini'

import { toFieldErrors } from '#shared/field-errors.ts'
import { data } from '#web/router/responses.ts'

import { ApiError } from '../api/client.ts'
import { toValues, type FormResult, type FormValues } from './form-values.ts'

/** The text fields of a submitted form. */
export async function readValues(request: Request): Promise<FormValues> {
  return toValues(await request.formData())
}

/** Checks a form by its schema and submits it. Invalid fields and error responses become a `FormResult`. */
export async function submitForm<Schema extends z.ZodMiniType, Answer>(
  form: { values: FormValues; input?: unknown; schema: Schema },
  submit: (parsed: z.output<Schema>) => Promise<Answer>,
) {
  const { values, input = values, schema } = form
  const parsed = z.safeParse(schema, input)
  if (!parsed.success)
    return toResult(422, { values, fields: toFieldErrors(parsed.error.issues), message: null })
  return catchApiError(() => submit(parsed.data), values)
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

function toResult(status: number, { values, ...errors }: FormResult) {
  const safe = Object.entries(values).filter(([name]) => !/password/i.test(name))
  return data<FormResult>({ ...errors, values: Object.fromEntries(safe) }, { status })
}
