import { campaignListSchema } from '#shared/campaign.ts'
import { campaignsPerPage, parseCampaignQuery } from '#shared/campaign-query.ts'
import type { LoaderFunctionArgs } from '#web/router/route.ts'

import { getApi } from '../../api/client.ts'
import { toOutcome } from '../../api/outcome.ts'

export function loader({ context, request }: LoaderFunctionArgs) {
  const query = parseCampaignQuery(new URL(request.url).searchParams)
  const search = new URLSearchParams({ limit: `${campaignsPerPage}`, ...query })
  const list = toOutcome(getApi(context).get(`/campaigns?${search}`, campaignListSchema))
  return { query, key: `${search}`, list }
}
