import { useEffect, useRef, useState, type SyntheticEvent } from 'react'
import * as z from 'zod/mini'

import { loginSchema, sessionSchema, type Account } from '#shared/account.ts'
import type { FieldErrors } from '#shared/errors.ts'
import { ApiError, browserApi } from '#web/api/client.ts'
import { authText } from '#web/text/auth.ts'
import { sessionText } from '#web/text/session.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { Field } from '#web/ui/field.tsx'
import { PasswordField } from '#web/ui/password-field.tsx'

import { CodeField } from './code-field.tsx'
import { fieldsOf } from './form-answer.ts'

type Props = {
  open: boolean
  /** Whose page it is. */
  email: string
  onSignedIn: (account: Account) => void
  onClose: () => void
}

/** Signs in again over a page that is in the middle of something. */
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
  const { fields, message, asksCode, isFirstAsked, busy, send } = useSignIn(onSignedIn)
  const form = useRef<HTMLFormElement>(null)
  useEffect(() => {
    form.current?.querySelector<HTMLElement>('[aria-invalid=true]')?.focus()
  }, [fields])

  return (
    <form ref={form} noValidate onSubmit={(event) => void send(event)} className="grid gap-5">
      {message !== null && (
        <p role="alert" className="font-medium text-danger">
          {message}
        </p>
      )}
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
        ref={beginHere}
        error={fields['password']?.[0]}
      />
      {asksCode && (
        <CodeField name="code" isFirstAsked={isFirstAsked} error={fields['code']?.[0]} />
      )}
      <div className="flex flex-col-reverse gap-3 sm:flex-row sm:justify-end">
        <Button variant="quiet" onClick={onClose}>
          {ended.notNow}
        </Button>
        <Button type="submit" busy={busy}>
          {ended.goOn}
        </Button>
      </div>
    </form>
  )
}

/** Of all that a dialog holds, this gets the focus when it opens. React keeps `autoFocus` to itself. */
function beginHere(field: HTMLInputElement | null) {
  field?.setAttribute('autofocus', '')
}

type Problem = {
  fields: FieldErrors
  message: string | null
  asksCode: boolean
  isFirstAsked: boolean
}
const noProblem: Problem = { fields: {}, message: null, asksCode: false, isFirstAsked: false }

function useSignIn(onSignedIn: (account: Account) => void) {
  const [problem, setProblem] = useState<Problem>(noProblem)
  const [busy, setBusy] = useState(false)

  const complain = (fields: FieldErrors, sentence: string | null) =>
    setProblem(({ asksCode }) => ({
      fields,
      message: Object.keys(fields).length > 0 ? null : sentence,
      asksCode: asksCode || 'code' in fields,
      isFirstAsked: !asksCode && 'code' in fields,
    }))

  const send = async (event: SyntheticEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (busy) return
    const login = z.safeParse(loginSchema, Object.fromEntries(new FormData(event.currentTarget)))
    if (!login.success) return complain(fieldsOf(login.error.issues), null)
    setBusy(true)
    try {
      const { account } = await browserApi.post('/session', login.data, sessionSchema)
      if (account) onSignedIn(account)
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      complain(error.fields, error.message)
    } finally {
      setBusy(false)
    }
  }
  return { ...problem, busy, send }
}
