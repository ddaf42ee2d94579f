import { loginSchema, sessionSchema } from '#shared/account.ts'
import { done } from '#shared/toasts.ts'
import { getApi } from '#web/api/client.ts'
import { writeCookies } from '#web/api/cookies.ts'
import { AuthLayout } from '#web/layouts/auth-layout.tsx'
import { AccountChoice } from '#web/features/account/account-choice.tsx'
import { AccountForm } from '#web/features/account/account-form.tsx'
import { CodeField } from '#web/features/account/session/code-field.tsx'
import { submitForm, readValues } from '#web/forms/form-action.ts'
import { findGuestPath } from '#web/features/account/guest-path.ts'
import { leadOn } from '#web/features/account/lead-on.ts'
import { ForgotPassword } from '#web/features/account/form-links.tsx'
import { redirectWithToast } from '#web/navigation/redirect-with-toast.ts'
import { rememberAccount } from '#web/features/account/session/session.ts'
import { paths } from '#web/navigation/paths.ts'
import { forgetNextPath, keepReferrer, toNextPath } from '#web/navigation/next-path.ts'
import { authText } from '#web/text/auth.ts'
import { buttonClass } from '#web/ui/button.tsx'
import { Field } from '#web/ui/fields/field.tsx'
import { PasswordField } from '#web/ui/fields/password-field.tsx'
import { useActionData, useLoaderData } from '#web/router/hooks.ts'
import { Link } from '#web/router/link.tsx'
import { data } from '#web/router/responses.ts'
import type { ActionFunctionArgs, LoaderFunctionArgs } from '#web/router/route.ts'

export async function loader({ request, context }: LoaderFunctionArgs) {
  await leadOn({ context, request })
  const guestPath = await findGuestPath(context, request)
  return data({ guestPath }, { headers: writeCookies(keepReferrer(request)) })
}

const loadSchema = async () => ({ schema: loginSchema })

/** The dashboard sends an unverified person on to verify the address, so the path is kept until then. */
export async function action({ request, context }: ActionFunctionArgs) {
  const values = await readValues(request)
  return submitForm({ values, schema: loginSchema }, async (login) => {
    const { account } = await getApi(context).post('/session', login, sessionSchema)
    rememberAccount(account)
    const cookies = account?.emailVerified ? forgetNextPath : []
    return redirectWithToast(toNextPath(request), done.signedIn, cookies)
  })
}

export function Component() {
  const text = authText
  const { guestPath } = useLoaderData<typeof loader>()
  const result = useActionData<typeof action>()
  const { login } = text

  return (
    <AuthLayout title={login.title} intro={login.intro}>
      <AccountChoice current={paths.login} />
      <AccountForm result={result} loadSchema={loadSchema} submit={text.proceed}>
        {(field) => (
          <>
            <Field label={login.email} type="email" autoComplete="username" {...field('email')} />
            <PasswordField
              label={login.password}
              autoComplete="current-password"
              {...field('password')}
            />
            {result?.fields.code && (
              <CodeField {...field('code')} isFirstRequest={result.values.code === undefined} />
            )}
            <ForgotPassword />
          </>
        )}
      </AccountForm>
      {guestPath && <Guest path={guestPath} />}
    </AuthLayout>
  )
}

/** Donors need no account (readings P1). */
function Guest({ path }: { path: string }) {
  const text = authText
  return (
    <div className="mt-6 space-y-3 border-t border-line pt-6 text-center">
      <p className="text-sm text-muted">{text.login.guestHint}</p>
      <Link to={path} className={`${buttonClass('quiet')} w-full`}>
        {text.login.guest}
      </Link>
    </div>
  )
}
