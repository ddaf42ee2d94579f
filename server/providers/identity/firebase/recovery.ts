import type { Recovery } from '#shared/account.ts'

import { isRefusal, type Identity, type IdentityRefusal } from '../identity.ts'
import { saveAccount, type FirebaseIdentityDeps } from './accounts.ts'
import { findUser, toIdentityRefusal } from './users.ts'

const kinds: Record<string, Recovery['kind']> = {
  RECOVER_EMAIL: 'address',
  REVERT_SECOND_FACTOR_ADDITION: 'two-factor',
}

const invalidCode: IdentityRefusal = { refused: 'invalid-action-code' }

/** What the link in a warning of Google would undo. */
export async function checkRecovery(
  { toolkit }: FirebaseIdentityDeps,
  oobCode: string,
): ReturnType<Identity['checkRecovery']> {
  const found = await toolkit.resetPassword({ oobCode })
  if (isRefusal(found)) return toIdentityRefusal(found)
  const kind = kinds[found.requestType]
  if (kind === undefined) return invalidCode
  return { kind, email: found.email, newEmail: found.newEmail ?? null }
}

/** Another person may know the password, so all sessions end here and at Google. */
export async function applyRecovery(
  deps: FirebaseIdentityDeps,
  code: string,
): ReturnType<Identity['applyRecovery']> {
  const known = await checkRecovery(deps, code)
  if (isRefusal(known)) return known
  const { toolkit, database, recordChange, now } = deps
  const applied = await toolkit.applyCode(code)
  if (isRefusal(applied)) return toIdentityRefusal(applied)
  const { localId } = applied
  const validSince = String(Math.floor(now().getTime() / 1_000))
  const ended = await toolkit.updateAsAdmin({ localId, validSince })
  const user = isRefusal(ended) ? undefined : await findUser(deps, { localId })
  if (!user) return invalidCode
  return database.transaction(async (queries) => {
    const options = { refreshToken: null, endsSessions: true }
    const account = await saveAccount(deps, queries, user, options)
    const kind = known.kind === 'address' ? 'address-restored' : 'two-factor-off-at-provider'
    await recordChange(queries, { uid: account.uid, kind })
    return account
  })
}
