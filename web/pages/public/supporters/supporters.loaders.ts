import { supportersSchema } from '#shared/supporter.ts'
import type { LoaderFunctionArgs } from '#web/router/route.ts'

import { getApi } from '../../../api/client.ts'

type Context = Pick<LoaderFunctionArgs, 'context'>

export function loadSupporters({ context }: Context, campaignId: string, query: object) {
  const search = new URLSearchParams({ ...query })
  const path = `/campaigns/${encodeURIComponent(campaignId)}/supporters?${search}`
  return getApi(context).get(path, supportersSchema)
}
