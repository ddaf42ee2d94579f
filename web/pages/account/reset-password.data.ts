import { resetPasswordSchema } from '#shared/account.ts'
import { toasts } from '#shared/text/toasts.ts'
import { getApi } from '#web/api/client.ts'
import { incompleteLink } from '#web/pages/account/parts/incomplete-link.ts'
import { submitForm, readValues } from '#web/forms/form-action.ts'
import { redirectWithToast } from '#web/navigation/redirect-with-toast.ts'
import { paths } from '#web/navigation/paths.ts'
import { data } from '#web/router/responses.ts'
import type { ActionFunctionArgs, LoaderFunctionArgs } from '#web/router/route.ts'

const readCode = (request: Request) => new URL(request.url).searchParams.get('oobCode') ?? ''

export function loader({ request }: LoaderFunctionArgs) {
  return { hasCode: readCode(request) !== '' }
}

/** The URL of the form contains the code of the emailed link. */
export async function action({ request, context }: ActionFunctionArgs) {
  const code = readCode(request)
  const values = await readValues(request)
  return submitForm({ values, schema: resetPasswordSchema }, async (passwords) => {
    if (code === '') return data(incompleteLink, { status: 400 })
    await getApi(context).post('/account/reset/apply', { ...passwords, code })
    return redirectWithToast(paths.login, toasts.done.passwordReset)
  })
}
