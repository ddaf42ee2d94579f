import type { LoaderFunctionArgs } from '#web/router/route.ts'

import { getApi } from '../../api/client.ts'
import { requireAccount } from '../parts/session/account.loaders.ts'

export async function loader({ context, request }: LoaderFunctionArgs) {
  const account = await requireAccount(context, request)
  const api = getApi(context)
  const [listed, twoFactor] = await Promise.all([
    api.get('/account/sessions').catch(() => null),
    api.get('/account/two-factor').catch(() => null),
  ])
  return { account, sessions: listed?.sessions ?? null, twoFactor }
}
