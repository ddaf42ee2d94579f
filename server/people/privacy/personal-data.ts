import { randomUUID } from 'node:crypto'
import * as z from 'zod/mini'

import { terms, toTermStart, toTermMs } from '#shared/terms.ts'
import type { GuestData } from '#shared/guest-data.ts'
import { formatDuration } from '#shared/duration.ts'
import type { Language } from '#shared/language.ts'

import type { Database, Queries, Transaction } from '../../platform/database/database.ts'
import { withStandby } from '../../platform/database/pools.ts'
import { sql, identifier, joinSql } from '../../platform/database/sql.ts'
import { toRecipientKey } from '../../platform/mail/mail-rows.ts'
import type { User } from '../../platform/policy/actor.ts'
import type { Sealing } from '../../platform/runtime/sealing.ts'
import type { ContentStore, StoredCampaign } from '../../providers/content/content.ts'
import {
  type Person,
  isPersonal,
  type ExportList,
  type TableEntry,
  type ErasureCode,
  ownDonations,
} from './inventory/entry.ts'
import { listOwnCampaigns, type LegalHold } from './legal-hold.ts'
import { sealedColumns } from '../../platform/keys/sealed-columns.ts'
import { inventory, listColumns, eraseRows } from './inventory/inventory.ts'
import { enqueueOrphans } from '../../platform/images/orphans.ts'
import { enqueueJob, type Task } from '../../platform/queue/queue.ts'
import type { Foundation } from '../../providers/foundation.ts'
import type { Identity } from '../../providers/identity/identity.ts'
import type { AccountEvents } from '../accounts/account-events.ts'
import type { Deletions } from './deletions.ts'
import { mailToken } from '../../platform/mail/mail-token.ts'
import type { Mail } from '../../platform/mail/mail.ts'
import { languageSchema } from '../../platform/mail/reader-language.ts'
import { type Reader, writeMail } from '../../platform/mail/write-mail.ts'
import { texts } from '../../text/texts.ts'

type ExportDeps = {
  database: Database
  content: Pick<ContentStore, 'findUserByUid' | 'listCampaigns'>
  sealing: Pick<Sealing, 'open' | 'fingerprint'>
}

/** All data about a person, for download by that person. Contains no data of other people. */
export const exportPersonalData = (deps: ExportDeps, actor: User) =>
  withStandby(() => readPersonalData(deps, actor))

