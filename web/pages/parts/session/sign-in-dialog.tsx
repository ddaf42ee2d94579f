import { useState } from 'react'

import type { Account } from '#shared/account.ts'

import { ApiError, browserApi } from '../../../api/client.ts'
import { ApiForm, FormButtons, useApiForm } from '../../../forms/api-form.tsx'
import { authText } from '../../../text/auth.ts'
import { sessionText } from '../../../text/session.ts'
import { Dialog } from '../../../ui/dialog.tsx'
import { Field, PasswordField } from '../../../ui/fields.tsx'
import { CodeField } from './code-field.tsx'

type Props = {
  open: boolean
  /** The email address of the person on the page. */
  email: string
  onSignedIn: (account: Account) => void
  onClose: () => void
}

/** Signs in again without leaving the page, so that unsaved input stays. */
export function SignInDialog({ open, email, onSignedIn, onClose }: Props) {
  const { ended } = sessionText
  return (
    <Dialog open={open} title={ended.title} onClose={onClose}>
      <p className="text-muted">{ended.text}</p>
      <SignInForm email={email} onSignedIn={onSignedIn} onClose={onClose} />
    </Dialog>
  )
}

function SignInForm({ email, onSignedIn, onClose }: Omit<Props, 'open'>) {
  const { ended } = sessionText
  const { login } = authText
  const [asksForCode, setAsksForCode] = useState(false)
  const { formProps, field, busy, wait } = useApiForm({
    schema: 'loginSchema',
    defaultValues: { email, password: '' },
    onSubmit: async (values) => {
      const { account } = await browserApi.post('/session', values).catch((error: unknown) => {
        if (error instanceof ApiError && 'code' in error.fields) setAsksForCode(true)
        throw error
      })
      if (account) onSignedIn(account)
    },
  })
  const { ref: passwordRef, ...password } = field('password')
  return (
    <ApiForm {...formProps}>
      <Field type="email" label={login.email} autoComplete="username" {...field('email')} />
      <PasswordField
        label={login.password}
        ref={(element) => {
          passwordRef(element)
          // The dialog focuses the element with this attribute. React does not render `autoFocus` as an attribute.
          element?.setAttribute('autofocus', '')
        }}
        {...password}
      />
      {asksForCode && <CodeField {...field('code')} />}
      <FormButtons
        submit={ended.continue}
        cancel={ended.notNow}
        busy={busy}
        wait={wait}
        onCancel={onClose}
      />
    </ApiForm>
  )
}
