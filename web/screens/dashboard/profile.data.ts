import { campaignListSchema } from '#shared/campaign.ts'
import type { LoaderFunctionArgs } from '#web/router/route.ts'

import { getApi } from '../../api/client.ts'
import { toOutcome } from '../../api/outcome.ts'
import type { ProfileTab } from '../../features/profile/profile-tabs.ts'
import { requireAccount } from '../../features/account/session/account.loaders.ts'

/** The list of a tab is loaded when the tab is first opened. */
export async function loader({ context, request }: LoaderFunctionArgs) {
  const account = await requireAccount(context, request)
  const after = new URL(request.url).searchParams.get('after')
  const loadList = memoize((tab: ProfileTab) => {
    const query = new URLSearchParams({
      ...(tab !== 'all' && { status: tab }),
      ...(after !== null && { after }),
    })
    return toOutcome(getApi(context).get(`/account/campaigns?${query}`, campaignListSchema))
  })
  return { account, after, loadList }
}

function memoize<Key, Value>(load: (key: Key) => Value): (key: Key) => Value {
  const values = new Map<Key, Value>()
  return (key) => {
    if (!values.has(key)) values.set(key, load(key))
    return values.get(key) as Value
  }
}
