import { useActionData, type ActionFunctionArgs } from 'react-router'

import { resetPasswordSchema } from '#shared/account.ts'
import { done } from '#shared/messages.ts'
import { apiOf, noContent } from '#web/api/client.ts'
import { AuthLayout } from '#web/app/layouts/auth-layout.tsx'
import { AccountForm } from '#web/features/account/account-form.tsx'
import { answerForm, readValues } from '#web/features/account/form-answer.ts'
import { ForgotPassword, OtherWay } from '#web/features/account/other-way.tsx'
import { redirectWithToast } from '#web/features/account/redirect-with-toast.ts'
import { paths } from '#web/paths.ts'
import { authText } from '#web/text/auth.ts'
import { PasswordField } from '#web/ui/password-field.tsx'

/** The code of the mailed link travels in the address: the form is sent to the address it stands on. */
export async function action({ request, context }: ActionFunctionArgs) {
  const code = new URL(request.url).searchParams.get('oobCode') ?? ''
  const values = await readValues(request)
  return answerForm({ values, schema: resetPasswordSchema }, async (passwords) => {
    await apiOf(context).post('/account/reset/apply', { ...passwords, code }, noContent)
    return redirectWithToast(paths.login, done.passwordReset)
  })
}

export function Component() {
  const text = authText
  const answer = useActionData<typeof action>()
  const { reset } = text

  return (
    <AuthLayout title={reset.title} intro={reset.intro}>
      <AccountForm answer={answer} submit={text.proceed}>
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
      <OtherWay lead={reset.newHere} to={paths.signUp}>
        {text.createAccount}
      </OtherWay>
    </AuthLayout>
  )
}
