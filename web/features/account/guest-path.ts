import { matchPath, type RouterContextProvider } from 'react-router'

import { campaignAnswerSchema } from '#shared/campaign.ts'
import { ApiError, apiOf } from '#web/api/client.ts'
import { paths, publicDonatePath } from '#web/paths.ts'

import { readLastPath } from './last-path.ts'

/** Where somebody who came from a donate route can give without an account (readings P1), or null. */
export async function findGuestPath(
  context: Readonly<RouterContextProvider>,
  request: Request,
): Promise<string | null> {
  const lastPath = readLastPath(request) ?? ''
  const fromPublic = matchPath(paths.publicDonate, lastPath)
  if (fromPublic?.params.slug) return publicDonatePath(fromPublic.params.slug)

  const id = matchPath(paths.donate, lastPath)?.params.id
  if (!id) return null
  try {
    const path = `/campaigns/${encodeURIComponent(id)}`
    const { campaign } = await apiOf(context).get(path, campaignAnswerSchema)
    return publicDonatePath(campaign.slug)
  } catch (error) {
    // Without the campaign there is nothing to give to; logging in works all the same.
    if (error instanceof ApiError) return null
    throw error
  }
}
