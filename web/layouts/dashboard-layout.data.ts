import { getApi } from '#web/api/client.ts'
import { redirectAndLeadBack } from '#web/navigation/next-path.ts'
import { paths } from '#web/navigation/paths.ts'
import { currentAccount, currentWork } from '#web/pages/parts/session/account.loaders.ts'
import type { LoaderFunctionArgs } from '#web/router/route.ts'

/** Loads the account. A person with an unverified email address is redirected to verify it first (readings P2). */
export async function loader({ context, request }: LoaderFunctionArgs) {
  const account = await currentAccount(context)
  if (account && !account.emailVerified) throw redirectAndLeadBack(request, paths.emailVerification)
  const work = account && account.roles.length > 0 ? currentWork(context) : { value: null }
  return { account, work, hasNewTerms: account !== null && (await hasNewTerms(context)) }
}

/** Without an answer, the next page asks again. */
async function hasNewTerms(context: LoaderFunctionArgs['context']): Promise<boolean> {
  const terms = getApi(context).get('/account/terms')
  return terms.then(
    ({ isAccepted }) => !isAccepted,
    () => false,
  )
}
