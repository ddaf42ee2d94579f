import { sql } from '../../../platform/database/sql.ts'
import type { IdentityRefusal } from '../identity.ts'
import type { FirebaseIdentityDeps, AccountQueues } from './accounts.ts'

const claimMs = 3 * 60_000

/**
 * Runs several calls to Google about one account without interference. Within this process, later work waits; while another
 * process holds the claim, it is `busy`. A transaction would hold a connection during the calls.
 */
export async function withAccountLock<Result>(
  { database, now, queues }: FirebaseIdentityDeps,
  uid: string,
  work: () => Promise<Result>,
): Promise<Result | IdentityRefusal> {
  return runInOrder(queues, uid, async () => {
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

async function runInOrder<Result>(queues: AccountQueues, key: string, work: () => Promise<Result>) {
  const previous = queues.get(key)
  const current = (async () => {
    await previous?.catch(() => {})
    return work()
  })()
  queues.set(key, current)
  try {
    return await current
  } finally {
    if (queues.get(key) === current) queues.delete(key)
  }
}
