import { AuthLayout } from '#web/layouts/auth-layout.tsx'
import { FormLink } from '#web/pages/account/parts/account-form.tsx'
import { ResendForm } from '#web/pages/account/parts/resend-form.tsx'
import { paths } from '#web/navigation/paths.ts'
import { authText as text } from '#web/text/auth.ts'
import { useActionData, useLoaderData } from '#web/router/navigate.tsx'

import type { action, loader } from './reset-password-confirm.data.ts'

export function Component() {
  const wait = useLoaderData<typeof loader>()
  const result = useActionData<typeof action>()

  return (
    <AuthLayout title={text.resetSent.title} intro={text.resetSent.text}>
      <p className="mb-6 text-muted">{text.resetSent.hint}</p>
      <ResendForm result={result} wait={wait} />
      <FormLink to={paths.login}>{text.logIn}</FormLink>
    </AuthLayout>
  )
}
