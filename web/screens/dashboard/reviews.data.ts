import { liveEditsSchema } from '#shared/campaign-version.ts'
import { stoppedCampaignsSchema } from '#shared/payout-stop.ts'
import { maxReviewItems, reviewStep } from '#shared/review-step.ts'
import { reviewQueueSchema } from '#shared/review.ts'
import type { LoaderFunctionArgs } from '#web/router/route.ts'

import { getApi } from '../../api/client.ts'
import { toOutcome } from '../../api/outcome.ts'
import { requireAccount } from '../../pages/parts/session/account.loaders.ts'

export async function loader({ context, request }: LoaderFunctionArgs) {
  await requireAccount(context, request)
  const api = getApi(context)
  return {
    queue: toOutcome(api.get(`/reviews${toLimit(new URL(request.url))}`, reviewQueueSchema)),
    edits: toOutcome(api.get('/reviews/edits', liveEditsSchema)),
    stopped: toOutcome(api.get('/payout-stops', stoppedCampaignsSchema)),
  }
}

/** The steps of the address, as the limit of the API. */
function toLimit({ searchParams }: URL): string {
  const steps = Number(searchParams.get('steps'))
  return steps > 1 && steps <= maxReviewItems / reviewStep ? `?limit=${steps * reviewStep}` : ''
}
