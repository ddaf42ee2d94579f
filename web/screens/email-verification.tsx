import {
  data,
  Link,
  redirect,
  useActionData,
  useLoaderData,
  type ActionFunctionArgs,
  type LoaderFunctionArgs,
} from 'react-router'

import { done } from '#shared/messages.ts'
import { ApiError, apiOf, noContent } from '#web/api/client.ts'
import { AuthLayout } from '#web/app/layouts/auth-layout.tsx'
import { redirectWithToast } from '#web/features/account/redirect-with-toast.ts'
import { ResendForm } from '#web/features/account/resend-form.tsx'
import { currentAccount } from '#web/features/account/session.ts'
import { paths } from '#web/paths.ts'
import { authText } from '#web/text/auth.ts'

/** A verified user has no business here (specification §4, Email verification). */
export async function loader({ context }: LoaderFunctionArgs) {
  const account = await currentAccount(context)
  if (account?.emailVerified) throw redirect(paths.login)
  return { email: account?.email ?? null }
}

export async function action({ context }: ActionFunctionArgs) {
  try {
    await apiOf(context).post('/account/verification', {}, noContent)
    return redirectWithToast(paths.emailVerification, done.verificationSent)
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    return data({ message: error.message }, { status: 400 })
  }
}

export function Component() {
  const text = authText
  const { email } = useLoaderData<typeof loader>()
  const answer = useActionData<typeof action>()
  const { verification } = text

  return (
    <AuthLayout
      title={verification.created}
      intro={email === null ? verification.text : verification.textTo(email)}
    >
      <ResendForm answer={answer} />
      <p className="mt-6 text-center">
        {verification.verified}{' '}
        <Link to={paths.login} className="link">
          {text.logIn}
        </Link>
      </p>
    </AuthLayout>
  )
}
