import { isCommonPassword } from './common-password.ts'
import { findAccountByUid } from './embedded-account.ts'
import { keepAccount, setContestedSql, type Context } from './firebase-account.ts'
import { alone } from './firebase-alone.ts'
import { accountOf, ownersView, refusalOf } from './firebase-view.ts'
import { isRefusal, type Identity } from './identity.ts'

type Credential = { email: string; password: string }

/** Google keeps an address for whoever came first. Until it is confirmed, ours goes to whoever comes last (readings). */
export async function signUp(
  context: Context,
  credential: Credential,
): ReturnType<Identity['createAccount']> {
  if (isCommonPassword(credential.password, credential.email)) return { refused: 'weak-password' }
  const created = await context.wire.signUp(credential)
  if (!isRefusal(created)) return accountOf(context, created)
  return created.refused === 'email-already-in-use'
    ? replaceCredential(context, credential)
    : refusalOf(created)
}

async function replaceCredential(
  context: Context,
  credential: Credential,
): ReturnType<Identity['createAccount']> {
  const holder = await ownersView(context, { email: credential.email })
  if (!holder || holder.emailVerified) return { refused: 'email-already-in-use' }
  await context.database.transaction((queries) => keepAccount(context, queries, holder))
  return alone(context, holder.localId, () => takeOver(context, holder.localId, credential))
}

async function takeOver(
  context: Context,
  localId: string,
  credential: Credential,
): ReturnType<Identity['createAccount']> {
  const { wire, database } = context
  const current = await ownersView(context, { localId })
  if (!current || current.emailVerified) return { refused: 'email-already-in-use' }
  if (current.disabled) return { refused: 'user-disabled' }
  const same = await wire.signInWithPassword(credential)
  const isSame = !isRefusal(same)
  if (!isSame) {
    const { password } = credential
    const changed = await wire.updateAsOwner({ localId, password })
    if (isRefusal(changed)) return refusalOf(changed)
  }
  const tokens = isSame ? same : await wire.signInWithPassword(credential)
  if (isRefusal(tokens)) return refusalOf(tokens)
  const after = (await ownersView(context, { localId })) ?? current
  return database.transaction(async (queries) => {
    const known = await findAccountByUid(queries, localId)
    const { refreshToken } = tokens
    // The account first, as everywhere: two at once would wait for each other otherwise.
    const seen = { refreshToken, endsSessions: true }
    const account = await keepAccount(context, queries, after, seen)
    await queries.run(setContestedSql(localId, (known?.contested ?? false) || !isSame))
    return account
  })
}
