import * as z from 'zod/mini'

import { toFieldErrors } from '#shared/field-errors.ts'

import { catchApiError, type FormValues, toResult, toValues } from './form-result.ts'
import type * as publicSchemas from './public-schemas.ts'

type Schemas = typeof publicSchemas
export type PublicSchema = keyof Schemas
type Parsed<Schema> = Schema extends PublicSchema ? z.output<Schemas[Schema]> : z.output<Schema>

/** The text fields of a submitted form. */
export async function readValues(request: Request): Promise<FormValues> {
  return toValues(await request.formData())
}

/** Checks a form by its schema and submits it. Invalid fields and error responses become a `FormResult`. */
export async function submitForm<Schema extends PublicSchema | z.ZodMiniType, Answer>(
  form: { values: FormValues; input?: unknown; schema: Schema },
  submit: (parsed: Parsed<Schema>) => Promise<Answer>,
) {
  const { values, input = values, schema: named } = form
  const schema =
    typeof named === 'string' ? (await import('./public-schemas.ts'))[named as PublicSchema] : named
  const parsed = z.safeParse(schema as z.ZodMiniType, input)
  if (!parsed.success)
    return toResult(422, { values, fields: toFieldErrors(parsed.error.issues), message: null })
  return catchApiError(() => submit(parsed.data as Parsed<Schema>), values)
}
