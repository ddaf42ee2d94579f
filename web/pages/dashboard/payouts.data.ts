import { campaignPayoutsSchema, receivedDonationsSchema } from '#shared/payouts.ts'
import { donationSourcesSchema } from '#shared/personal-link.ts'
import type { LoaderFunctionArgs } from '#web/router/route.ts'

import { getApi } from '../../api/client.ts'
import { toOutcome } from '../../api/outcome.ts'
import { requireAccount } from '../parts/session/account.loaders.ts'

export async function loader({ context, params, request }: LoaderFunctionArgs) {
  await requireAccount(context, request)
  const after = new URL(request.url).searchParams.get('after')
  const query = after === null ? '' : `?${new URLSearchParams({ after })}`
  const path = `/campaigns/${encodeURIComponent(params.id ?? '')}`
  const api = getApi(context)
  return {
    query,
    payouts: toOutcome(api.get(`${path}/payouts`, campaignPayoutsSchema)),
    sources: toOutcome(api.get(`${path}/sources`, donationSourcesSchema)),
    donations: toOutcome(api.get(`${path}/donations${query}`, receivedDonationsSchema)),
  }
}
