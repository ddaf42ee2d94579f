import { campaignResponseSchema } from '#shared/campaign.ts'
import { ApiError, getApi } from '#web/api/client.ts'
import { paths, publicDonatePath } from '#web/navigation/paths.ts'
import { toNextPath } from '#web/navigation/next-path.ts'
import { matchPath } from '#web/router/match-routes.ts'
import type { RequestContext } from '#web/router/request-context.ts'

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
    const path = `/campaigns/${encodeURIComponent(id)}`
    const { campaign } = await getApi(context).get(path, campaignResponseSchema)
    return publicDonatePath(campaign.slug)
  } catch (error) {
    // Logging in works without the guest link.
    if (error instanceof ApiError) return null
    throw error
  }
}
