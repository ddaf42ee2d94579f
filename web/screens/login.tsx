import {
  Link,
  useActionData,
  useLoaderData,
  type ActionFunctionArgs,
  type LoaderFunctionArgs,
} from 'react-router'

import { loginSchema, sessionSchema } from '#shared/account.ts'
import { done } from '#shared/messages.ts'
import { apiOf } from '#web/api/client.ts'
import { AuthLayout } from '#web/app/layouts/auth-layout.tsx'
import { AccountForm } from '#web/features/account/account-form.tsx'
import { CodeField } from '#web/features/account/code-field.tsx'
import { answerForm, readValues } from '#web/features/account/form-answer.ts'
import { findGuestPath } from '#web/features/account/guest-path.ts'
import { forgetLastPath, readLastPath } from '#web/features/account/last-path.ts'
import { ForgotPassword, OtherWay } from '#web/features/account/other-way.tsx'
import { redirectWithToast } from '#web/features/account/redirect-with-toast.ts'
import { rememberAccount } from '#web/features/account/session.ts'
import { paths } from '#web/paths.ts'
import { authText } from '#web/text/auth.ts'
import { buttonClass } from '#web/ui/button.tsx'
import { Field } from '#web/ui/field.tsx'
import { PasswordField } from '#web/ui/password-field.tsx'

export async function loader({ request, context }: LoaderFunctionArgs) {
  return { guestPath: await findGuestPath(context, request) }
}

/** Specification §4, Login flow: back to where the visitor was going, or to the overview. */
export async function action({ request, context }: ActionFunctionArgs) {
  const values = await readValues(request)
  return answerForm({ values, schema: loginSchema }, async (login) => {
    const { account } = await apiOf(context).post('/session', login, sessionSchema)
    rememberAccount(account)
    const next = readLastPath(request) ?? paths.overview
    return redirectWithToast(next, done.signedIn, [forgetLastPath])
  })
}

export function Component() {
  const text = authText
  const { guestPath } = useLoaderData<typeof loader>()
  const answer = useActionData<typeof action>()
  const { login } = text

  return (
    <AuthLayout title={login.title} intro={login.intro}>
      <AccountForm answer={answer} submit={text.proceed}>
        {(field) => (
          <>
            <Field label={login.email} type="email" autoComplete="username" {...field('email')} />
            <PasswordField
              label={login.password}
              autoComplete="current-password"
              {...field('password')}
            />
            {answer?.fields.code && (
              <CodeField {...field('code')} isFirstAsked={answer.values.code === undefined} />
            )}
            <ForgotPassword />
          </>
        )}
      </AccountForm>
      {guestPath && <Guest path={guestPath} />}
      <OtherWay lead={login.noAccount} to={paths.signUp}>
        {text.createAccount}
      </OtherWay>
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
