import {
  type ComponentProps,
  type ReactNode,
  type SubmitEvent,
  useEffect,
  useRef,
  useState,
} from 'react'
import type * as z from 'zod/mini'

import type { FieldErrors } from '#shared/errors.ts'
import { Form } from '#web/router/form.tsx'

import type { ButtonVariant } from '../ui/button.tsx'
import { FormAlert, toFormProblem } from './form-alert.tsx'
import { type FormResult, type FormValues, toValues } from './form-result.ts'
import type { PublicSchema } from './form-action.ts'
import { SubmitButton } from './submit-button.tsx'
import { type IsChecked, useLiveChecks } from './use-live-checks.ts'
import { forgetTyped, useTypedText } from './use-typed-text.ts'

/** The schema of a form, and what it parses, where that is not the texts of the fields. */
type FormSchema = { schema: z.core.$ZodType; toInput?: (values: FormValues) => unknown }

const loadPublicSchema = async (name: PublicSchema): Promise<FormSchema> => ({
  schema: (await import('./public-schemas.ts'))[name],
})

export type FieldProps = {
  name: string
  error: string | undefined
  defaultValue: string | undefined
}

type ActionFormProps = Omit<
  ComponentProps<typeof Form>,
  'method' | 'noValidate' | 'children' | 'ref'
> & {
  /** The result of the route's action. */
  result: FormResult | undefined
  /** Of `public-schemas.ts`. It is loaded when a field is checked in the browser, so that public pages need no schemas. */
  schema?: PublicSchema | (() => Promise<FormSchema>)
  /** Keeps typed text across reloads under this name, until the form is sent. */
  typedText?: string | undefined
  /** Shows what stands above the fields. */
  problem?: (message: string) => ReactNode
  children: (field: (name: string) => FieldProps) => ReactNode
}

/**
 * A form that the route's action handles: in the browser, or on the server without script. Errors stand under their fields, other errors
 * above them.
 */
export function ActionForm({
  result,
  schema: named,
  problem = (message) => <FormAlert isAnnounced>{message}</FormAlert>,
  className = 'grid gap-5',
  typedText,
  onSubmit,
  children,
  ...props
}: ActionFormProps) {
  const form = useFocusInvalid(result)
  useTypedText(form, { name: typedText, result })
  const { fields, replace } = useFieldErrors(result)
  const checks = useLiveChecks(async (isChecked) => {
    if (!named) return
    const modules = [
      typeof named === 'function' ? named() : loadPublicSchema(named),
      import('./find-field-errors.ts'),
    ] as const
    // Without a connection only the server checks.
    const loaded = await Promise.all(modules).catch(() => null)
    if (!loaded || !form.current) return
    const [{ schema, toInput }, { findFieldErrors }] = loaded
    const values = toValues(new FormData(form.current))
    replace(findFieldErrors(schema, toInput ? toInput(values) : values), isChecked)
  })
  const shown = new Set<string>()
  const field = (name: string): FieldProps => {
    shown.add(name)
    return { name, error: fields[name]?.[0], defaultValue: result?.values[name] }
  }
  // Called before the message is made, which needs to know the fields.
  const content = children(field)
  const message = toFormProblem(result, (name) => shown.has(name))
  // A form that is refused is saved again with its result.
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    onSubmit?.(event)
    void forgetTyped(typedText)
  }
  return (
    <Form
      {...props}
      {...checks}
      onSubmit={submit}
      ref={form}
      method="post"
      noValidate
      className={className}
    >
      {message !== null && problem(message)}
      {content}
    </Form>
  )
}

/** The errors under the fields. A new result replaces them, and checks that began before it are dropped. */
function useFieldErrors(result: FormResult | undefined) {
  const [state, setState] = useState({ result, fields: result?.fields ?? {} })
  if (state.result !== result) setState({ result, fields: result?.fields ?? {} })
  const replace = (found: FieldErrors, isChecked: IsChecked) =>
    setState((current) => {
      if (current.result !== result) return current
      return { result, fields: replaceErrors(current, found, isChecked) }
    })
  return { fields: state.fields, replace }
}

type Shown = { result: FormResult | undefined; fields: FieldErrors }

function replaceErrors({ result, fields }: Shown, found: FieldErrors, isChecked: IsChecked) {
  const findOrigin = (name: string) => {
    if (!fields[name]) return undefined
    return result?.isServerError && fields[name] === result.fields[name] ? 'server' : 'schema'
  }
  const unchecked = Object.entries(fields).filter(([name]) => !isChecked(name, findOrigin(name)))
  const checked = Object.entries(found).filter(([name]) => isChecked(name, findOrigin(name)))
  return Object.fromEntries([...unchecked, ...checked])
}

type OneButtonFormProps = {
  result: FormResult | undefined
  /** What the action reads. */
  values?: FormValues
  variant?: ButtonVariant
  children: ReactNode
}

/** A form without fields, which posts to the route's action. */
export function OneButtonForm({
  result,
  values = {},
  variant = 'primary',
  children,
}: OneButtonFormProps) {
  return (
    <ActionForm result={result}>
      {() => (
        <>
          {Object.entries(values).map(([name, value]) => (
            <input key={name} type="hidden" name={name} value={value} />
          ))}
          <SubmitButton wait={result} variant={variant} className="w-full sm:w-auto">
            {children}
          </SubmitButton>
        </>
      )}
    </ActionForm>
  )
}

/** A ref for a form. Each new result moves the focus to the first invalid field. */
function useFocusInvalid(result: object | undefined) {
  const form = useRef<HTMLFormElement>(null)
  useEffect(() => {
    if (result) form.current?.querySelector<HTMLElement>('[aria-invalid=true]')?.focus()
  }, [result])
  return form
}
