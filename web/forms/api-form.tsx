import type { FieldErrors, FieldValues, Path, UseFormReturn } from 'react-hook-form'
import { type ComponentProps, type ReactNode, type SyntheticEvent, useRef, useState } from 'react'

import type { ApiError } from '../api/client.ts'
import { uiText } from '../text/ui.ts'
import { Button, type ButtonVariant } from '../ui/button.tsx'
import { FormAlert, toFormProblem } from './form-alert.tsx'
import type { LazyCode } from './lazy.tsx'
import { RetryNote, type RetryWait, useCountdown } from './submit-button.tsx'
import { showApiError } from './use-api-action.ts'
import {
  type FormSettings,
  showFieldErrors,
  toFieldProps,
  type Typed,
  useCheckedForm,
  useFormChecks,
} from './use-checked-form.ts'
import { forgetTyped, useTypedText } from './use-typed-text.ts'

type Options<Name, Values extends FieldValues> = Omit<FormSettings<Values>, 'schema'> & {
  schema: Name
  /** Sends the values as they were typed. An error response is shown, and the form keeps its values. */
  onSubmit: (values: NoInfer<Values>, form: UseFormReturn<NoInfer<Values>>) => Promise<unknown>
  onInvalid?: (errors: FieldErrors<NoInfer<Values>>) => void
  /** Keeps typed text across reloads under this name. */
  typedText?: string
}

/** A form that the browser checks by the server's schema and sends to the API. `formProps` are those of its `ApiForm`. */
export function useApiForm<
  Name extends keyof Typed | FormSettings<Values>['schema'],
  Values extends FieldValues = Name extends keyof Typed ? Typed[Name] : never,
>(options: Options<Name, Values>) {
  const { onSubmit, onInvalid, typedText, ...settings } = options
  const { form, checks: code } = useCheckedForm<Values>(settings as FormSettings<Values>)
  const checks = useFormChecks(form)
  const [refusal, setRefusal] = useState<ApiError>()
  const send = form.handleSubmit(async (values) => {
    setRefusal(undefined)
    try {
      await onSubmit(values, form)
      await forgetTyped(typedText)
    } catch (error) {
      showApiError(error)
      setRefusal(error)
      showFieldErrors(form, error.fields)
    }
  }, onInvalid)
  const { submit, isWaiting } = useLoadedSubmit(code, { send, onRefused: setRefusal })

  const shown = new Set<string>()
  const field = (name: Path<Values>) => {
    shown.add(name)
    return toFieldProps(form, name)
  }
  const formProps = {
    ...checks,
    typedText,
    onSubmit: submit,
    // A function, because the fields are known only after the form's component has called `field` for each.
    findProblem: () => toFormProblem(refusal, (name) => shown.has(name)),
  }
  return { form, formProps, field, busy: isWaiting || form.formState.isSubmitting, wait: refusal }
}

type Submit = {
  send: () => Promise<unknown>
  onRefused: (error: ApiError | undefined) => void
}

/** Sends a form once its checks are loaded. Nothing is sent unchecked: if they cannot be loaded, the form says so and can be sent again. */
function useLoadedSubmit(checks: LazyCode<unknown>, { send, onRefused }: Submit) {
  const [isWaiting, setWaiting] = useState(false)
  const isRunning = useRef(false)
  const load = async (): Promise<boolean> => {
    if (checks.read() !== undefined) return true
    setWaiting(true)
    onRefused(undefined)
    try {
      await checks.load()
      return true
    } catch (error) {
      showApiError(error)
      onRefused(error)
      return false
    } finally {
      setWaiting(false)
    }
  }
  const submit = async (event: SyntheticEvent) => {
    event.preventDefault()
    if (isRunning.current) return
    isRunning.current = true
    try {
      if (await load()) await send()
    } finally {
      isRunning.current = false
    }
  }
  return { submit, isWaiting }
}

type ApiFormProps = Omit<ComponentProps<'form'>, 'noValidate'> & {
  /** What stands above the fields, from `useApiForm`. */
  findProblem: () => string | null
  typedText?: string | undefined
  /** Replaces that. */
  note?: ReactNode
}

/** The `<form>` of `useApiForm`. A refusal is a toast too, which announces it. */
export function ApiForm({
  findProblem,
  typedText,
  note,
  className = 'grid gap-5',
  children,
  ...props
}: ApiFormProps) {
  const form = useRef<HTMLFormElement>(null)
  useTypedText(form, { name: typedText })
  const problem = findProblem()
  return (
    <form {...props} ref={form} noValidate className={className}>
      {note || (problem !== null && <FormAlert>{problem}</FormAlert>)}
      {children}
    </form>
  )
}

type FormButtonsProps = {
  submit: ReactNode
  cancel?: string | undefined
  variant?: ButtonVariant | undefined
  busy: boolean
  /** The last error response to the form. */
  wait: RetryWait
  onCancel: () => void
}

export function FormButtons({
  submit,
  cancel = uiText.cancel,
  variant,
  busy,
  wait,
  onCancel,
}: FormButtonsProps) {
  const { secondsLeft, isCounting } = useCountdown(wait)
  return (
    <>
      <RetryNote secondsLeft={secondsLeft} seconds={wait?.retryAfterSeconds} />
      <div className="flex flex-col-reverse gap-3 sm:flex-row sm:justify-end">
        <Button variant="quiet" disabled={busy} onClick={onCancel}>
          {cancel}
        </Button>
        <Button type="submit" variant={variant} busy={busy} disabled={isCounting}>
          {submit}
        </Button>
      </div>
    </>
  )
}
