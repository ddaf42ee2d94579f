import type { FieldValues, Path, UseFormReturn } from 'react-hook-form'

import type { FieldErrors } from '#shared/errors.ts'

import { ApiError } from '../api/client.ts'
import { toast } from '../ui/toasts/toast.tsx'

/** Shows an error response as a toast. Rethrows any other error. */
export function showApiError(error: unknown): asserts error is ApiError {
  if (!(error instanceof ApiError)) throw error
  toast(error.message, 'error')
}

/** Shows messages under the fields of a form. The focus ends on the first of them. */
export function showFieldErrors<Values extends FieldValues>(
  form: UseFormReturn<Values>,
  fields: FieldErrors,
) {
  for (const [field, [message = '']] of Object.entries(fields).toReversed())
    if (field in form.getValues())
      form.setError(field as Path<Values>, { message }, { shouldFocus: true })
}
