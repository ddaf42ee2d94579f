import { AuthLayout } from '#web/layouts/auth-layout.tsx'
import {
  AccountChoice,
  AccountForm,
  ForgotPassword,
} from '#web/pages/account/parts/account-form.tsx'
import { CodeField } from '#web/pages/parts/session/code-field.tsx'
import { paths } from '#web/navigation/paths.ts'
import { authText as text } from '#web/text/auth.ts'
import { buttonClass } from '#web/ui/button.tsx'
import { Field, PasswordField } from '#web/ui/fields.tsx'
import { useActionData, useLoaderData, Link } from '#web/router/navigate.tsx'

import type { loader, action } from './login.data.ts'

export function Component() {
  const { guestPath, isToStart } = useLoaderData<typeof loader>()
  const result = useActionData<typeof action>()
  const { login } = text

  return (
    <AuthLayout title={login.title} intro={isToStart ? login.start : login.intro}>
      <AccountChoice current={paths.login} />
      <AccountForm result={result} schema="loginSchema" submit={text.proceed}>
        {(field) => (
          <>
            <Field label={login.email} type="email" autoComplete="username" {...field('email')} />
            <PasswordField label={login.password} {...field('password')} />
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
  return (
    <div className="mt-6 space-y-3 border-t border-line pt-6 text-center">
      <p className="text-sm text-muted">{text.login.guestHint}</p>
      <Link to={path} className={`${buttonClass('quiet')} w-full`}>
        {text.login.guest}
      </Link>
    </div>
  )
}
