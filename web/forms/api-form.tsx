import { useRef, type ComponentProps, type ReactNode } from 'react'

import { FormAlert } from './form-alert.tsx'
import { useTypedText } from './use-typed-text.ts'

type Props = Omit<ComponentProps<'form'>, 'noValidate'> & {
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
}: Props) {
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
