import type { LoaderFunctionArgs } from '#web/router/route.ts'

import { getApi, toOutcome } from '../../api/client.ts'
import { requireAccount } from '../parts/session/account.loaders.ts'

export async function loader({ context, params, request }: LoaderFunctionArgs) {
  await requireAccount(context, request)
  const campaignId = params.id ?? ''
  return {
    campaignId,
    data: toOutcome(getApi(context).get('/campaigns/:id/webhook', { id: campaignId })),
  }
}
