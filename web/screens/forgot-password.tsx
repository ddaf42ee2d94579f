import { useActionData, type ActionFunctionArgs } from 'react-router'

import { forgotPasswordSchema } from '#shared/account.ts'
import { done } from '#shared/messages.ts'
import { AuthLayout } from '#web/app/layouts/auth-layout.tsx'
import { AccountForm } from '#web/features/account/account-form.tsx'
import { answerForm, readValues } from '#web/features/account/form-answer.ts'
import { OtherWay } from '#web/features/account/other-way.tsx'
import { redirectWithToast } from '#web/features/account/redirect-with-toast.ts'
import { rememberResetEmail, requestReset } from '#web/features/account/reset-email.ts'
import { paths } from '#web/paths.ts'
import { authText } from '#web/text/auth.ts'
import { Field } from '#web/ui/field.tsx'

export async function action({ request, context }: ActionFunctionArgs) {
  const values = await readValues(request)
  return answerForm({ values, schema: forgotPasswordSchema }, async ({ email }) => {
    await requestReset(context, email)
    return redirectWithToast(paths.resetPasswordConfirm, done.resetSent, [
      rememberResetEmail(email),
    ])
  })
}

export function Component() {
  const text = authText
  const answer = useActionData<typeof action>()
  const { forgot } = text

  return (
    <AuthLayout title={forgot.title} intro={forgot.intro}>
      <AccountForm answer={answer} submit={forgot.recover}>
        {(field) => (
          <Field label={forgot.email} type="email" autoComplete="username" {...field('email')} />
        )}
      </AccountForm>
      <OtherWay to={paths.login}>{forgot.back}</OtherWay>
    </AuthLayout>
  )
}
