import { isRefusal, type IdentityAccount, type IdentityRefusal } from '../identity.ts'
import { saveAccount, type FirebaseIdentityDeps } from './accounts.ts'
import type { HostedUser, Tokens, ToolkitRefusal } from './identity-toolkit.ts'

/** Leaves out Google's own code. */
export const toIdentityRefusal = ({ refused }: ToolkitRefusal): IdentityRefusal => ({ refused })

/** Looks up the account of the tokens and saves it. */
export async function saveTokenAccount(
  deps: FirebaseIdentityDeps,
  { idToken, refreshToken }: Pick<Tokens, 'idToken' | 'refreshToken'>,
): Promise<IdentityAccount | IdentityRefusal> {
  const found = await deps.toolkit.lookup(idToken)
  if (isRefusal(found)) return toIdentityRefusal(found)
  const [user] = found.users
  if (!user) return { refused: 'requires-recent-login' }
  return deps.database.transaction((queries) => saveAccount(deps, queries, user, { refreshToken }))
}

/** Looks up a user with the project's admin token. */
export async function findUser(
  { toolkit }: FirebaseIdentityDeps,
  key: { localId: string } | { email: string },
): Promise<HostedUser | undefined> {
  const found = await toolkit.lookupAsAdmin(key)
  return isRefusal(found) ? undefined : found.users[0]
}
