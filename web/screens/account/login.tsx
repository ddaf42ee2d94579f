import {
  Link,
  useActionData,
  useLoaderData,
  type ActionFunctionArgs,
  type LoaderFunctionArgs,
} from 'react-router'

import { loginSchema, sessionSchema } from '#shared/account.ts'
import { done } from '#shared/messages.ts'
import { getApi } from '#web/api/client.ts'
import { AuthLayout } from '#web/layouts/auth-layout.tsx'
import { AccountForm } from '#web/features/account/account-form.tsx'
import { CodeField } from '#web/features/account/session/code-field.tsx'
import { submitForm, readValues } from '#web/forms/form-action.ts'
import { findGuestPath } from '#web/features/account/guest-path.ts'
import { forgetLastPath, readLastPath } from '#web/features/account/session/last-path.ts'
import { ForgotPassword, FormLink } from '#web/features/account/form-links.tsx'
import { redirectWithToast } from '#web/navigation/redirect-with-toast.ts'
import { rememberAccount } from '#web/features/account/session/session.ts'
import { paths } from '#web/navigation/paths.ts'
import { authText } from '#web/text/auth.ts'
import { buttonClass } from '#web/ui/button.tsx'
import { Field } from '#web/ui/fields/field.tsx'
import { PasswordField } from '#web/ui/fields/password-field.tsx'

export async function loader({ request, context }: LoaderFunctionArgs) {
  return { guestPath: await findGuestPath(context, request) }
}

/** Redirects to the requested path, or to the overview (specification §4, Login flow). */
export async function action({ request, context }: ActionFunctionArgs) {
  const values = await readValues(request)
  return submitForm({ values, schema: loginSchema }, async (login) => {
    const { account } = await getApi(context).post('/session', login, sessionSchema)
    rememberAccount(account)
    const next = readLastPath(request) ?? paths.overview
    return redirectWithToast(next, done.signedIn, [forgetLastPath])
  })
}

export function Component() {
  const text = authText
  const { guestPath } = useLoaderData<typeof loader>()
  const result = useActionData<typeof action>()
  const { login } = text

  return (
    <AuthLayout title={login.title} intro={login.intro}>
      <AccountForm result={result} submit={text.proceed}>
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
      <FormLink lead={login.noAccount} to={paths.signUp}>
        {text.createAccount}
      </FormLink>
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
