import { AuthLayout } from '#web/layouts/auth-layout.tsx'
import { ResendForm } from '#web/pages/account/parts/resend-form.tsx'
import { paths } from '#web/navigation/paths.ts'
import { authText as text } from '#web/text/auth.ts'
import { useActionData, useLoaderData, Link } from '#web/router/navigate.tsx'

import type { loader, action } from './email-verification.data.ts'

export function Component() {
  const { email } = useLoaderData<typeof loader>()
  const result = useActionData<typeof action>()
  const { verification } = text

  return (
    <AuthLayout
      title={verification.created}
      intro={email === null ? verification.text : verification.textTo({ email })}
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
