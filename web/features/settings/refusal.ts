import type { FieldValues, Path, UseFormReturn } from 'react-hook-form'

import { ApiError } from '../../api/client.ts'
import { toast } from '../../ui/toast.tsx'

/** Tells why the server refused a form: a toast, and the messages under the fields they belong to. Nothing typed is lost. */
export function showRefusal<Form extends FieldValues>(form: UseFormReturn<Form>, error: unknown) {
  if (!(error instanceof ApiError)) throw error
  toast(error.message, 'error')
  for (const [field, [message = '']] of Object.entries(error.fields).toReversed())
    if (field in form.getValues())
      form.setError(field as Path<Form>, { message }, { shouldFocus: true })
}
