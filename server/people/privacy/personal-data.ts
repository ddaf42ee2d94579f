import * as z from 'zod/mini'

import type { Database, Queries } from '../../platform/database/database.ts'
import { sql, identifier, joinSql } from '../../platform/database/sql.ts'
import { toRecipientKey } from '../../platform/mail/mail-rows.ts'
import type { User } from '../../platform/policy/actor.ts'
import type { Sealing } from '../../platform/runtime/sealing.ts'
import type { ContentStore, StoredCampaign } from '../../providers/content/content.ts'
import { type Person, isPersonal, type ExportList, type TableEntry } from './inventory/entry.ts'
import { listOwnCampaigns } from './legal-hold.ts'
import { sealedColumns } from '../../platform/keys/sealed-columns.ts'
import { inventory, listColumns } from './inventory/inventory.ts'

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

type ExportListsExportDeps = { queries: Queries; sealing: Pick<Sealing, 'open'> }
type ExportedRow = Record<string, unknown>

const anyRow = z.record(z.string(), z.unknown())

/** The lists of the data export that the inventory describes. A guest gets only those that a person without an account can have. */
async function exportLists(deps: ExportListsExportDeps, person: Person) {
  const lists: Record<string, ExportedRow[]> = {}
  for (const [table, entry] of Object.entries(inventory))
    for (const list of (isPersonal(entry) && entry.exports) || []) {
      const rows = await selectRows(deps.queries, { table, list, person })
      if (rows) lists[list.as] = rows.map((row) => toExportedRow(deps, { table, entry, list }, row))
      else if (person.uid !== null) lists[list.as] = []
    }
  return lists
}

type Selection = { table: string; list: ExportList; person: Person }

async function selectRows({ rows }: Queries, { table, list, person }: Selection) {
  const where = list.rows.where(person)
  if (!where) return undefined
  const columns = list.columns.map(identifier)
  return rows(
    anyRow,
    sql`select ${joinSql(columns)} from ${identifier(table)} where ${where} order by ${joinSql(columns.slice(0, 2))}`,
  )
}

type Exported = { table: string; entry: TableEntry; list: ExportList }

function toExportedRow(
  { sealing }: ExportListsExportDeps,
  { table, entry, list }: Exported,
  row: ExportedRow,
): ExportedRow {
  const described = new Map(listColumns(entry))
  return Object.fromEntries(
    list.columns.map((name) => {
      const value = openValue(sealing, `${table}.${name}`, row[name])
      const show = described.get(name)?.show
      return [toFieldName(name), show && value !== null ? show(value) : value]
    }),
  )
}

function openValue(sealing: Pick<Sealing, 'open'>, name: string, value: unknown): unknown {
  const sealed = sealedColumns.find((column) => column.name === name)
  return sealed && value instanceof Uint8Array ? sealing.open(sealed.purpose, value) : value
}

/** `donor_email_sealed` is exported as `donorEmail`. */
const toFieldName = (column: string): string =>
  column
    .replace(/_sealed$/, '')
    .replaceAll(/_(\w)/g, (_match, letter: string) => letter.toUpperCase())
