import { appealsSchema, casesSchema } from '#shared/moderation.ts'
import type { LoaderFunctionArgs } from '#web/router/route.ts'

import { getApi } from '../../api/client.ts'
import { toOutcome } from '../../api/outcome.ts'
import { requireAccount } from '../../pages/parts/session/account.loaders.ts'
import type { CaseQuery } from '../../features/moderation/case-filter.tsx'

export async function loader({ context, request }: LoaderFunctionArgs) {
  await requireAccount(context, request)
  const { search, searchParams } = new URL(request.url)
  const api = getApi(context)
  return {
    query: Object.fromEntries(searchParams) as CaseQuery,
    // One outcome, because appeals that load after the cases would shift them.
    lists: toOutcome(
      Promise.all([api.get(`/cases${search}`, casesSchema), api.get('/appeals', appealsSchema)]),
    ),
  }
}
