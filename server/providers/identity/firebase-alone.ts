import { sql } from '../../database/sql.ts'
import type { Context, Turns } from './firebase-account.ts'
import type { IdentityRefusal } from './identity.ts'

const claimMs = 3 * 60_000

/**
 * Several calls to Google about one account, with nobody else at it in between: whoever comes meanwhile waits in this process
 * and hears `busy` from another. No transaction is open: one that waits for Google would keep a connection from everybody.
 */
export async function alone<Result>(
  { database, now, turns }: Context,
  uid: string,
  work: () => Promise<Result>,
): Promise<Result | IdentityRefusal> {
  return inTurn(turns, uid, async () => {
    const until = new Date(now().getTime() + claimMs)
    const claimed = await database.run(sql`
      update hosted_account set claimed_until = ${until}
      where uid = ${uid} and claimed_until <= ${now()}`)
    if (claimed === 0) return { refused: 'busy' }
    try {
      return await work()
    } finally {
      await database.run(
        sql`update hosted_account set claimed_until = '-infinity' where uid = ${uid}`,
      )
    }
  })
}

async function inTurn<Result>(turns: Turns, key: string, work: () => Promise<Result>) {
  const before = turns.get(key)
  const mine = (async () => {
    await before?.catch(() => {})
    return work()
  })()
  turns.set(key, mine)
  try {
    return await mine
  } finally {
    if (turns.get(key) === mine) turns.delete(key)
  }
}
