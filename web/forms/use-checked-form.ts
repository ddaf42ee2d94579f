import {
  useForm,
  type DefaultValues,
  type FieldValues,
  type Path,
  type Resolver,
  type UseFormReturn,
} from 'react-hook-form'
import type * as z from 'zod/mini'

import type { FieldErrors } from '#shared/errors.ts'

import { findFieldErrors } from './find-field-errors.ts'
import { useLiveChecks } from './use-live-checks.ts'

export type FormSettings<Values extends FieldValues> = {
  schema: z.core.$ZodType<unknown, Values>
  defaultValues: DefaultValues<Values>
  /** Drops the value of a field that is no longer shown. */
  shouldUnregister?: boolean
}

/** A form that the browser checks by the server's schema. The values stay as they were typed. */
export function useCheckedForm<Values extends FieldValues>({
  schema,
  ...settings
}: FormSettings<Values>) {
  const resolver: Resolver<Values> = (values) => {
    const found = Object.entries(findFieldErrors(schema, values))
    const errors = found.map(([field, [message]]) => [field, { type: 'schema', message }])
    return { values, errors: Object.fromEntries(errors) }
  }
  return useForm<Values>({ resolver, ...settings })
}

const serverError = 'server'

/** The handlers of the `<form>` of a checked form. */
export function useFormChecks<Values extends FieldValues>(form: UseFormReturn<Values>) {
  return useLiveChecks((isChecked) => {
    const fields = Object.keys(form.getValues()) as Path<Values>[]
    const checked = fields.filter((field) => {
      const { error } = form.getFieldState(field)
      return isChecked(field, error && (error.type === serverError ? 'server' : 'schema'))
    })
    if (checked.length > 0) void form.trigger(checked)
  })
}

/** Shows the messages of an error response under the fields of a form. The focus ends on the first of them. */
export function showFieldErrors<Values extends FieldValues>(
  form: UseFormReturn<Values>,
  fields: FieldErrors,
) {
  for (const [field, [message = '']] of Object.entries(fields).toReversed())
    if (field in form.getValues())
      form.setError(field as Path<Values>, { type: serverError, message }, { shouldFocus: true })
}
