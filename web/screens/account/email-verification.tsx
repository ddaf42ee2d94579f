import { done } from '#shared/toasts.ts'
import { getApi, noContent } from '#web/api/client.ts'
import { catchApiError } from '#web/forms/form-action.ts'
import { AuthLayout } from '#web/layouts/auth-layout.tsx'
import { redirectWithToast } from '#web/navigation/redirect-with-toast.ts'
import { ResendForm } from '#web/features/account/resend-form.tsx'
import { currentAccount } from '#web/features/account/session/session.ts'
import { paths } from '#web/navigation/paths.ts'
import { authText } from '#web/text/auth.ts'
import { useActionData, useLoaderData } from '#web/router/hooks.ts'
import { Link } from '#web/router/link.tsx'
import { redirect } from '#web/router/responses.ts'
import type { ActionFunctionArgs, LoaderFunctionArgs } from '#web/router/route.ts'

/** Verified users are redirected to the login page (specification §4, Email verification). */
export async function loader({ context }: LoaderFunctionArgs) {
  const account = await currentAccount(context)
  if (account?.emailVerified) throw redirect(paths.login)
  return { email: account?.email ?? null }
}

export async function action({ context }: ActionFunctionArgs) {
  return catchApiError(async () => {
    await getApi(context).post('/account/verification', {}, noContent)
    return redirectWithToast(paths.emailVerification, done.verificationSent)
  })
}

export function Component() {
  const text = authText
  const { email } = useLoaderData<typeof loader>()
  const result = useActionData<typeof action>()
  const { verification } = text

  return (
    <AuthLayout
      title={verification.created}
      intro={email === null ? verification.text : verification.textTo(email)}
    >
      <ResendForm result={result} />
      <p className="mt-6 text-center">
        {verification.verified}{' '}
        <Link to={paths.login} className="link">
          {text.logIn}
        </Link>
      </p>
    </AuthLayout>
  )
}
