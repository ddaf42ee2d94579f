import { data } from 'react-router'
import * as z from 'zod/mini'

import type { FieldErrors } from '#shared/errors.ts'
import { toFieldErrors } from '#shared/field-errors.ts'

import { ApiError } from '../api/client.ts'

/** What an action returns for a form that was not accepted. */
export type FormResult = {
  /** The submitted values without passwords, to fill the form that the server renders again. */
  values: FormValues
  fields: FieldErrors
  /** The message of an error that belongs to no field. */
  message: string | null
  /** Set when the form may be sent again after this time. */
  retryAfterSeconds?: number | undefined
}

export type FormValues = Record<string, string>

/** The text fields of a submitted form. */
export async function readValues(request: Request): Promise<FormValues> {
  const texts = [...(await request.formData())].filter(
    (entry): entry is [string, string] => typeof entry[1] === 'string',
  )
  return Object.fromEntries(texts)
}

/** Checks a form by its schema and submits it. Invalid fields and error responses become a `FormResult`. */
export async function submitForm<Schema extends z.ZodMiniType>(
  form: { values: FormValues; input?: unknown; schema: Schema },
  submit: (parsed: z.output<Schema>) => Promise<Response>,
) {
  const { values, input = values, schema } = form
  const parsed = z.safeParse(schema, input)
  if (!parsed.success)
    return toResult(422, { values, fields: toFieldErrors(parsed.error.issues), message: null })
  return catchApiError(() => submit(parsed.data), values)
}

/** Turns an error response into a `FormResult`. */
export async function catchApiError(submit: () => Promise<Response>, values: FormValues = {}) {
  try {
    return await submit()
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    const { status, fields, retryAfterSeconds } = error
    const message = Object.keys(fields).length > 0 ? null : error.message
    return toResult(status || 503, { values, fields, message, retryAfterSeconds })
  }
}

function toResult(status: number, { values, ...errors }: FormResult) {
  const safe = Object.entries(values).filter(([name]) => !/password/i.test(name))
  return data<FormResult>({ ...errors, values: Object.fromEntries(safe) }, { status })
}
