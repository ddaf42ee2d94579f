import { toasts } from '#shared/text/toasts.ts'
import { getApi } from '#web/api/client.ts'
import { mailedTo } from '#web/navigation/carried-values.ts'
import { paths } from '#web/navigation/paths.ts'
import { redirectWithToast } from '#web/navigation/redirect-with-toast.ts'
import type { RequestContext } from '#web/router/request-context.ts'

/** Sends a reset link, and keeps the address for 'Resend Link'. */
export async function requestReset(context: Readonly<RequestContext>, email: string) {
  await getApi(context).post('/account/reset', { email })
  return redirectWithToast(paths.resetPasswordConfirm, toasts.done.resetSent, [
    mailedTo.keep({ email, at: Date.now() }),
  ])
}
