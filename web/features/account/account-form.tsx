import type { FormEvent, ReactNode } from 'react'
import { Form, useNavigation } from 'react-router'

import type { FormResult } from '../../forms/form-action.ts'
import { FormMessage } from '../../forms/form-message.tsx'
import { useFocusInvalid } from '../../forms/use-focus-invalid.ts'
import { SubmitButton } from '../../forms/submit-button.tsx'

/** The props of a field from the last result. */
export type FieldProps = {
  name: string
  error: string | undefined
  defaultValue: string | undefined
  required: true
}

type AccountFormProps = {
  result: FormResult | undefined
  submit: ReactNode
  children: (field: (name: string) => FieldProps) => ReactNode
}

/**
 * A form that the route's action handles: in the browser, or on the server without script. Errors are shown under their fields, and an
 * error without a field as a toast (specification §8).
 */
export function AccountForm({ result, submit, children }: AccountFormProps) {
  const form = useFocusInvalid(result)
  const busy = useNavigation().state !== 'idle'
  const field = (name: string): FieldProps => ({
    name,
    error: result?.fields[name]?.[0],
    defaultValue: result?.values[name],
    required: true,
  })
  const preventDoubleSubmit = (event: FormEvent) => {
    if (busy) event.preventDefault()
  }

  return (
    <Form ref={form} method="post" noValidate onSubmit={preventDoubleSubmit} className="space-y-5">
      <FormMessage result={result} />
      {children(field)}
      <SubmitButton busy={busy} wait={result} className="w-full">
        {submit}
      </SubmitButton>
    </Form>
  )
}
