import type { donationListTabs } from '#shared/donation-list-tabs.ts'
import type { LoaderFunctionArgs } from '#web/router/route.ts'

import { getApi, toOutcome } from '../../api/client.ts'
import { requireAccount } from '../parts/session/account.loaders.ts'

export type Tab = (typeof donationListTabs)[number]

/** After a payment the tab 'Given' is open, otherwise 'Received' (readings A5). */
export async function loader({ context, request }: LoaderFunctionArgs) {
  await requireAccount(context, request)
  const search = new URL(request.url).searchParams
  // The payment provider appends `reference` to the callback URL.
  const reference = search.get('reference')
  const tab: Tab = (search.get('tab') ?? (reference && 'given')) === 'given' ? 'given' : 'received'
  const after = search.get('after')
  const order = tab === 'received' ? search.get('order') : null
  const api = getApi(context)
  const donations = toOutcome(api.get('/transactions', { tab, after, order }))
  const shown = { tab, reference, query: String(search) }
  if (tab !== 'given' || after !== null) return { ...shown, donations, mine: null }
  const mine = toOutcome(api.get('/my-donations'))
  // The sums stand above the list, which would move if they arrived later.
  const both = Promise.all([donations, mine])
  return { ...shown, donations: both.then(([list]) => list), mine: both.then(([, sums]) => sums) }
}
