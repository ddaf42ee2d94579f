import * as z from 'zod/mini'

import { toFieldErrors } from '#shared/field-errors.ts'

import { catchApiError, type FormValues, toResult, toValues } from './form-result.ts'

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
