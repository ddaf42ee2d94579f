import { toNextPath } from '#web/navigation/next-path.ts'
import { redirect } from '#web/router/responses.ts'
import type { LoaderFunctionArgs } from '#web/router/route.ts'
import { currentAccount } from '#web/pages/parts/session/account.loaders.ts'

/**
 * Redirects a person who is logged in to where a login leads. An unverified person stays: they may have mistyped their address and need the form.
 */
export async function leadOn({
  context,
  request,
}: Pick<LoaderFunctionArgs, 'context' | 'request'>) {
  // Without an answer about the session, the form is shown.
  const account = await currentAccount(context).catch(() => null)
  if (account?.emailVerified) throw redirect(toNextPath(request))
}
