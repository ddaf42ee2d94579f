import { campaignUpdatesSchema } from '#shared/campaign-update.ts'
import type { LoaderFunctionArgs } from '#web/router/route.ts'

import { getApi } from '../../../api/client.ts'

type Context = Pick<LoaderFunctionArgs, 'context'>

/** `before` is the `next` of the page before. */
type Page = { before?: string; limit?: string }

export function loadUpdates({ context }: Context, campaignId: string, page: Page) {
  const path = `/campaigns/${encodeURIComponent(campaignId)}/updates?${new URLSearchParams(page)}`
  return getApi(context).get(path, campaignUpdatesSchema)
}
