import { zodResolver } from '@hookform/resolvers/zod'
import { useState } from 'react'
import {
  useForm,
  type DefaultValues,
  type FieldErrors,
  type FieldValues,
  type Path,
  type UseFormReturn,
} from 'react-hook-form'
import type * as z from 'zod/mini'

import type { FieldErrors as ApiFieldErrors } from '#shared/errors.ts'

import type { ApiError } from '../api/client.ts'
import { showApiError } from './use-api-action.ts'

type Options<Values extends FieldValues> = {
  schema: z.core.$ZodType<unknown, Values>
  defaultValues: DefaultValues<Values>
  /** Sends the values as they were typed. An error response is shown, and the form keeps its values. */
  onSubmit: (values: Values, form: UseFormReturn<Values>) => Promise<unknown>
  onInvalid?: (errors: FieldErrors<Values>) => void
  /** Drops the value of a field that is no longer shown. */
  shouldUnregister?: boolean
}

/** A form that the browser checks by the server's schema and sends to the API. */
export function useApiForm<Values extends FieldValues>(options: Options<Values>) {
  const { schema, onSubmit, onInvalid, ...settings } = options
  const form = useForm<Values>({
    resolver: zodResolver(schema, undefined, { raw: true }),
    ...settings,
  })
  const [refusal, setRefusal] = useState<ApiError>()
  const { formState, register, getFieldState } = form
  const submit = form.handleSubmit(async (values) => {
    setRefusal(undefined)
    try {
      await onSubmit(values, form)
    } catch (error) {
      showApiError(error)
      setRefusal(error)
      showFieldErrors(form, error.fields)
    }
  }, onInvalid)
  const field = (name: Path<Values>) => ({
    error: getFieldState(name, formState).error?.message,
    ...register(name),
  })
  return { form, submit, field, busy: formState.isSubmitting, wait: refusal }
}

/** Shows messages under the fields of a form. The focus ends on the first of them. */
export function showFieldErrors<Values extends FieldValues>(
  form: UseFormReturn<Values>,
  fields: ApiFieldErrors,
) {
  for (const [field, [message = '']] of Object.entries(fields).toReversed())
    if (field in form.getValues())
      form.setError(field as Path<Values>, { message }, { shouldFocus: true })
}
