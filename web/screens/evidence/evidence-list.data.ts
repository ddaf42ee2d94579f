import { evidenceListSchema } from '#shared/evidence.ts'
import type { LoaderFunctionArgs } from '#web/router/route.ts'

import { getApi } from '../../api/client.ts'
import { toOutcome } from '../../api/outcome.ts'
import { requireAccount } from '../../pages/parts/session/account.loaders.ts'

export async function loader({ context, request }: LoaderFunctionArgs) {
  await requireAccount(context, request)
  const after = new URL(request.url).searchParams.get('after')
  const query = after === null ? '' : `?after=${encodeURIComponent(after)}`
  return { list: toOutcome(getApi(context).get(`/evidence${query}`, evidenceListSchema)) }
}
