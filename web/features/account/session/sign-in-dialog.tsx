import { useState, type SyntheticEvent } from 'react'
import * as z from 'zod/mini'

import { loginSchema, sessionSchema, type Account } from '#shared/account.ts'
import type { FieldErrors } from '#shared/errors.ts'
import { toFieldErrors } from '#shared/field-errors.ts'

import { ApiError, browserApi } from '../../../api/client.ts'
import { FormButtons } from '../../../forms/form-buttons.tsx'
import { FormAlert } from '../../../forms/form-message.tsx'
import { useFocusInvalid } from '../../../forms/use-focus-invalid.ts'
import { authText } from '../../../text/auth.ts'
import { sessionText } from '../../../text/session.ts'
import { Dialog } from '../../../ui/dialogs/dialog.tsx'
import { Field } from '../../../ui/fields/field.tsx'
import { PasswordField } from '../../../ui/fields/password-field.tsx'
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
  const { result, busy, submit } = useSignIn(onSignedIn)
  const { fields, message, asksForCode, isFirstRequest } = result
  const form = useFocusInvalid(result)
  return (
    <form ref={form} noValidate onSubmit={(event) => void submit(event)} className="grid gap-5">
      {message !== null && <FormAlert>{message}</FormAlert>}
      <Field
        type="email"
        name="email"
        label={login.email}
        autoComplete="username"
        defaultValue={email}
        error={fields['email']?.[0]}
      />
      <PasswordField
        name="password"
        label={login.password}
        autoComplete="current-password"
        ref={setAutofocus}
        error={fields['password']?.[0]}
      />
      {asksForCode && (
        <CodeField name="code" isFirstRequest={isFirstRequest} error={fields['code']?.[0]} />
      )}
      <FormButtons
        submit={ended.continue}
        cancel={ended.notNow}
        busy={busy}
        wait={result}
        onCancel={onClose}
      />
    </form>
  )
}

/** The dialog focuses the element with this attribute. React does not render `autoFocus` as an attribute. */
function setAutofocus(field: HTMLInputElement | null) {
  field?.setAttribute('autofocus', '')
}

type Result = {
  fields: FieldErrors
  message: string | null
  asksForCode: boolean
  /** True when the server asks for the code for the first time. */
  isFirstRequest: boolean
  retryAfterSeconds?: number | undefined
}

type Refusal = Pick<Result, 'fields' | 'message' | 'retryAfterSeconds'>

function useSignIn(onSignedIn: (account: Account) => void) {
  const [busy, setBusy] = useState(false)
  const [result, setResult] = useState<Result>({
    fields: {},
    message: null,
    asksForCode: false,
    isFirstRequest: false,
  })

  const showErrors = ({ fields, message, retryAfterSeconds }: Refusal) =>
    setResult(({ asksForCode }) => ({
      fields,
      message: Object.keys(fields).length > 0 ? null : message,
      asksForCode: asksForCode || 'code' in fields,
      isFirstRequest: !asksForCode && 'code' in fields,
      retryAfterSeconds,
    }))

  const submit = async (event: SyntheticEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (busy) return
    const login = z.safeParse(loginSchema, Object.fromEntries(new FormData(event.currentTarget)))
    if (!login.success)
      return showErrors({ fields: toFieldErrors(login.error.issues), message: null })
    setBusy(true)
    try {
      const { account } = await browserApi.post('/session', login.data, sessionSchema)
      if (account) onSignedIn(account)
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      showErrors(error)
    } finally {
      setBusy(false)
    }
  }
  return { result, busy, submit }
}
