import type { FieldErrors } from './errors.ts'

type Issue = { path: readonly PropertyKey[]; message: string }

/**
 * Groups the issues of a failed parse by top-level field: `{ email: ['Invalid email address.'] }`.
 * Issues of nested values belong to their top-level field, issues of the whole input to ''.
 */
export function toFieldErrors(issues: readonly Issue[]): FieldErrors {
  const fields: FieldErrors = {}
  for (const { path, message } of issues) (fields[String(path[0] ?? '')] ??= []).push(message)
  return fields
}
