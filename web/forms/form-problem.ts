import type { FieldErrors } from '#shared/errors.ts'

/** What a refused form says. `ApiError` and `FormResult` are such. */
type Refusal = { message: string | null; fields: FieldErrors }

/**
 * What stands above the fields of a refused form: the message of an error without fields, or the errors of fields that the form does
 * not show. Null if every error stands under its field.
 */
export function toFormProblem(
  refusal: Refusal | undefined,
  isShown: (field: string) => boolean,
): string | null {
  if (!refusal) return null
  const errors = Object.entries(refusal.fields)
  if (errors.length === 0) return refusal.message
  const hidden = errors.filter(([field]) => !isShown(field)).map(([, [message = '']]) => message)
  return hidden.length > 0 ? hidden.join(' ') || refusal.message : null
}
