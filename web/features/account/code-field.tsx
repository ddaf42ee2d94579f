import type { ComponentProps } from 'react'

import { authText } from '#web/text/auth.ts'
import { Field } from '#web/ui/field.tsx'

type Props = Omit<ComponentProps<typeof Field>, 'label'> & {
  /** Nothing was wrong yet: the server asks for the code only now. */
  isFirstAsked: boolean
}

/** The second step of logging in. It begins where the person goes on typing. */
export function CodeField({ isFirstAsked, error, ...field }: Props) {
  const { login } = authText
  return (
    <Field
      label={login.code}
      hint={login.codeHint}
      error={isFirstAsked ? undefined : error}
      autoComplete="one-time-code"
      // eslint-disable-next-line jsx-a11y/no-autofocus -- it comes up in answer to a press, and is all that is missing
      autoFocus
      {...field}
    />
  )
}
