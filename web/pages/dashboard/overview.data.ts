import type { LoaderFunctionArgs } from '#web/router/route.ts'

import { getApi, toOutcome } from '../../api/client.ts'
import { currentAccount, currentWork } from '../parts/session/account.loaders.ts'

/** The account's part is null for visitors. */
export async function loader({ context }: LoaderFunctionArgs) {
  const api = getApi(context)
  const personal = toOutcome(
    currentAccount(context).then((account) =>
      account === null ? null : api.get('/overview/account'),
    ),
  )
  const ongoing = toOutcome(api.get('/campaigns', { limit: 3, state: 'open' }))
  return {
    work: currentWork(context),
    figures: toOutcome(api.get('/overview')),
    personal,
    // Shown last, so that nothing moves down when the account's part arrives.
    ongoing: personal.then(() => ongoing),
    isOwn: (await currentAccount(context)) !== null,
  }
}
