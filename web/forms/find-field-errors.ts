import * as z from 'zod/mini'

import type { FieldErrors } from '#shared/errors.ts'
import { toFieldErrors } from '#shared/field-errors.ts'

/** The errors of a form by its schema. A module of its own, because public pages load it when a field is checked. */
export function findFieldErrors(schema: z.core.$ZodType, input: unknown): FieldErrors {
  return toFieldErrors(z.safeParse(schema, input).error?.issues ?? [])
}
