import {
  data,
  Link,
  redirect,
  useActionData,
  useLoaderData,
  type ActionFunctionArgs,
  type LoaderFunctionArgs,
} from 'react-router'

import { failed } from '#shared/toasts.ts'
import { ApiError, getApi, noContent } from '#web/api/client.ts'
import { AuthLayout } from '#web/layouts/auth-layout.tsx'
import { FormMessage } from '#web/forms/form-message.tsx'
import { VerifyForm } from '#web/features/account/verify-form.tsx'
import { paths } from '#web/navigation/paths.ts'
import { authText } from '#web/text/auth.ts'
import { buttonClass } from '#web/ui/button.tsx'

/** `isSpent` is true if the link can never work again. */
type LinkState = {
  mode: 'verifyEmail' | 'verifyAndChangeEmail' | 'resetPassword' | 'unknown'
  message: string | null
  isSpent: boolean
  retryAfterSeconds?: number | undefined
}

/**
 * The target of the links in emails (specification §2). A GET changes nothing, because mail programs open links on their own: it checks a
 * reset code without using it, and a verification code is applied by the POST of the form.
 */
export async function loader({ request, context }: LoaderFunctionArgs) {
  const { mode, code } = readLink(request)
  if (mode === 'verifyEmail' || mode === 'verifyAndChangeEmail')
    return toResponse({ mode, message: null, isSpent: false })
  if (mode !== 'resetPassword')
    return toResponse({ mode: 'unknown', message: failed.mode, isSpent: true })
  try {
    await getApi(context).post('/account/reset/check', { code }, noContent)
  } catch (error) {
    return toResponse({ mode, ...toFailure(error) })
  }
  return redirect(`${paths.resetPassword}?oobCode=${encodeURIComponent(code)}`)
}

export async function action({ request, context }: ActionFunctionArgs) {
  const { mode: named, code } = readLink(request)
  const mode = named === 'verifyAndChangeEmail' ? named : 'verifyEmail'
  const path = mode === 'verifyEmail' ? '/account/verification/apply' : '/account/email/apply'
  try {
    await getApi(context).post(path, { code }, noContent)
  } catch (error) {
    return toResponse({ mode, ...toFailure(error) })
  }
  return redirect(paths.emailVerifiedSuccess)
}

export function Component() {
  const text = authText
  const link = useLoaderData<typeof loader>()
  const result = useActionData<typeof action>()

  if (result?.isSpent ?? link.isSpent) return <SpentLink state={result ?? link} />
  if (link.mode === 'resetPassword') return <SpentLink state={link} />
  return (
    <AuthLayout title={text.action.title}>
      <VerifyForm error={result} />
    </AuthLayout>
  )
}

type Words = (typeof authText)['action']

/** The page that sends a new link of the same kind, and the label of its link. */
const newLink: Record<Exclude<LinkState['mode'], 'unknown'>, (words: Words) => [string, string]> = {
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

function readLink(request: Request) {
  const { searchParams } = new URL(request.url)
  return { mode: searchParams.get('mode'), code: searchParams.get('oobCode') ?? '' }
}

function toResponse(state: LinkState) {
  return data(state, { status: state.message === null ? 200 : 400 })
}

/** A rejected code stays rejected. Other errors may pass. */
function toFailure(error: unknown) {
  if (!(error instanceof ApiError)) throw error
  const isSpent = [
    'invalid-action-code',
    'expired-action-code',
    'email-already-in-use',
    'invalid-input',
  ].includes(error.code)
  const { message, retryAfterSeconds } = error
  return { message, isSpent, retryAfterSeconds }
}
