import type { LoaderFunctionArgs } from '#web/router/route.ts'

import { getApi } from '../../api/client.ts'
import { isBrowser } from '../../api/cookies.ts'
import { requireAccount } from '../parts/session/account.loaders.ts'
import { loadList } from './profile/use-tab-lists.ts'

/** The server sends the list of the first tab. In the browser the screen loads that of the open tab, which is stored there. */
export async function loader({ context, request }: LoaderFunctionArgs) {
  const account = await requireAccount(context, request)
  const after = new URL(request.url).searchParams.get('after')
  const list = isBrowser ? null : loadList(getApi(context), 'all', after)
  // The page works without them.
  const memberships = getApi(context)
    .get('/account/memberships')
    .catch(() => ({ campaigns: [] }))
  return { account, after, list, memberships: (await memberships).campaigns }
}
