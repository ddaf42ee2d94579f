import { data, redirect, useActionData, type ActionFunctionArgs } from 'react-router'

import { done } from '#shared/messages.ts'
import { ApiError } from '#web/api/client.ts'
import { AuthLayout } from '#web/app/layouts/auth-layout.tsx'
import { OtherWay } from '#web/features/account/other-way.tsx'
import { redirectWithToast } from '#web/features/account/redirect-with-toast.ts'
import { ResendForm } from '#web/features/account/resend-form.tsx'
import {
  readResetEmail,
  rememberResetEmail,
  requestReset,
} from '#web/features/account/reset-email.ts'
import { paths } from '#web/paths.ts'
import { authText } from '#web/text/auth.ts'

/** Whoever comes here without having asked for a link is asked for their address. */
export async function action({ request, context }: ActionFunctionArgs) {
  const email = readResetEmail(request)
  if (!email) return redirect(paths.forgotPassword)
  try {
    await requestReset(context, email)
    return redirectWithToast(paths.resetPasswordConfirm, done.resetSent, [
      rememberResetEmail(email),
    ])
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    return data({ message: error.message }, { status: 400 })
  }
}

export function Component() {
  const text = authText
  const answer = useActionData<typeof action>()

  return (
    <AuthLayout title={text.resetSent.title} intro={text.resetSent.text}>
      <p className="mb-6 text-muted">{text.resetSent.hint}</p>
      <ResendForm answer={answer} />
      <OtherWay to={paths.login}>{text.logIn}</OtherWay>
    </AuthLayout>
  )
}
