import type { LoaderFunctionArgs } from '#web/router/route.ts'

import { getApi, type Api } from '../../api/client.ts'
import { toOutcome } from '../../api/outcome.ts'

export function loader({ context, params }: LoaderFunctionArgs) {
  return { data: toOutcome(readCampaign(getApi(context), params.id ?? '')) }
}

/** Reads the owner's history and payee together with the campaign, so that the layout does not shift when they arrive. */
async function readCampaign(api: Api, id: string) {
  const [{ campaign }, trust] = await Promise.all([
    api.get('/campaigns/:id', { id }),
    // The page works without it.
    api.get('/campaigns/:id/trust', { id }).catch(() => null),
  ])
  if (!campaign.isOwner) return { campaign, trust, history: null, decision: null, payee: null }
  const [history, decision, { payee }] = await Promise.all([
    api.get('/campaigns/:id/history', { id }),
    api.get('/campaigns/:id/decision', { id }),
    // The page works without it.
    api.get('/campaigns/:id/payee', { id }).catch(() => ({ payee: null })),
  ])
  return { campaign, trust, history, decision, payee }
}
