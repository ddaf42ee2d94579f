import { useEffect, useRef } from 'react'

import type { Recovery } from '#shared/account.ts'
import { FormMessage } from '#web/forms/form-alert.tsx'
import { usePreparation } from '#web/forms/lazy.tsx'
import { SubmitButton } from '#web/forms/submit-button.tsx'
import { AuthLayout } from '#web/layouts/auth-layout.tsx'
import { paths } from '#web/navigation/paths.ts'
import { Form, useSubmit } from '#web/router/form.tsx'
import { useActionData, useLoaderData, useNavigation, Link } from '#web/router/navigate.tsx'
import { authText } from '#web/text/auth.ts'
import { buttonClass, Spinner } from '#web/ui/button.tsx'

import type { action, LinkState, loader } from './handle-action.data.ts'

export function Component() {
  const text = authText
  const link = useLoaderData<typeof loader>()
  const result = useActionData<typeof action>()

  if (result?.recovery) return <Recovered recovery={result.recovery} />
  if (result?.isSpent ?? link.isSpent) return <SpentLink state={result ?? link} />
  if (link.recovery) return <Recover recovery={link.recovery} result={result} />
  if (link.mode === 'resetPassword' || link.mode === 'recovery') return <SpentLink state={link} />
  return (
    <AuthLayout title={text.action.title}>
      <VerifyForm error={result} />
    </AuthLayout>
  )
}

function Recover({ recovery, result }: { recovery: Recovery; result: LinkState | undefined }) {
  const words = authText.recovery
  const isAddress = recovery.kind === 'address'
  return (
    <AuthLayout
      title={isAddress ? words.addressTitle : words.factorTitle}
      intro={describeRecovery(recovery)}
    >
      <RecoverForm label={isAddress ? words.restore : words.remove} error={result} />
    </AuthLayout>
  )
}

function describeRecovery({ kind, email, newEmail }: Recovery): string {
  const words = authText.recovery
  if (kind !== 'address') return words.factor({ email })
  return newEmail === null ? words.changed({ email }) : words.changedTo({ email, newEmail })
}

function Recovered({ recovery: { kind, email } }: { recovery: Recovery }) {
  const words = authText.recovery
  const intro = kind === 'address' ? words.restored({ email }) : words.removed
  return (
    <AuthLayout title={words.doneTitle} intro={intro}>
      <p>{words.next({ email })}</p>
      <LogIn />
    </AuthLayout>
  )
}

type Words = (typeof authText)['action']

/** The page that sends a new link of the same kind, and the label of its link. */
const newLink: Record<Exclude<LinkState['mode'], 'unknown'>, (words: Words) => [string, string]> = {
  recovery: (words) => [paths.forgotPassword, words.newReset],
  verifyEmail: (words) => [paths.emailVerification, words.newVerification],
  verifyAndChangeEmail: (words) => [paths.settings, words.newChange],
  resetPassword: (words) => [paths.forgotPassword, words.newReset],
}

function SpentLink({ state }: { state: LinkState }) {
  const text = authText
  const { action: words } = text
  const { mode, message } = state
  if (mode === 'unknown')
    return (
      <AuthLayout title={words.failedTitle} intro={words.unknownMode}>
        {message !== null && <FormMessage message={message} response={state} />}
        <LogIn />
      </AuthLayout>
    )

  const [path, label] = newLink[mode](words)
  return (
    <AuthLayout title={words.failedTitle} intro={message}>
      <Link to={path} className={`${buttonClass()} w-full`}>
        {label}
      </Link>
      <LogIn />
    </AuthLayout>
  )
}

function LogIn() {
  const text = authText
  return (
    <p className="mt-6 text-center">
      <Link to={paths.login} className="link">
        {text.logIn}
      </Link>
    </p>
  )
}

type RecoverFormRefusal = { message: string | null; retryAfterSeconds?: number | undefined }

/** Undoes a change by the button alone, because mail programs open links on their own. */
export function RecoverForm({
  label,
  error,
}: {
  label: string
  error: RecoverFormRefusal | undefined
}) {
  const busy = useNavigation().state !== 'idle'
  usePreparation()
  return (
    <Form method="post" replace className="space-y-6">
      <p className="text-muted">{authText.recovery.effect}</p>
      <output className="block">{error?.message}</output>
      <SubmitButton busy={busy} wait={error} className="w-full">
        {label}
      </SubmitButton>
    </Form>
  )
}

type VerifyFormRefusal = { message: string | null; retryAfterSeconds?: number | undefined }

/** Applies the code of a verification link: automatically, or by the button without script and after an error. */
export function VerifyForm({ error }: { error: VerifyFormRefusal | undefined }) {
  const { action: text } = authText
  const form = useRef<HTMLFormElement>(null)
  const busy = useNavigation().state !== 'idle'
  useSubmitOnce(form)

  return (
    <Form ref={form} method="post" replace className="space-y-6">
      <output className="flex min-h-12 items-center gap-3">
        {error ? (
          error.message
        ) : (
          <>
            <Spinner className="text-forest" />
            {text.inProgress}
          </>
        )}
      </output>
      {!error && <p className="text-muted">{text.verifyHint}</p>}
      <SubmitButton busy={busy} wait={error} className="w-full">
        {error ? text.retry : text.verify}
      </SubmitButton>
    </Form>
  )
}

/** Submits once even if React runs the effect twice, because a code works only once. */
function useSubmitOnce(form: { readonly current: HTMLFormElement | null }) {
  const submit = useSubmit()
  const sent = useRef(false)
  useEffect(() => {
    if (sent.current) return
    sent.current = true
    void submit(form.current, { replace: true })
  }, [form, submit])
}
