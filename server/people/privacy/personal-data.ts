import type { Database, Queries } from '../../platform/database/database.ts'
import type { User } from '../../platform/policy/actor.ts'
import type { ContentStore } from '../../providers/content/content.ts'
import type { Sealing } from '../../platform/runtime/sealing.ts'
import { exportLists } from './inventory/export-lists.ts'
import { findPerson, toGuest } from './person.ts'

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
