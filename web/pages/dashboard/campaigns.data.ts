import { campaignsPerPage, parseCampaignQuery } from '#shared/campaign-query.ts'
import type { LoaderFunctionArgs } from '#web/router/route.ts'

import { getApi, toOutcome } from '../../api/client.ts'

export function loader({ context, request }: LoaderFunctionArgs) {
  const query = parseCampaignQuery(new URL(request.url).searchParams)
  const list = toOutcome(getApi(context).get('/campaigns', { limit: campaignsPerPage, ...query }))
  return { query, key: `${new URLSearchParams(query)}`, list }
}
