import * as z from 'zod/mini'

import type { Database, Queries } from '../../platform/database/database.ts'
import { sql } from '../../platform/database/sql.ts'
import { toRecipientKey } from '../../platform/mail/recipient.ts'
import type { User } from '../../platform/policy/actor.ts'
import type { Sealing } from '../../platform/runtime/sealing.ts'
import type { ContentStore, StoredCampaign } from '../../providers/content/content.ts'
import type { Person } from './inventory/entries/rows.ts'
import { exportLists } from './inventory/export-lists.ts'
import { listOwnCampaigns } from './legal-hold.ts'

type ExportDeps = {
  database: Database
  content: Pick<ContentStore, 'findUserByUid' | 'listCampaigns'>
  sealing: Pick<Sealing, 'open' | 'fingerprint'>
}

/** All data about a person, for download by that person. Contains no data of other people. */
export async function exportPersonalData(deps: ExportDeps, actor: User) {
  const { database, content, sealing } = deps
  const { person, campaigns } = await findPerson(deps, actor)
  return {
    exportedAt: new Date(),
    profile: await content.findUserByUid(actor.uid),
    // The bank account is shown as everywhere else: by its last four digits.
    campaigns: campaigns.map(({ bankAccount: { bankCode, last4 }, ...campaign }) => ({
      ...campaign,
      bankAccount: { bankCode, last4 },
    })),
    ...(await exportLists({ queries: database, sealing }, person)),
  }
}

/** All data about a person without an account, whose mailbox is proven. */
export async function exportGuestData(
  deps: { queries: Queries; sealing: ExportDeps['sealing'] },
  email: string,
) {
  return {
    exportedAt: new Date(),
    email,
    ...(await exportLists(deps, toGuest(deps.sealing, email))),
  }
}

type PersonDeps = {
  database: Queries
  content: Pick<ContentStore, 'listCampaigns'>
  sealing: Pick<Sealing, 'fingerprint'>
}

/** A signed-in person with everything that the person owns, and the campaigns that are not deleted. */
export async function findPerson(
  { database, content, sealing }: PersonDeps,
  { uid, email, emailVerified }: User,
): Promise<{ person: Person; campaigns: StoredCampaign[] }> {
  const campaigns = await listOwnCampaigns(content, uid)
  const earlier = await database.rows(earlierRow, selectEarlier(uid))
  const confirmedEmail = emailVerified ? email : null
  return {
    campaigns,
    person: {
      uid,
      ...toMailbox(sealing, confirmedEmail),
      campaignIds: [...new Set([...campaigns.map(({ id }) => id), ...earlier.map(({ id }) => id)])],
      subAccountCodes: [
        ...new Set([
          ...campaigns.map(({ bankAccount }) => bankAccount.subAccountCode),
          ...earlier.flatMap(({ subAccountCode }) => subAccountCode ?? []),
        ]),
      ],
    },
  }
}

/** A person without an account, whose mailbox is proven. */
export const toGuest = (sealing: Pick<Sealing, 'fingerprint'>, email: string): Person => ({
  uid: null,
  ...toMailbox(sealing, email),
  campaignIds: [],
  subAccountCodes: [],
})

const toMailbox = (sealing: Pick<Sealing, 'fingerprint'>, email: string | null) => ({
  email,
  donorKey: email === null ? null : sealing.fingerprint('donor', email.toLowerCase()),
  recipientKey: email === null ? null : toRecipientKey(sealing, email),
})

const earlierRow = z.object({ id: z.string(), subAccountCode: z.nullable(z.string()) })

/** Campaigns that are deleted, or whose deletion was interrupted, are known by their history and donations. */
const selectEarlier = (uid: string) => sql`
  select campaign_id as id, null as "subAccountCode" from campaign_history
  where actor_uid = ${uid} and event = 'submit'
  union select campaign_id, sub_account_code from donation where owner_uid = ${uid}`
