import type { LoaderFunctionArgs } from '#web/router/route.ts'

import { getApi, type Api, toOutcome } from '../../api/client.ts'
import { currentAccount } from '../parts/session/account.loaders.ts'

export function loader({ context, params }: LoaderFunctionArgs) {
  const isStaff = () =>
    currentAccount(context).then(
      (account) => account !== null && account.roles.length > 0,
      () => false,
    )
  return { data: toOutcome(readCampaign(getApi(context), params.id ?? '', isStaff)) }
}

/** Reads the owner's history and payee together with the campaign, so that the layout does not shift when they arrive. */
async function readCampaign(api: Api, id: string, isStaff: () => Promise<boolean>) {
  const [{ campaign }, trust] = await Promise.all([
    api.get('/campaigns/:id', { id }),
    // The page works without it.
    api.get('/campaigns/:id/trust', { id }).catch(() => null),
  ])
  // The page works without them.
  const readOutside = () => api.get('/campaigns/:id/outside-receipts', { id }).catch(() => null)
  const readSpending = () =>
    campaign.budget.length > 0
      ? api.get('/campaigns/:id/spending', { id }).catch(() => null)
      : Promise.resolve(null)
  if (!campaign.isOwner) {
    const [outside, spending] = await Promise.all([
      (await isStaff()) ? readOutside() : null,
      campaign.memberRole === 'treasurer' || (await isStaff()) ? readSpending() : null,
    ])
    return { campaign, trust, history: null, decision: null, payee: null, outside, spending }
  }
  const [history, decision, { payee }, outside, spending] = await Promise.all([
    api.get('/campaigns/:id/history', { id }),
    api.get('/campaigns/:id/decision', { id }),
    // The page works without it.
    api.get('/campaigns/:id/payee', { id }).catch(() => ({ payee: null })),
    readOutside(),
    readSpending(),
  ])
  return { campaign, trust, history, decision, payee, outside, spending }
}
