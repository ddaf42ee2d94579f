import { useEffect, useRef, type FormEvent, type ReactNode } from 'react'
import { Form, useNavigation } from 'react-router'

import { Button } from '#web/ui/button.tsx'

import { FormMessage } from './form-message.tsx'
import type { FormAnswer } from './form-answer.ts'

/** What a field takes from the last answer. */
export type FieldProps = {
  name: string
  error: string | undefined
  defaultValue: string | undefined
  required: true
}

type AccountFormProps = {
  answer: FormAnswer | undefined
  submit: ReactNode
  children: (field: (name: string) => FieldProps) => ReactNode
}

/**
 * A plain HTML form that the route's action answers: in the browser once the script is there, before that on the server.
 * Errors stand under their fields and the first of them gets the focus; what concerns no field is a toast (specification §8).
 */
export function AccountForm({ answer, submit, children }: AccountFormProps) {
  const form = useRef<HTMLFormElement>(null)
  const busy = useNavigation().state !== 'idle'
  useEffect(() => {
    if (answer) form.current?.querySelector<HTMLElement>('[aria-invalid=true]')?.focus()
  }, [answer])

  const field = (name: string): FieldProps => ({
    name,
    error: answer?.fields[name]?.[0],
    defaultValue: answer?.values[name],
    required: true,
  })
  const sendOnce = (event: FormEvent) => {
    if (busy) event.preventDefault()
  }

  return (
    <Form ref={form} method="post" noValidate onSubmit={sendOnce} className="space-y-5">
      <FormMessage answer={answer} />
      {children(field)}
      <Button type="submit" busy={busy} className="w-full">
        {submit}
      </Button>
    </Form>
  )
}
