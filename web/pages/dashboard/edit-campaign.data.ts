import type { LoaderFunctionArgs } from '#web/router/route.ts'

import { getApi, toOutcome } from '../../api/client.ts'
import { toEditedCampaign } from './wizard/draft.ts'
import { requireAccount } from '../parts/session/account.loaders.ts'

export async function loader({ context, params, request }: LoaderFunctionArgs) {
  const { firstname, lastname } = await requireAccount(context, request)
  const owner = { firstname, lastname }
  const form = getApi(context)
    .get('/campaigns/:id/form', { id: params.id ?? '' })
    .then(toEditedCampaign)
  return { owner, form: toOutcome(form) }
}
