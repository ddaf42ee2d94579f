import { donationFileSchema } from '#shared/console.ts'
import type { LoaderFunctionArgs } from '#web/router/route.ts'

import { getApi } from '../../api/client.ts'
import { toOutcome } from '../../api/outcome.ts'
import { requireAccount } from '../../pages/parts/session/account.loaders.ts'

export async function loader({ context, params, request }: LoaderFunctionArgs) {
  await requireAccount(context, request)
  const path = `/admin/donations/${encodeURIComponent(params.id ?? '')}`
  return { file: toOutcome(getApi(context).get(path, donationFileSchema)) }
}