async function readPersonalData(deps: ExportDeps, actor: User) {
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

type PersonDeps = {
  database: Queries
  content: Pick<ContentStore, 'listCampaigns'>
  sealing: Pick<Sealing, 'fingerprint'>
}

/** A signed-in person with everything that the person owns, and the campaigns that are not deleted. */
async function findPerson(
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
const toGuest = (sealing: Pick<Sealing, 'fingerprint'>, email: string): Person => ({
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

type ErasureDeps = Pick<Foundation, 'database' | 'content' | 'sealing'> & {
  deletions: Pick<Deletions, 'deleteOwnCampaigns'>
  accountEvents: AccountEvents
}

/**
 * Deletes a person's data, before the identity provider deletes the account. A legal hold refuses it, and nothing is changed. Amounts
 * stay: ledger rows keep the uid, which then identifies no one. Every step can be repeated after an interruption.
 */
export async function erasePerson(deps: ErasureDeps, user: User) {
  const { database, sealing } = deps
  // Deleted campaigns are no longer listed as the person's.
  const { person } = await findPerson(deps, user)
  for (const run of Object.values(erasureCode)) await run(deps, user)
  await database.transaction(async (queries) => {
    await eraseRows({ queries, sealing }, person)
    await enqueueOrphans(queries)
    await deps.accountEvents.record(queries, { uid: user.uid, kind: 'deleted' })
  })
}

/** What the inventory names and its statements cannot express. The identity provider deletes the account afterwards. */
export const erasureCode: Record<
  Exclude<ErasureCode, 'deleteAccount'>,
  (deps: ErasureDeps, user: User) => Promise<void>
> = {
  deleteCampaigns: ({ deletions }, user) => deletions.deleteOwnCampaigns(user),
  async replaceProfile({ content }, { uid }) {
    const profile = await content.findUserByUid(uid)
    if (profile) await content.updateUser(profile._id, toDeletedProfile(uid))
  },
  async deleteJobs({ database }, { uid, email, emailVerified }) {
    await database.run(sql`select job.delete_by_uid(${uid})`)
    if (emailVerified) await database.run(sql`select job.delete_by_email(${email})`)
  },
}

type Deps = {
  database: Database
  content: Pick<ContentStore, 'findUserByUid' | 'updateUser'>
  events: AccountEvents
}

const task = 'erase-displaced-account'
const payloadSchema = z.object({ uid: z.string(), eventId: z.string() })

/** For an account that never confirmed its address and was deleted because another account did. */
export const enqueueDisplaced = (queries: Transaction, uid: string): Promise<void> =>
  enqueueJob(queries, { task, payload: { uid, eventId: randomUUID() } })

/** Deletes what the identity provider does not know: the names, and the account of donations. Their address decides whose they are. */
export function displacedTask({ database, content, events }: Deps): Task {
  return {
    name: task,
    lane: 'maintenance',
    run: async (payload) => {
      const { uid, eventId: id } = z.parse(payloadSchema, payload)
      const profile = await content.findUserByUid(uid)
      if (profile) await content.updateUser(profile._id, toDeletedProfile(uid))
      await database.transaction(async (queries) => {
        await queries.run(sql`update donation set donor_uid = null where donor_uid = ${uid}`)
        await events.record(queries, { id, uid, kind: 'deleted', byCommand: true })
      })
    },
  }
}

type PurgeDeps = Pick<Foundation, 'database' | 'now'> & {
  identity: Pick<Identity, 'deleteUnconfirmed'>
  content: Pick<ContentStore, 'countCampaigns' | 'findUserByUid' | 'updateUser'>
  events: AccountEvents
}

const batchSize = 500

/**
 * Deletes accounts whose address was not confirmed within a week, because the address may belong to another person. Keeps
 * accounts with donations, campaigns or roles. Returns the number of deleted accounts.
 *
 * Also ends deletions whose answer a hosted provider did not send: its account is gone, so that the person cannot log in and repeat it.
 */
export async function purgeUnconfirmed(deps: PurgeDeps): Promise<number> {
  const accounts = await deps.database.values(z.string(), selectUnconfirmed(deps.now()))
  let purged = 0
  for (const uid of accounts) if (await deleteAccount(deps, uid)) purged++
  for (const uid of await deps.database.values(z.string(), selectErased))
    if (await deps.identity.deleteUnconfirmed(uid)) purged++
  return purged
}

export function unconfirmedTasks(deps: PurgeDeps): Task[] {
  const run = async () => void (await purgeUnconfirmed(deps))
  return [{ name: 'purge-unconfirmed', lane: 'maintenance', cron: '37 2 * * *', run }]
}

async function deleteAccount(
  { database, identity, content, events }: PurgeDeps,
  uid: string,
): Promise<boolean> {
  if ((await content.countCampaigns({ ownerUid: uid })) > 0) return false
  const profile = await content.findUserByUid(uid)
  // Names first: after an interruption, the next run still finds the account.
  if (profile) await content.updateUser(profile._id, toDeletedProfile(uid))
  if (await identity.deleteUnconfirmed(uid)) {
    await events.record(database, { uid, kind: 'deleted', byCommand: true })
    return true
  }
  if (profile) await content.updateUser(profile._id, profile)
  return false
}

/** A person's data is erased and the event recorded before the provider deletes the account. */
const selectErased = sql`
  select uid from account where uid in (select uid from account_event where kind = 'deleted') order by uid`

const selectUnconfirmed = (now: Date) => sql`
  select uid from account
  where not email_verified and created_at <= ${toTermStart(terms.unconfirmedAccount, now)}
    and not exists (select from account_role role where role.uid = account.uid)
    and not exists (select from donation where donor_uid = account.uid)
    and not exists (select from donation where owner_uid = account.uid)
    and not exists (select from campaign_submission where owner_uid = account.uid)
  order by created_at limit ${batchSize}`

/** Values that replace the personal fields in the user document of a deleted account. */
const toDeletedProfile = (uid: string) => ({
  firstname: 'Deleted',
  lastname: 'account',
  gender: 'Other' as const,
  email: `${uid.toLowerCase()}@deleted.invalid`,
  emailVerified: false,
})

type GuestDeps = Pick<Foundation, 'database' | 'sealing' | 'outbox' | 'publicUrl' | 'now'> & {
  legalHold: Pick<LegalHold, 'listGuestHolds'>
  /** Gives back the mail that the rate limit counted. */
  onNoMail: () => Promise<void>
}

type ErasureResult = 'done' | 'expired' | 'held'

const mailLinkTask = 'mail-guest-data-link'
const guestPayloadSchema = z.object({ email: z.string(), language: languageSchema })

/** What people without an account may do with their data, by a link to the address that they donated with. */
export function openGuestData(deps: GuestDeps) {
  const { database, sealing, now } = deps
  const isExpired = ({ expiresAt }: GuestDataLink) => expiresAt <= now().getTime()
  return {
    findLink: async (token: string) => guestDataToken.open(sealing, token),

    /** Undefined also if the link has expired. */
    findFreshLink: async (token: string) => {
      const link = guestDataToken.open(sealing, token)
      return link && !isExpired(link) ? link : undefined
    },

    /** A job looks up the address, so that the request takes the same time for every address. */
    async requestLink(email: string, language: Language): Promise<void> {
      const payload = { email, language }
      await enqueueJob(database, { task: mailLinkTask, payload, attempts: 5 })
    },

    async read(link: GuestDataLink): Promise<GuestData> {
      const uses = await listUses(database, link)
      const { donorKey } = toGuest(sealing, link.email)
      return {
        donations: await countDonations(deps, link.email),
        isDownloaded: uses.includes('download'),
        isErased: uses.includes('erase'),
        isExpired: isExpired(link),
        holds: donorKey ? await deps.legalHold.listGuestHolds(database, donorKey) : [],
      }
    },

    /** Undefined if the link has expired or was used for it. */
    async download(link: GuestDataLink) {
      if (isExpired(link) || (await listUses(database, link)).includes('download')) return undefined
      const person = toGuest(sealing, link.email)
      const lists = await withStandby(() => exportLists({ queries: database, sealing }, person))
      if (!(await use(database, link, 'download'))) return undefined
      return { exportedAt: new Date(), email: link.email, ...lists }
    },

    async erase(link: GuestDataLink): Promise<ErasureResult> {
      if (isExpired(link)) return 'expired'
      const person = toGuest(sealing, link.email)
      return database.transaction(async (queries) => {
        if ((await listUses(queries, link)).includes('erase')) return 'expired'
        if (
          person.donorKey &&
          (await deps.legalHold.listGuestHolds(queries, person.donorKey)).length > 0
        )
          return 'held'
        if (!(await use(queries, link, 'erase'))) return 'expired'
        await eraseRows({ queries, sealing }, person)
        await queries.run(sql`select job.delete_by_email(${link.email})`)
        return 'done'
      })
    },

    task: {
      name: mailLinkTask,
      lane: 'mail',
      run: async (payload) => sendLink(deps, z.parse(guestPayloadSchema, payload)),
    } satisfies Task,
  }
}

async function sendLink(deps: GuestDeps, { email, language }: z.output<typeof guestPayloadSchema>) {
  if ((await countDonations(deps, email)) === 0 && !(await isKnown(deps, email)))
    return deps.onNoMail()
  const mail = guestDataMail({ to: email, language }, createGuestDataUrl(deps, email))
  return deps.database.transaction((queries) => deps.outbox.enqueue(queries, mail))
}

const useSchema = z.enum(['download', 'erase'])
type Use = z.output<typeof useSchema>

const listUses = (queries: Queries, { linkId }: GuestDataLink): Promise<Use[]> =>
  queries.values(useSchema, sql`select use from guest_data_link_use where link_id = ${linkId}`)

/** False if the link was used for it before. */
async function use(queries: Queries, { linkId, expiresAt }: GuestDataLink, kind: Use) {
  const inserted = await queries.run(sql`
    insert into guest_data_link_use (link_id, use, expires_at)
    values (${linkId}, ${kind}, ${new Date(expiresAt)}) on conflict do nothing`)
  return inserted === 1
}

async function countDonations({ database, sealing }: GuestDeps, email: string): Promise<number> {
  const where = ownDonations.where(toGuest(sealing, email))
  if (!where) return 0
  const found = await database.value(
    z.int(),
    sql`select count(*)::integer as count from donation where ${where}`,
  )
  return found ?? 0
}

/** True if the address follows a campaign or asked an organiser. */
async function isKnown({ database, sealing }: GuestDeps, email: string): Promise<boolean> {
  const { donorKey } = toGuest(sealing, email)
  const found = await database.value(
    z.boolean(),
    sql`select exists (select from campaign_follower where donor_key = ${donorKey})
          or exists (select from campaign_question where asker_key = ${donorKey}) as "isKnown"`,
  )
  return found ?? false
}

const linkSchema = z.object({
  /** Each link downloads once and erases once. */
  linkId: z.uuid(),
  email: z.string(),
  expiresAt: z.int(),
})
/** What the mailed link to a guest's data contains. Only the mailbox of the address knows it. */
type GuestDataLink = z.output<typeof linkSchema>

const guestDataToken = mailToken('guest-data', linkSchema)

type LinkDeps = { sealing: Pick<Sealing, 'seal'>; publicUrl: string; now: () => Date }

/** Opens the guest's donations, from which the page of the data is reached. */
export function createGuestDataUrl({ sealing, publicUrl, now }: LinkDeps, email: string): string {
  const expiresAt = now().getTime() + toTermMs(terms.guestLink)
  const token = guestDataToken.create(sealing, { linkId: randomUUID(), email, expiresAt })
  return new URL(`/my-donations/${token}`, publicUrl).href
}

/** To an address that was used for donations without an account. */
export function guestDataMail(reader: Reader, url: string): Mail {
  const { subject, lead, open, expiry } = texts[reader.language].account.guestData
  const duration = formatDuration(terms.guestLink)
  return writeMail({ ...reader, reason: 'address' }, subject, [
    lead,
    { label: open, url },
    expiry({ duration }),
  ])
}
