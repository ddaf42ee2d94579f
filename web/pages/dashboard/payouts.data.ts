import type { LoaderFunctionArgs } from '#web/router/route.ts'

import { getApi, toOutcome } from '../../api/client.ts'
import { requireAccount } from '../parts/session/account.loaders.ts'

export async function loader({ context, params, request }: LoaderFunctionArgs) {
  await requireAccount(context, request)
  const after = new URL(request.url).searchParams.get('after')
  const query = after === null ? '' : `?${new URLSearchParams({ after })}`
  const { id = '' } = params
  const api = getApi(context)
  return {
    query,
    payouts: toOutcome(api.get('/campaigns/:id/payouts', { id })),
    sources: toOutcome(api.get('/campaigns/:id/sources', { id })),
    donations: toOutcome(api.get('/campaigns/:id/donations', { id, after })),
  }
}
