import type { LoaderFunctionArgs } from '#web/router/route.ts'

import { getApi } from '../../../api/client.ts'

/** What the policies take from settings. */
export function loadPolicyValues({ context }: Pick<LoaderFunctionArgs, 'context'>) {
  return getApi(context).get('/policy-values')
}
