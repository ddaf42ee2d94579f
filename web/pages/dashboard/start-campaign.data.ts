import { writeCookies } from '#web/api/cookies.ts'
import { intent } from '#web/navigation/carried-values.ts'
import { paths } from '#web/navigation/paths.ts'
import { data, redirect } from '#web/router/responses.ts'
import type { LoaderFunctionArgs } from '#web/router/route.ts'

import { currentAccount } from '../parts/session/account.loaders.ts'

/** Every login after it leads to the wizard. People with an account start there. */
export async function loader({ context }: LoaderFunctionArgs) {
  const account = await currentAccount(context).catch(() => null)
  if (account) throw redirect(paths.createCampaign)
  return data(null, { headers: writeCookies([intent.keep(paths.createCampaign)]) })
}
