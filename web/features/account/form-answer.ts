import { data } from 'react-router'
import * as z from 'zod/mini'

import type { FieldErrors } from '#shared/errors.ts'
import { ApiError } from '#web/api/client.ts'

/** What an action says of a form that could not be accepted. */
export type FormAnswer = {
  /** What was typed, passwords excepted: a page rendered anew by the server shows it again. */
  values: Record<string, string>
  fields: FieldErrors
  /** What is wrong with none of the fields in particular. */
  message: string | null
}

type Values = Record<string, string>

/** The texts of a submitted form. Files are none of an account's business. */
export async function readValues(request: Request): Promise<Values> {
  const texts = [...(await request.formData())].filter(
    (entry): entry is [string, string] => typeof entry[1] === 'string',
  )
  return Object.fromEntries(texts)
}

/** Checks the values by the shared schema and acts on them; whatever is refused, here or by the server, is said in the form. */
export async function answerForm<Schema extends z.ZodMiniType>(
  form: { values: Values; input?: unknown; schema: Schema },
  act: (parsed: z.output<Schema>) => Promise<Response>,
) {
  const { values, input = values, schema } = form
  const parsed = z.safeParse(schema, input)
  if (!parsed.success) return refuse(values, fieldsOf(parsed.error.issues), null)
  try {
    return await act(parsed.data)
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    const inFields = Object.keys(error.fields).length > 0
    return refuse(values, error.fields, inFields ? null : error.message)
  }
}

function refuse(values: Values, fields: FieldErrors, message: string | null) {
  const kept = Object.entries(values).filter(([name]) => !/password/i.test(name))
  const answer: FormAnswer = { values: Object.fromEntries(kept), fields, message }
  return data(answer, { status: 400 })
}

/** The messages of a schema, by field. */
export function fieldsOf(issues: readonly z.core.$ZodIssue[]): FieldErrors {
  const fields: FieldErrors = {}
  for (const { path, message } of issues) (fields[String(path[0])] ??= []).push(message)
  return fields
}
