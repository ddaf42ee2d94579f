import { AuthLayout } from '#web/layouts/auth-layout.tsx'
import { AccountForm, FormLink } from '#web/pages/account/parts/account-form.tsx'
import { paths } from '#web/navigation/paths.ts'
import { authText as text } from '#web/text/auth.ts'
import { Field } from '#web/ui/fields.tsx'
import { useActionData } from '#web/router/navigate.tsx'

import type { action } from './forgot-password.data.ts'

export function Component() {
  const result = useActionData<typeof action>()
  const { forgot } = text

  return (
    <AuthLayout title={forgot.title} intro={forgot.intro}>
      <AccountForm result={result} schema="forgotPasswordSchema" submit={forgot.recover}>
        {(field) => (
          <Field label={forgot.email} type="email" autoComplete="username" {...field('email')} />
        )}
      </AccountForm>
      <FormLink to={paths.login}>{forgot.back}</FormLink>
    </AuthLayout>
  )
}
