import * as z from 'zod/mini'

import type { Transaction } from '../../../platform/database/database.ts'
import { sql } from '../../../platform/database/sql.ts'
import type { Sealing } from '../../../platform/runtime/sealing.ts'

const emailRow = z.object({ email: z.string() })

type Change = { uid: string; formerEmail: string }

/** What an account follows is mailed to its new address. The former mailbox may belong to another person soon. */
export async function moveFollows(
  sealing: Pick<Sealing, 'seal' | 'fingerprint'>,
  queries: Transaction,
  { uid, formerEmail }: Change,
): Promise<void> {
  const account = await queries.row(emailRow, sql`select email from account where uid = ${uid}`)
  if (!account) return
  const toKey = (email: string) => sealing.fingerprint('donor', email.toLowerCase())
  const [from, to] = [toKey(formerEmail), toKey(account.email)]
  await queries.run(sql`
    insert into campaign_follower (campaign_id, donor_key, email_sealed, language, followed_at)
    select campaign_id, ${to}::bytea, ${sealing.seal('follower-email', account.email)}::bytea, language, followed_at
    from campaign_follower where donor_key = ${from}
    on conflict (campaign_id, donor_key) do nothing`)
  await queries.run(
    sql`delete from campaign_follower where donor_key = ${from} and ${from}::bytea <> ${to}::bytea`,
  )
}
