import {
  data,
  Link,
  redirect,
  useActionData,
  useLoaderData,
  type ActionFunctionArgs,
  type LoaderFunctionArgs,
} from 'react-router'

import { failed } from '#shared/messages.ts'
import { ApiError, apiOf, noContent } from '#web/api/client.ts'
import { AuthLayout } from '#web/app/layouts/auth-layout.tsx'
import { FormMessage } from '#web/features/account/form-message.tsx'
import { VerifyForm } from '#web/features/account/verify-form.tsx'
import { paths } from '#web/paths.ts'
import { authText } from '#web/text/auth.ts'
import { buttonClass } from '#web/ui/button.tsx'

/** What is wrong with the link: nothing yet, nothing that another try could not mend, or all of it. */
type Outcome = {
  mode: 'verifyEmail' | 'verifyAndChangeEmail' | 'resetPassword' | 'unknown'
  message: string | null
  spent: boolean
}

/**
 * Where the links in mails lead (specification §2). Reading the address uses nothing up, since mail programs follow links on their own:
 * a reset code is only looked at, and a verification code is applied by the POST of the form below.
 */
export async function loader({ request, context }: LoaderFunctionArgs) {
  const { mode, code } = readLink(request)
  if (mode === 'verifyEmail' || mode === 'verifyAndChangeEmail')
    return outcome({ mode, message: null, spent: false })
  if (mode !== 'resetPassword')
    return outcome({ mode: 'unknown', message: failed.mode, spent: true })
  try {
    await apiOf(context).post('/account/reset/check', { code }, noContent)
  } catch (error) {
    return outcome({ mode, ...failureOf(error) })
  }
  return redirect(`${paths.resetPassword}?oobCode=${encodeURIComponent(code)}`)
}

export async function action({ request, context }: ActionFunctionArgs) {
  const { mode: named, code } = readLink(request)
  const mode = named === 'verifyAndChangeEmail' ? named : 'verifyEmail'
  const path = mode === 'verifyEmail' ? '/account/verification/apply' : '/account/email/apply'
  try {
    await apiOf(context).post(path, { code }, noContent)
  } catch (error) {
    return outcome({ mode, ...failureOf(error) })
  }
  return redirect(paths.emailVerifiedSuccess)
}

export function Component() {
  const text = authText
  const link = useLoaderData<typeof loader>()
  const answer = useActionData<typeof action>()

  if (answer?.spent ?? link.spent) return <SpentLink outcome={answer ?? link} />
  if (link.mode === 'resetPassword') return <SpentLink outcome={link} />
  return (
    <AuthLayout title={text.action.title}>
      <VerifyForm failure={answer} />
    </AuthLayout>
  )
}

type Words = (typeof authText)['action']

/** Where another link of the same kind is asked for, and how that is called. */
const newLink: Record<Exclude<Outcome['mode'], 'unknown'>, (words: Words) => [string, string]> = {
  verifyEmail: (words) => [paths.emailVerification, words.newVerification],
  verifyAndChangeEmail: (words) => [paths.settings, words.newChange],
  resetPassword: (words) => [paths.forgotPassword, words.newReset],
}

function SpentLink({ outcome: { mode, message }, outcome }: { outcome: Outcome }) {
  const text = authText
  const { action: words } = text
  if (mode === 'unknown')
    return (
      <AuthLayout title={words.failedTitle} intro={words.unknownMode}>
        <FormMessage answer={outcome} />
        <LogIn />
      </AuthLayout>
    )

  const [again, label] = newLink[mode](words)
  return (
    <AuthLayout title={words.failedTitle} intro={message}>
      <Link to={again} className={`${buttonClass()} w-full`}>
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

function readLink(request: Request) {
  const { searchParams } = new URL(request.url)
  return { mode: searchParams.get('mode'), code: searchParams.get('oobCode') ?? '' }
}

function outcome(what: Outcome) {
  return data(what, { status: what.message === null ? 200 : 400 })
}

/** A code that was refused stays refused; whatever else went wrong may go right the next time. */
function failureOf(error: unknown) {
  if (!(error instanceof ApiError)) throw error
  const spent = [
    'invalid-action-code',
    'expired-action-code',
    'email-already-in-use',
    'invalid-input',
  ].includes(error.code)
  return { message: error.message, spent }
}
