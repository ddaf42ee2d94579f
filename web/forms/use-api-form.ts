import { useRef, useState, type SyntheticEvent } from 'react'
import type { FieldErrors, FieldValues, Path, UseFormReturn } from 'react-hook-form'

import type { ApiError } from '../api/client.ts'
import { toFormProblem } from './form-problem.ts'
import type { LazyCode } from './lazy-code.ts'
import { showApiError } from './use-api-action.ts'
import { forgetTyped } from './use-typed-text.ts'
import {
  showFieldErrors,
  toFieldProps,
  useCheckedForm,
  useFormChecks,
  type FormSettings,
} from './use-checked-form.ts'

type Options<Values extends FieldValues> = FormSettings<Values> & {
  /** Sends the values as they were typed. An error response is shown, and the form keeps its values. */
  onSubmit: (values: Values, form: UseFormReturn<Values>) => Promise<unknown>
  onInvalid?: (errors: FieldErrors<Values>) => void
  /** Keeps typed text across reloads under this name. */
  typedText?: string
}

/** A form that the browser checks by the server's schema and sends to the API. `formProps` are those of its `ApiForm`. */
export function useApiForm<Values extends FieldValues>(options: Options<Values>) {
  const { onSubmit, onInvalid, typedText, ...settings } = options
  const { form, checks: code } = useCheckedForm<Values>(settings)
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
