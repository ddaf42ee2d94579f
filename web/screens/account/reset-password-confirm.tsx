import { redirect, useActionData, type ActionFunctionArgs } from 'react-router'

import { done } from '#shared/messages.ts'
import { catchApiError } from '#web/forms/form-action.ts'
import { AuthLayout } from '#web/layouts/auth-layout.tsx'
import { FormLink } from '#web/features/account/form-links.tsx'
import { redirectWithToast } from '#web/navigation/redirect-with-toast.ts'
import { ResendForm } from '#web/features/account/resend-form.tsx'
import {
  readResetEmail,
  rememberResetEmail,
  requestReset,
} from '#web/features/account/reset-email.ts'
import { paths } from '#web/navigation/paths.ts'
import { authText } from '#web/text/auth.ts'

/** Without a previous request there is no address, so the person is asked for it. */
export async function action({ request, context }: ActionFunctionArgs) {
  const email = readResetEmail(request)
  if (!email) return redirect(paths.forgotPassword)
  return catchApiError(async () => {
    await requestReset(context, email)
    return redirectWithToast(paths.resetPasswordConfirm, done.resetSent, [
      rememberResetEmail(email),
    ])
  })
}

export function Component() {
  const text = authText
  const result = useActionData<typeof action>()

  return (
    <AuthLayout title={text.resetSent.title} intro={text.resetSent.text}>
      <p className="mb-6 text-muted">{text.resetSent.hint}</p>
      <ResendForm result={result} />
      <FormLink to={paths.login}>{text.logIn}</FormLink>
    </AuthLayout>
  )
}
