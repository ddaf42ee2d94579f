import type { ComponentProps } from 'react'

import { authText } from '#web/text/auth.ts'
import { Field } from '#web/ui/fields.tsx'

type Props = Omit<ComponentProps<typeof Field>, 'label'> & {
  /** True when the server asks for the code for the first time, which is no error. */
  isFirstRequest?: boolean
}

/** The code of two-factor authentication. It takes the focus when it appears. */
export function CodeField({ isFirstRequest, error, ...field }: Props) {
  const { login } = authText
  return (
    <Field
      label={login.code}
      hint={login.codeHint}
      error={isFirstRequest ? undefined : error}
      autoComplete="one-time-code"
      // eslint-disable-next-line jsx-a11y/no-autofocus -- it appears after a click, and nothing else is missing
      autoFocus
      {...field}
    />
  )
}
