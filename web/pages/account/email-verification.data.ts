import { toasts } from '#shared/text/toasts.ts'
import { getApi } from '#web/api/client.ts'
import { catchApiError } from '#web/forms/form-result.ts'
import { redirectWithToast } from '#web/navigation/redirect-with-toast.ts'
import { currentAccount } from '#web/pages/parts/session/account.loaders.ts'
import { paths } from '#web/navigation/paths.ts'
import { redirect } from '#web/router/responses.ts'
import type { ActionFunctionArgs, LoaderFunctionArgs } from '#web/router/route.ts'

/** Verified users are redirected to the login page (specification §4, Email verification). */
export async function loader({ context }: LoaderFunctionArgs) {
  const account = await currentAccount(context)
  if (account?.emailVerified) throw redirect(paths.login)
  return { email: account?.email ?? null }
}

/** Without a session the address may be verified by now, on another device. */
export async function action({ context }: ActionFunctionArgs) {
  if ((await currentAccount(context)) === null) return redirect(paths.login)
  return catchApiError(async () => {
    await getApi(context).post('/account/verification')
    return redirectWithToast(paths.emailVerification, toasts.done.verificationSent)
  })
}
