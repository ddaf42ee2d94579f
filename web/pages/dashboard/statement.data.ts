import { lagosDay } from '#shared/day.ts'
import type { LoaderFunctionArgs } from '#web/router/route.ts'

import { getApi, toOutcome } from '../../api/client.ts'
import { requireAccount } from '../parts/session/account.loaders.ts'

export async function loader({ context, request }: LoaderFunctionArgs) {
  await requireAccount(context, request)
  const asked = new URL(request.url).searchParams.get('year') ?? ''
  const year = /^20\d\d$/.test(asked) ? asked : lagosDay().slice(0, 4)
  return { year, statement: toOutcome(getApi(context).get('/statements/:year', { year })) }
}
