import type { LoaderFunctionArgs } from '#web/router/route.ts'

import { getApi } from '../../../api/client.ts'

type Context = Pick<LoaderFunctionArgs, 'context'>

/** `before` is the `next` of the page before. */
type Page = { before?: string; limit?: string }

export function loadUpdates({ context }: Context, campaignId: string, page: Page) {
  return getApi(context).get('/campaigns/:id/updates', { id: campaignId, ...page })
}
