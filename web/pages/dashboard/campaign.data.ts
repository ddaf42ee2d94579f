import { campaignResponseSchema } from '#shared/campaign.ts'
import { campaignDecisionSchema } from '#shared/moderation.ts'
import { payeeResponseSchema } from '#shared/payee.ts'
import { trustSchema } from '#shared/trust.ts'
import { campaignHistorySchema } from '#shared/campaign-history.ts'
import type { LoaderFunctionArgs } from '#web/router/route.ts'

import { getApi, type Api } from '../../api/client.ts'
import { toOutcome } from '../../api/outcome.ts'

export function loader({ context, params }: LoaderFunctionArgs) {
  return { data: toOutcome(readCampaign(getApi(context), params.id ?? '')) }
}

/** Reads the owner's history and payee together with the campaign, so that the layout does not shift when they arrive. */
async function readCampaign(api: Api, id: string) {
  const path = `/campaigns/${encodeURIComponent(id)}`
  const [{ campaign }, trust] = await Promise.all([
    api.get(path, campaignResponseSchema),
    // The page works without it.
    api.get(`${path}/trust`, trustSchema).catch(() => null),
  ])
  if (!campaign.isOwner) return { campaign, trust, history: null, decision: null, payee: null }
  const [history, decision, { payee }] = await Promise.all([
    api.get(`${path}/history`, campaignHistorySchema),
    api.get(`${path}/decision`, campaignDecisionSchema),
    // The page works without it.
    api.get(`${path}/payee`, payeeResponseSchema).catch(() => ({ payee: null })),
  ])
  return { campaign, trust, history, decision, payee }
}
