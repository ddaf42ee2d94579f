import type { Recovery } from '#shared/account.ts'
import { AuthLayout } from '#web/layouts/auth-layout.tsx'
import { FormMessage } from '#web/forms/form-message.tsx'
import { RecoverForm } from '#web/pages/account/parts/recover-form.tsx'
import { VerifyForm } from '#web/pages/account/parts/verify-form.tsx'
import { paths } from '#web/navigation/paths.ts'
import { authText } from '#web/text/auth.ts'
import { buttonClass } from '#web/ui/button.tsx'
import { useActionData, useLoaderData } from '#web/router/hooks.ts'
import { Link } from '#web/router/link.tsx'

import type { LinkState, loader, action } from './handle-action.data.ts'

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
  const { kind, email, newEmail } = recovery
  const isAddress = kind === 'address'
  return (
    <AuthLayout
      title={isAddress ? words.addressTitle : words.factorTitle}
      intro={isAddress ? words.address(email, newEmail) : words.factor(email)}
    >
      <RecoverForm label={isAddress ? words.restore : words.remove} error={result} />
    </AuthLayout>
  )
}

function Recovered({ recovery: { kind, email } }: { recovery: Recovery }) {
  const words = authText.recovery
  const intro = kind === 'address' ? words.restored(email) : words.removed
  return (
    <AuthLayout title={words.doneTitle} intro={intro}>
      <p>{words.next(email)}</p>
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
