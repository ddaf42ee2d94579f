import type { LoaderFunctionArgs } from '#web/router/route.ts'

import { getApi } from '../../../api/client.ts'
import type { Query } from '../../../api/routes.ts'

type Context = Pick<LoaderFunctionArgs, 'context'>

export function loadSupporters({ context }: Context, campaignId: string, query: Query) {
  return getApi(context).get('/campaigns/:id/supporters', { id: campaignId, ...query })
}
