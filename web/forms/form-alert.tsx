import { type ReactNode, useEffect } from 'react'

import type { FieldErrors } from '#shared/errors.ts'

import { toast } from '../ui/toast.tsx'

type FormAlertProps = {
  children: ReactNode
  /** True where no toast announces the message. */
  isAnnounced?: boolean
}

/** What went wrong with a form, above its fields. */
export function FormAlert({ children, isAnnounced = false }: FormAlertProps) {
  return (
    <p
      role={isAnnounced ? 'alert' : undefined}
      data-form-problem=""
      className="rounded-card border border-danger/40 bg-danger-soft px-4 py-3 font-medium text-danger"
    >
      {children}
    </p>
  )
}

type FormMessageProps = {
  message: string
  /** The response that the message belongs to. Each is shown once as a toast. */
  response?: object | undefined
}

/** What went wrong with a form, on the page and as a toast (specification §8). */
export function FormMessage({ message, response }: FormMessageProps) {
  useEffect(() => toast(message, 'error'), [message, response])
  return <FormAlert>{message}</FormAlert>
}

/** What a refused form says. `ApiError` and `FormResult` are such. */
type Refusal = { message: string | null; fields: FieldErrors }

/**
 * What stands above the fields of a refused form: the message of an error without fields, or the errors of fields that the form does
 * not show. Null if every error stands under its field.
 */
export function toFormProblem(
  refusal: Refusal | undefined,
  isShown: (field: string) => boolean,
): string | null {
  if (!refusal) return null
  const errors = Object.entries(refusal.fields)
  if (errors.length === 0) return refusal.message
  const hidden = errors.filter(([field]) => !isShown(field)).map(([, [message = '']]) => message)
  return hidden.length > 0 ? hidden.join(' ') || refusal.message : null
}
