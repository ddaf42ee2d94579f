import type { Account } from '#shared/account.ts'
import type { Work } from '#shared/work.ts'
import type { RequestContext } from '#web/router/request-context.ts'

import { getApi, toOutcome, type Outcome } from '../../../api/client.ts'
import { redirectToLogin } from '../../../navigation/next-path.ts'

type Context = Readonly<RequestContext>

const requests = new WeakMap<Context, Promise<Account | null>>()

/** The signed-in person, or null. The API is called once per navigation. */
export function currentAccount(context: Context): Promise<Account | null> {
  const pending = requests.get(context)
  if (pending) return pending
  const request = getApi(context)
    .get('/session')
    .then(({ account }) => account)
  requests.set(context, request)
  return request
}

const works = new WeakMap<Context, Promise<Outcome<Work | null>>>()

/** What waits for a person with a role. The API is called once per navigation. */
export function currentWork(context: Context): Promise<Outcome<Work | null>> {
  const pending = works.get(context)
  if (pending) return pending
  const request = toOutcome(
    currentAccount(context).then((account) =>
      account === null || account.roles.length === 0 ? null : getApi(context).get('/work'),
    ),
  )
  works.set(context, request)
  return request
}

/** The signed-in person. Redirects visitors to the login page, which leads back after the login (specification §2). */
export async function requireAccount(context: Context, request: Request): Promise<Account> {
  const account = await currentAccount(context)
  if (account === null) throw redirectToLogin(request)
  return account
}
