import { AuthLayout } from '#web/layouts/auth-layout.tsx'
import { AccountForm, ForgotPassword, FormLink } from '#web/pages/account/parts/account-form.tsx'
import { paths } from '#web/navigation/paths.ts'
import { authText as text } from '#web/text/auth.ts'
import { PasswordField } from '#web/ui/fields.tsx'
import { incompleteLink } from '#web/pages/account/parts/incomplete-link.ts'
import { useActionData, useLoaderData } from '#web/router/navigate.tsx'

import type { loader, action } from './reset-password.data.ts'

export function Component() {
  const { hasCode } = useLoaderData<typeof loader>()
  const result = useActionData<typeof action>() ?? (hasCode ? undefined : incompleteLink)
  const { reset } = text

  return (
    <AuthLayout title={reset.title} intro={reset.intro}>
      <AccountForm result={result} schema="resetPasswordSchema" submit={text.proceed}>
        {(field) => (
          <>
            <PasswordField
              label={reset.newPassword}
              hint={text.atLeastEight}
              autoComplete="new-password"
              {...field('newPassword')}
            />
            <PasswordField
              label={reset.confirmPassword}
              autoComplete="new-password"
              {...field('confirmPassword')}
            />
            <ForgotPassword />
          </>
        )}
      </AccountForm>
      <FormLink lead={reset.newHere} to={paths.signUp}>
        {text.createAccount}
      </FormLink>
    </AuthLayout>
  )
}
