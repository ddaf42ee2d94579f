import { catchApiError } from '#web/forms/form-action.ts'
import { AuthLayout } from '#web/layouts/auth-layout.tsx'
import { FormLink } from '#web/features/account/form-links.tsx'
import { ResendForm } from '#web/features/account/resend-form.tsx'
import { requestReset } from '#web/features/account/request-reset.ts'
import { resetEmail } from '#web/navigation/carried-values.ts'
import { paths } from '#web/navigation/paths.ts'
import { authText } from '#web/text/auth.ts'
import { useActionData } from '#web/router/hooks.ts'
import { redirect } from '#web/router/responses.ts'
import type { ActionFunctionArgs } from '#web/router/route.ts'

/** Without a previous request there is no address, so the person is asked for it. */
export async function action({ request, context }: ActionFunctionArgs) {
  const email = resetEmail.read(request)
  if (!email) return redirect(paths.forgotPassword)
  return catchApiError(() => requestReset(context, email))
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
