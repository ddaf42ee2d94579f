import { useEffect, useState } from 'react'
import {
  get,
  useForm,
  type DefaultValues,
  type FieldError,
  type FieldValues,
  type Path,
  type Resolver,
  type UseFormReturn,
} from 'react-hook-form'
import type * as z from 'zod/mini'

import type { FieldErrors } from '#shared/errors.ts'

import { lazyCode, whenIdle } from './lazy.tsx'
import type * as signedInSchemas from './signed-in-schemas.ts'
import { useLiveChecks } from './use-live-checks.ts'

type Schemas = typeof signedInSchemas
/** What a person types, by the name of the schema. */
export type Typed = { [Name in keyof Schemas]: z.input<Schemas[Name]> }

type SchemaOf<Values> = {
  [Name in keyof Typed]: Values extends Typed[Name] ? Name : never
}[keyof Typed]

export type FormSettings<Values extends FieldValues> = {
  /** Of `signed-in-schemas.ts`. It is loaded while the browser is idle, or at once when a field is checked or the form is sent. */
  schema: SchemaOf<Values> | (() => Promise<z.core.$ZodType<unknown, Values>>)
  defaultValues: DefaultValues<NoInfer<Values>>
  /** Drops the value of a field that is no longer shown. */
  shouldUnregister?: boolean
}

/**
 * A form that the browser checks by the server's schema. The values stay as they were typed. `checks` fails to load without a connection, and
 * so does each check of the form then.
 */
export function useCheckedForm<Values extends FieldValues>({
  schema,
  ...settings
}: FormSettings<Values>) {
  const [checks] = useState(() => lazyCode(() => loadChecks<Values>(schema)))
  useEffect(() => whenIdle(() => void checks.load().catch(waitForUse)), [checks])
  const resolver: Resolver<Values> = async (values) => {
    const findErrors = await checks.load()
    const found = Object.entries(findErrors(values))
    const errors = found.map(([field, [message]]) => [field, { type: 'schema', message }])
    return { values, errors: Object.fromEntries(errors) }
  }
  return { form: useForm<Values>({ resolver, ...settings }), checks }
}

async function loadChecks<Values>(named: keyof Schemas | (() => Promise<z.core.$ZodType>)) {
  const [schema, { findFieldErrors }] = await Promise.all([
    typeof named === 'function'
      ? named()
      : import('./signed-in-schemas.ts').then((schemas): z.core.$ZodType => schemas[named]),
    import('./find-field-errors.ts'),
  ])
  return (values: Values): FieldErrors => findFieldErrors(schema, values)
}

/** The next use loads again, and says so if that fails. */
const waitForUse = () => undefined

const serverError = 'server'

export function toFieldProps<Values extends FieldValues>(
  { formState, register }: UseFormReturn<Values>,
  name: Path<Values>,
) {
  const error: FieldError | undefined = get(formState.errors, name)
  return { error: error?.message, ...register(name) }
}

/** The handlers of the `<form>` of a checked form. */
export function useFormChecks<Values extends FieldValues>(form: UseFormReturn<Values>) {
  return useLiveChecks((isChecked) => {
    const fields = Object.keys(form.getValues()) as Path<Values>[]
    const checked = fields.filter((field) => {
      const { error } = form.getFieldState(field)
      return isChecked(field, error && (error.type === serverError ? 'server' : 'schema'))
    })
    // Without a connection the form is checked when it is sent.
    if (checked.length > 0) void form.trigger(checked).catch(waitForUse)
  })
}

/** Shows the messages of an error response under the fields of a form. The focus ends on the first of them. */
export function showFieldErrors<Values extends FieldValues>(
  form: UseFormReturn<Values>,
  fields: FieldErrors,
) {
  for (const [field, [message = '']] of Object.entries(fields).reverse())
    if (field in form.getValues())
      form.setError(field as Path<Values>, { type: serverError, message }, { shouldFocus: true })
}
