import { catchApiError } from '#web/forms/form-result.ts'
import { requestReset } from '#web/pages/account/parts/request-reset.ts'
import { resetEmail } from '#web/navigation/carried-values.ts'
import { paths } from '#web/navigation/paths.ts'
import { redirect } from '#web/router/responses.ts'
import type { ActionFunctionArgs } from '#web/router/route.ts'

/** Without a previous request there is no address, so the person is asked for it. */
export async function action({ request, context }: ActionFunctionArgs) {
  const email = resetEmail.read(request)
  if (!email) return redirect(paths.forgotPassword)
  return catchApiError(() => requestReset(context, email))
}
