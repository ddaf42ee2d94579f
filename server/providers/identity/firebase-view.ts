import { keepAccount, type Context } from './firebase-account.ts'
import type { HostedUser, Tokens, WireRefusal } from './firebase-wire.ts'
import { isRefusal, type IdentityAccount, type IdentityRefusal } from './identity.ts'

/** Without Google's own word for it. */
export const refusalOf = ({ refused }: WireRefusal): IdentityRefusal => ({ refused })

/** The account that tokens were given for, kept as Google describes it now. */
export async function accountOf(
  context: Context,
  { idToken, refreshToken }: Pick<Tokens, 'idToken' | 'refreshToken'>,
  { endsSessions = false } = {},
): Promise<IdentityAccount | IdentityRefusal> {
  const found = await context.wire.lookup(idToken)
  if (isRefusal(found)) return refusalOf(found)
  const [user] = found.users
  if (!user) return { refused: 'requires-recent-login' }
  return context.database.transaction((queries) =>
    keepAccount(context, queries, user, { refreshToken, endsSessions }),
  )
}

/** What the project's owner sees, whoever is signed in. */
export async function ownersView(
  { wire }: Context,
  who: { localId: string } | { email: string },
): Promise<HostedUser | undefined> {
  const found = await wire.lookupAsOwner(who)
  return isRefusal(found) ? undefined : found.users[0]
}
