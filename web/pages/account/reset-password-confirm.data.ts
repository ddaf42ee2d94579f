import { resendSeconds } from '#shared/browser-names.ts'
import { catchApiError } from '#web/forms/form-result.ts'
import { requestReset } from '#web/pages/account/parts/request-reset.ts'
import { mailedTo } from '#web/navigation/carried-values.ts'
import { paths } from '#web/navigation/paths.ts'
import { redirect } from '#web/router/responses.ts'
import type { ActionFunctionArgs, LoaderFunctionArgs } from '#web/router/route.ts'

/** The seconds until a link may be requested again, or undefined when it may be now. */
export function loader({ request }: LoaderFunctionArgs) {
  const at = mailedTo.read(request)?.at
  const secondsLeft = at === undefined ? 0 : Math.ceil((at - Date.now()) / 1_000) + resendSeconds
  return { retryAfterSeconds: secondsLeft > 0 ? Math.min(secondsLeft, resendSeconds) : undefined }
}

/** Without a previous request there is no address, so the person is asked for it. */
export async function action({ request, context }: ActionFunctionArgs) {
  const email = mailedTo.read(request)?.email
  if (email === undefined) return redirect(paths.forgotPassword)
  return catchApiError(() => requestReset(context, email))
}
