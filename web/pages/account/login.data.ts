import { loginSchema, sessionSchema } from '#shared/account.ts'
import { done } from '#shared/toasts.ts'
import { getApi } from '#web/api/client.ts'
import { writeCookies } from '#web/api/cookies.ts'
import { submitForm, readValues } from '#web/forms/form-action.ts'
import { findGuestPath } from '#web/pages/account/parts/guest-path.ts'
import { leadOn } from '#web/pages/account/parts/lead-on.ts'
import { redirectWithToast } from '#web/navigation/redirect-with-toast.ts'
import { rememberAccount } from '#web/pages/parts/session/session.ts'
import { forgetNextPath, keepReferrer, toNextPath } from '#web/navigation/next-path.ts'
import { data } from '#web/router/responses.ts'
import type { ActionFunctionArgs, LoaderFunctionArgs } from '#web/router/route.ts'

export async function loader({ request, context }: LoaderFunctionArgs) {
  await leadOn({ context, request })
  const guestPath = await findGuestPath(context, request)
  return data({ guestPath }, { headers: writeCookies(keepReferrer(request)) })
}

/** The dashboard sends an unverified person on to verify the address, so the path is kept until then. */
export async function action({ request, context }: ActionFunctionArgs) {
  const values = await readValues(request)
  return submitForm({ values, schema: loginSchema }, async (login) => {
    const { account } = await getApi(context).post('/session', login, sessionSchema)
    rememberAccount(account)
    const cookies = account?.emailVerified ? forgetNextPath : []
    return redirectWithToast(toNextPath(request), done.signedIn, cookies)
  })
}
