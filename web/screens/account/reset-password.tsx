import { resetPasswordSchema } from '#shared/account.ts'
import { done } from '#shared/toasts.ts'
import { getApi, noContent } from '#web/api/client.ts'
import { AuthLayout } from '#web/layouts/auth-layout.tsx'
import { AccountForm } from '#web/features/account/account-form.tsx'
import { submitForm, readValues } from '#web/forms/form-action.ts'
import type { FormResult } from '#web/forms/form-values.ts'
import { ForgotPassword, FormLink } from '#web/features/account/form-links.tsx'
import { redirectWithToast } from '#web/navigation/redirect-with-toast.ts'
import { paths } from '#web/navigation/paths.ts'
import { authText } from '#web/text/auth.ts'
import { PasswordField } from '#web/ui/fields/password-field.tsx'
import { useActionData, useLoaderData } from '#web/router/hooks.ts'
import { data } from '#web/router/responses.ts'
import type { ActionFunctionArgs, LoaderFunctionArgs } from '#web/router/route.ts'

const loadSchema = async () => ({ schema: resetPasswordSchema })

/** What a link says that lost its code, for example in a mail program. */
const incomplete: FormResult = { values: {}, fields: {}, message: authText.reset.incomplete }

const readCode = (request: Request) => new URL(request.url).searchParams.get('oobCode') ?? ''

export function loader({ request }: LoaderFunctionArgs) {
  return { hasCode: readCode(request) !== '' }
}

/** The URL of the form contains the code of the emailed link. */
export async function action({ request, context }: ActionFunctionArgs) {
  const code = readCode(request)
  const values = await readValues(request)
  return submitForm({ values, schema: resetPasswordSchema }, async (passwords) => {
    if (code === '') return data(incomplete, { status: 400 })
    await getApi(context).post('/account/reset/apply', { ...passwords, code }, noContent)
    return redirectWithToast(paths.login, done.passwordReset)
  })
}

export function Component() {
  const text = authText
  const { hasCode } = useLoaderData<typeof loader>()
  const result = useActionData<typeof action>() ?? (hasCode ? undefined : incomplete)
  const { reset } = text

  return (
    <AuthLayout title={reset.title} intro={reset.intro}>
      <AccountForm result={result} loadSchema={loadSchema} submit={text.proceed}>
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
