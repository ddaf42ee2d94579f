import { isCommonPassword } from '../common-password.ts'
import { findAccountByUid } from '../account-rows.ts'
import { saveAccount, setContestedSql, type FirebaseIdentityDeps } from './accounts.ts'
import { withAccountLock } from './account-lock.ts'
import { findUser, toIdentityRefusal } from './users.ts'
import { isRefusal, type Credential, type Identity } from '../identity.ts'

/** Google keeps an address for the first sign-up. Ajo gives an unconfirmed address to the latest one (readings, "Signing up twice with one address"). */
export async function signUp(
  deps: FirebaseIdentityDeps,
  credential: Credential,
): ReturnType<Identity['createAccount']> {
  if (isCommonPassword(credential.password, credential.email))
    return { refused: 'weak-password', isCommon: true }
  const created = await deps.toolkit.createAsAdmin(credential)
  if (!isRefusal(created)) return saveCreated(deps, created.localId)
  return created.refused === 'email-already-in-use'
    ? replaceCredential(deps, credential)
    : toIdentityRefusal(created)
}

async function saveCreated(deps: FirebaseIdentityDeps, localId: string) {
  const user = await findUser(deps, { localId })
  // Deleted again at the same time.
  if (!user) return { refused: 'busy' } as const
  return deps.database.transaction((queries) => saveAccount(deps, queries, user))
}

async function replaceCredential(
  deps: FirebaseIdentityDeps,
  credential: Credential,
): ReturnType<Identity['createAccount']> {
  const holder = await findUser(deps, { email: credential.email })
  if (!holder || holder.emailVerified) return { refused: 'email-already-in-use' }
  await deps.database.transaction((queries) => saveAccount(deps, queries, holder))
  return withAccountLock(deps, holder.localId, () =>
    replacePassword(deps, holder.localId, credential),
  )
}

async function replacePassword(
  deps: FirebaseIdentityDeps,
  localId: string,
  credential: Credential,
): ReturnType<Identity['createAccount']> {
  const { toolkit, database } = deps
  const current = await findUser(deps, { localId })
  if (!current || current.emailVerified) return { refused: 'email-already-in-use' }
  if (current.disabled) return { refused: 'user-disabled' }
  const same = await toolkit.signInWithPassword(credential)
  const isSame = !isRefusal(same)
  if (!isSame) {
    const { password } = credential
    const changed = await toolkit.updateAsAdmin({ localId, password })
    if (isRefusal(changed)) return toIdentityRefusal(changed)
  }
  const tokens = isSame ? same : await toolkit.signInWithPassword(credential)
  if (isRefusal(tokens)) return toIdentityRefusal(tokens)
  const after = (await findUser(deps, { localId })) ?? current
  return database.transaction(async (queries) => {
    const known = await findAccountByUid(queries, localId)
    const { refreshToken } = tokens
    // Locks the account first, as elsewhere, to avoid deadlocks.
    const options = { refreshToken, endsSessions: true }
    const account = await saveAccount(deps, queries, after, options)
    await queries.run(setContestedSql(localId, (known?.contested ?? false) || !isSame))
    return account
  })
}
