import { randomUUID } from 'node:crypto'

import * as z from 'zod/mini'

import type { GuestData } from '#shared/guest-data.ts'
import { formatDuration } from '#shared/duration.ts'
import type { Language } from '#shared/language.ts'
import { terms, toTermMs } from '#shared/terms.ts'

import type { Queries, Transaction } from '../../platform/database/database.ts'
import { sql } from '../../platform/database/sql.ts'
import { mailToken } from '../../platform/mail/mail-token.ts'
import type { Mail } from '../../platform/mail/mail.ts'
import { languageSchema } from '../../platform/mail/reader-language.ts'
import { type Reader, writeMail } from '../../platform/mail/write-mail.ts'
import { enqueueJob, type Task } from '../../platform/queue/queue.ts'
import type { Sealing } from '../../platform/runtime/sealing.ts'
import type { Foundation } from '../../providers/foundation.ts'
import { texts } from '../../text/texts.ts'
import { ownDonations } from './inventory/entry.ts'
import { eraseRows } from './inventory/inventory.ts'
import type { LegalHold } from './legal-hold.ts'
import { toGuest, exportGuestData } from './personal-data.ts'

type Deps = Pick<Foundation, 'database' | 'sealing' | 'outbox' | 'publicUrl' | 'now'> & {
  legalHold: Pick<LegalHold, 'listGuestHolds'>
  /** Gives back the mail that the rate limit counted. */
  onNoMail: () => Promise<void>
}

type ErasureResult = 'done' | 'expired' | 'held'

const mailLinkTask = 'mail-guest-data-link'
const payloadSchema = z.object({ email: z.string(), language: languageSchema })

/** What people without an account may do with their data, by a link to the address that they donated with. */
export function openGuestData(deps: Deps) {
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
      if (isExpired(link)) return undefined
      return database.transaction(async (queries) => {
        if (!(await use(queries, link, 'download'))) return undefined
        return exportGuestData({ queries, sealing }, link.email)
      })
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
      run: async (payload) => sendLink(deps, z.parse(payloadSchema, payload)),
    } satisfies Task,
  }
}

async function sendLink(deps: Deps, { email, language }: z.output<typeof payloadSchema>) {
  if ((await countDonations(deps, email)) === 0 && !(await isKnown(deps, email)))
    return deps.onNoMail()
  const mail = guestDataMail({ to: email, language }, createGuestDataUrl(deps, email))
  return deps.database.transaction((queries) => deps.outbox.enqueue(queries, mail))
}

const useRow = z.object({ use: z.enum(['download', 'erase']) })
type Use = z.output<typeof useRow>['use']

async function listUses(queries: Queries, { linkId }: GuestDataLink): Promise<Use[]> {
  const uses = await queries.rows(
    useRow,
    sql`select use from guest_data_link_use where link_id = ${linkId}`,
  )
  return uses.map((row) => row.use)
}

/** False if the link was used for it before. */
async function use(queries: Transaction, { linkId, expiresAt }: GuestDataLink, kind: Use) {
  const inserted = await queries.run(sql`
    insert into guest_data_link_use (link_id, use, expires_at)
    values (${linkId}, ${kind}, ${new Date(expiresAt)}) on conflict do nothing`)
  return inserted === 1
}

async function countDonations({ database, sealing }: Deps, email: string): Promise<number> {
  const where = ownDonations.where(toGuest(sealing, email))
  if (!where) return 0
  const found = await database.value(
    z.int(),
    sql`select count(*)::integer as count from donation where ${where}`,
  )
  return found ?? 0
}

/** True if the address follows a campaign or asked an organiser. */
async function isKnown({ database, sealing }: Deps, email: string): Promise<boolean> {
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
