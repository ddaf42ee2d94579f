import type { LoaderFunctionArgs } from '#web/router/route.ts'

import { getApi, toOutcome } from '../../api/client.ts'
import { requireAccount } from '../parts/session/account.loaders.ts'
import { resumeDonation } from '../parts/donation/resume-donation.ts'
import { startDonation } from '../parts/donation/start-donation.ts'

export async function loader({ context, params, request }: LoaderFunctionArgs) {
  const { email } = await requireAccount(context, request)
  const data = toOutcome(getApi(context).get('/campaigns/:id', { id: params.id ?? '' }))
  return { email, resumed: await resumeDonation({ context, request }), data }
}

/** Starts the payment and redirects to the provider's page, which returns to Transactions (specification §2). */
export const action = startDonation
