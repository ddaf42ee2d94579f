import { loginSchema } from '#shared/account.ts'
import { toasts } from '#shared/text/toasts.ts'
import { ApiError, getApi } from '#web/api/client.ts'
import { writeCookies } from '#web/api/cookies.ts'
import { readValues, submitForm } from '#web/forms/form-action.ts'
import {
  forgetNextPath,
  isToStartCampaign,
  keepReferrer,
  toNextPath,
} from '#web/navigation/next-path.ts'
import { paths, publicDonatePath } from '#web/navigation/paths.ts'
import { redirectWithToast } from '#web/navigation/redirect-with-toast.ts'
import { leadOn } from '#web/pages/account/parts/lead-on.ts'
import { rememberAccount } from '#web/pages/parts/session/session.ts'
import { matchPath } from '#web/router/match-routes.ts'
import type { RequestContext } from '#web/router/request-context.ts'
import { data } from '#web/router/responses.ts'
import type { ActionFunctionArgs, LoaderFunctionArgs } from '#web/router/route.ts'

export async function loader({ request, context }: LoaderFunctionArgs) {
  await leadOn({ context, request })
  const guestPath = await findGuestPath(context, request)
  return data(
    { guestPath, isToStart: isToStartCampaign(request) },
    { headers: writeCookies(keepReferrer(request)) },
  )
}

/** The dashboard sends an unverified person on to verify the address, so the path is kept until then. */
export async function action({ request, context }: ActionFunctionArgs) {
  const values = await readValues(request)
  return submitForm({ values, schema: loginSchema }, async (login) => {
    const { account } = await getApi(context).post('/session', login)
    rememberAccount(account)
    const cookies = account?.emailVerified ? forgetNextPath : []
    return redirectWithToast(toNextPath(request), toasts.done.signedIn, cookies)
  })
}

/** The public donate page, if the visitor came from a donate page (readings P1). */
export async function findGuestPath(
  context: Readonly<RequestContext>,
  request: Request,
): Promise<string | null> {
  const lastPath = toNextPath(request)
  const fromPublic = matchPath(paths.publicDonate, lastPath)
  if (fromPublic?.['slug']) return publicDonatePath(fromPublic['slug'])

  const id = matchPath(paths.donate, lastPath)?.['id']
  if (!id) return null
  try {
    const { campaign } = await getApi(context).get('/campaigns/:id', { id })
    return publicDonatePath(campaign.slug)
  } catch (error) {
    // Logging in works without the guest link.
    if (error instanceof ApiError) return null
    throw error
  }
}
