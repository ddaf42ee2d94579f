import * as z from 'zod/mini'

import { publicStatuses } from '#shared/campaign.ts'
import { lagosDay } from '#shared/day.ts'
import { type DeletedCampaign, deletedCampaignSchema } from '#shared/deleted-campaign.ts'
import type { HoldReason } from '#shared/legal-hold.ts'
import { toStory } from '#shared/campaign-version.ts'
import {
  evidenceBodySchema,
  type Evidence,
  type EvidenceList,
  type EvidenceBody,
  evidenceRecordSchema,
  type EvidenceRecord,
} from '#shared/evidence.ts'
import { toFullName } from '#shared/full-name.ts'
import { terms } from '#shared/terms.ts'

import {
  markDeleted as markDocumentsDeleted,
  findEvidenceDocument,
  listEvidenceDocuments,
  type StoredDocument,
} from '../../campaigns/documents/document-rows.ts'
import { deleteComparisons, deleteFingerprints } from '../../campaigns/similarity/comparisons.ts'
import type { Ledger } from '../../money/ledger/ledger.ts'
import type { Queries, Transaction, Database } from '../../platform/database/database.ts'
import { sql, takeLock, identifier, joinSql, type Sql } from '../../platform/database/sql.ts'
import { Refused } from '../../platform/http/context.ts'
import { releaseImages, enqueueOrphans } from '../../platform/images/orphans.ts'
import type { User } from '../../platform/policy/actor.ts'
import type { Task } from '../../platform/queue/queue.ts'
import {
  type ContentStore,
  type StoredCampaign,
  isCampaignId,
} from '../../providers/content/content.ts'
import { toSearchText, toWords } from '../../providers/content/search-text.ts'
import {
  retireSlugs,
  type SlugDigests,
  findRetiredSlug,
  isSlug,
} from '../../providers/content/slug.ts'
import type { Foundation } from '../../providers/foundation.ts'
import { tablesOfCampaign } from './inventory/inventory.ts'
import { listOwnCampaigns, type HoldSubject, type LegalHold } from './legal-hold.ts'
import { readDocument } from '../../campaigns/documents/documents.ts'
import { payeeEmailPurpose } from '../../campaigns/payee/payee-rows.ts'
import type { ImageStorage } from '../../platform/images/image-storage.ts'
import type { Sealing } from '../../platform/runtime/sealing.ts'

export type Deletions = ReturnType<typeof openDeletions>

type DeletionsDeps = TakeEvidenceDeps &
  Pick<Foundation, 'database' | 'content'> & {
    ledger: Pick<Ledger, 'hasDonations'>
    legalHold: LegalHold
  }

const maxAttempts = 3

/** Deletes campaigns and the campaigns of an account, unless the legal hold prevents it. */
export function openDeletions(deps: DeletionsDeps) {
  return {
    /** For a campaign without donations (readings P4). */
    async deleteCampaign({ id }: StoredCampaign): Promise<void> {
      if (await deps.ledger.hasDonations(id)) throw new Refused('campaign-has-donations')
      await deleteAllOrNone(deps, {
        code: 'campaign-legal-hold',
        listCampaigns: async () => {
          const campaign = await deps.content.findCampaign(id)
          return campaign ? [campaign] : []
        },
      })
    },

    /** Deletes all campaigns of an account that is about to be erased: all or none. */
    async deleteOwnCampaigns({ uid, email, emailVerified }: User): Promise<void> {
      const key = deps.sealing.fingerprint('donor', email)
      await deleteAllOrNone(deps, {
        code: 'account-legal-hold',
        donor: { uid, ...(emailVerified && { key }) },
        listCampaigns: () => listOwnCampaigns(deps.content, uid),
        /** A running campaign with donations: its donors need an organiser whom they can reach. */
        async findMore(campaigns) {
          const today = lagosDay(deps.now())
          for (const { id, status, endDate } of campaigns) {
            const isRunning = status === 'approved' && (endDate === null || endDate > today)
            if (isRunning && (await deps.ledger.hasDonations(id))) return ['campaign-running']
          }
          return []
        },
      })
    },
  }
}

type Request = {
  code: 'campaign-legal-hold' | 'account-legal-hold'
  donor?: HoldSubject['donor']
  listCampaigns: () => Promise<StoredCampaign[]>
  /** Reasons that need the content store. */
  findMore?: (campaigns: StoredCampaign[]) => Promise<HoldReason[]>
}

/** Repeats from the start when a campaign was edited meanwhile, so that the evidence is what was deleted. */
async function deleteAllOrNone(deps: DeletionsDeps, request: Request): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    const campaigns = await request.listCampaigns()
    const versions = await listVersions(deps.database, campaigns)
    const more = (await request.findMore?.(campaigns)) ?? []
    const { donor } = request
    const subject = { campaignIds: campaigns.map(({ id }) => id), ...(donor && { donor }) }
    refuse(request, [...more, ...(await deps.legalHold.listHolds(deps.database, subject))])
    for (const campaign of campaigns) await copyImages(deps, campaign)
    const usedIds = await listUsedImages(deps, campaigns)
    const isMarked = await deps.database.transaction(async (queries) => {
      await lockDeletions(queries, subject.campaignIds)
      refuse(request, await deps.legalHold.listHolds(queries, subject))
      if ((await listVersions(queries, campaigns)) !== versions) return false
      for (const campaign of campaigns) await markDeleted(queries, deps, { campaign, usedIds })
      return true
    })
    if (!isMarked && attempt === maxAttempts) throw new Refused('campaign-changed')
    if (!isMarked) continue
    for (const { id } of campaigns) await finishDeletion(deps, id)
    return
  }
}

function refuse({ code }: Request, reasons: HoldReason[]): void {
  if (reasons.length > 0) throw new Refused(code, { reasons: [...new Set(reasons)] })
}

/** Reports, donations and freezes take the same lock, shared (`refuse_deleted_campaign`). In order, so that two deletions cannot block each other. */
async function lockDeletions(queries: Transaction, ids: readonly string[]): Promise<void> {
  for (const id of ids.toSorted()) await queries.run(takeLock(`deletion ${id}`))
}

/** Changes with every step, edit and pending change of the campaigns. */
async function listVersions(
  queries: Queries,
  campaigns: readonly StoredCampaign[],
): Promise<string> {
  const ids = campaigns.map(({ id }) => id).toSorted()
  const row = await queries.value(
    z.string(),
    sql`select concat_ws(' ', ${ids.join(' ')}::text,
        (select count(*) from campaign_history where campaign_id = any(${ids})),
        (select count(*) from campaign_edit where campaign_id = any(${ids})),
        (select count(*) from campaign_version where campaign_id = any(${ids})),
        (select max(at) from campaign_pending_change where campaign_id = any(${ids}))) as version`,
  )
  return row ?? ''
}

async function markDeleted(
  queries: Transaction,
  deps: Pick<DeletionsDeps, 'sealing' | 'now'>,
  { campaign, usedIds }: { campaign: StoredCampaign; usedIds: ReadonlySet<string> },
): Promise<void> {
  const { id, title, category, startDate, endDate, status, owner, contact } = campaign
  await insertEvidence(queries, deps, campaign)
  const holders = await queries.values(
    z.string(),
    sql`select name from bank_account_holder where sub_account_code = ${campaign.bankAccount.subAccountCode}`,
  )
  const names = [owner.firstname, owner.lastname, contact.name, ...holders]
  const wasPublic = publicStatuses.includes(status)
  await queries.run(
    sql`insert into deleted_campaign (campaign_id, title, category, start_date, end_date, was_public, deleted_at)
      values (${id}, ${wasPublic ? redactTitle(title, names) : ''}, ${category}, ${startDate}, ${endDate}, ${wasPublic}, ${deps.now()})
      on conflict do nothing`,
  )
  const images = [...campaign.images, ...(await listEarlierImages(queries, id))]
  const released = images.filter((image) => !usedIds.has(image.id))
  await releaseImages(queries, { ownerUid: campaign.ownerUid, images: released })
  await deleteCampaignData(queries, campaign)
}

/** Images that other campaigns of the owner show or showed. The owner needs them to edit those. */
async function listUsedImages(
  { content, database }: Pick<DeletionsDeps, 'content' | 'database'>,
  deleted: readonly StoredCampaign[],
): Promise<Set<string>> {
  const [first] = deleted
  if (!first) return new Set()
  const own = await listOwnCampaigns(content, first.ownerUid)
  const others = own.filter(({ id }) => !deleted.some((campaign) => campaign.id === id))
  const earlier = await Promise.all(others.map(({ id }) => listEarlierImages(database, id)))
  return new Set([...others.flatMap(({ images }) => images), ...earlier.flat()].map(({ id }) => id))
}

const imageRow = z.object({ id: z.string() })

/** Pictures of the campaign's earlier versions and of its waiting change. */
function listEarlierImages(queries: Queries, campaignId: string) {
  return queries.rows(
    imageRow,
    sql`select distinct image->>'id' as id from (
        select content->'images' as images from campaign_version where campaign_id = ${campaignId}
        union all
        select coalesce(proposed->'images', '[]') from campaign_pending_change where campaign_id = ${campaignId}
        union all
        select images || jsonb_path_query_array(earlier, '$[*].images[*]') from campaign_update where campaign_id = ${campaignId}
      ) used, jsonb_array_elements(used.images) as image`,
  )
}

/** Deletes what our own tables hold about a deleted campaign, in both content modes. */
async function deleteCampaignData(
  queries: Transaction,
  { id, bankAccount }: Pick<StoredCampaign, 'id' | 'bankAccount'>,
): Promise<void> {
  await deleteFingerprints(queries, id)
  await deleteComparisons(queries, { id, bankAccount })
  await markDocumentsDeleted(
    queries,
    sql`campaign_id = ${id} and not exists (select from evidence where evidence.campaign_id = ${id})`,
    new Date(),
  )
  await queries.run(sql`
    delete from bank_account_holder where sub_account_code = ${bankAccount.subAccountCode}
      or sub_account_code in (select sub_account_code from donation where campaign_id = ${id})
      or sub_account_code in (
        select proposed->'bankAccount'->>'subAccountCode' from campaign_pending_change where campaign_id = ${id})`)
  for (const table of tablesOfCampaign)
    await queries.run(sql`delete from ${identifier(table)} where campaign_id = ${id}`)
}

type FinishDeps = Pick<Foundation, 'database' | 'now'> & {
  content: Pick<ContentStore, 'deleteCampaign'>
  sealing: SlugDigests
}

const batchSize = 100

/**
 * Clears a campaign that is marked as deleted: the content store, and what other tables copied from it. Donors keep the title on their
 * receipts. Every step can be repeated after an interruption.
 */
async function finishDeletion(
  { database, content, sealing, now }: FinishDeps,
  id: string,
): Promise<void> {
  await content.deleteCampaign(id)
  await database.transaction(async (queries) => {
    const { run } = queries
    await retireSlugs(queries, sealing, id)
    // The id leads to what remains public. The address may contain a name.
    await run(sql`update donation set campaign_slug = ${id} where campaign_id = ${id}`)
    await run(
      sql`update campaign_report set details = '' where campaign_id = ${id} and details <> ''`,
    )
    await run(sql`update moderation_case set title = '' where campaign_id = ${id}`)
    await run(sql`
      update moderation_decision set reason = '', public_reason = case when public_reason is not null then '' end
      where campaign_id = ${id}`)
    await run(
      sql`update moderation_appeal set title = '', text = '', reason = '' where campaign_id = ${id}`,
    )
    await run(sql`select empty_history_reasons(${id})`)
    await enqueueOrphans(queries)
    await run(sql`update deleted_campaign set finished_at = ${now()} where campaign_id = ${id}`)
  })
}

/** Finishes deletions that were interrupted, for example because the hosted content store did not answer. */
async function finishDeletions(deps: FinishDeps): Promise<number> {
  const unfinished = await deps.database.values(
    z.string(),
    sql`select campaign_id from deleted_campaign where finished_at is null
      order by deleted_at limit ${batchSize}`,
  )
  const failures: unknown[] = []
  for (const id of unfinished)
    await finishDeletion(deps, id).catch((error: unknown) => failures.push(error))
  if (failures.length > 0) throw new AggregateError(failures, 'deletions could not be finished')
  return unfinished.length
}

export function finishDeletionsTask(deps: FinishDeps): Task {
  return {
    name: 'finish-deletions',
    lane: 'maintenance',
    cron: '*/10 * * * *',
    run: async () => void (await finishDeletions(deps)),
  }
}

const word = /[\p{L}\p{M}\p{N}]+/gu

/** The title with '…' for every word of a name, compared without accents, hooks and capitals. */
export function redactTitle(title: string, names: readonly string[]): string {
  const hidden = new Set(names.flatMap(toWords))
  const shown = title
    .normalize('NFC')
    .replaceAll(word, (found) => (hidden.has(toSearchText(found)) ? '…' : found))
  return shown.replaceAll(/…(?:[\s,.&-]+…)+/g, '…')
}

export type Tombstones = ReturnType<typeof openTombstones>

type TombstonesDeps = { database: Database; sealing: SlugDigests; mode: string }

const shownSchema = z.omit(deletedCampaignSchema, { slug: true, deletedOn: true })
const tombstoneRow = z.extend(shownSchema, { id: z.string(), deletedAt: z.date() })

/** What stays public of a deleted campaign that received money: its sums and its ledger, without people and pictures. */
export function openTombstones({ database, sealing, mode }: TombstonesDeps) {
  return {
    /** By a former address, or by the id, which receipts link to after the deletion. */
    findBySlug: async (slug: string): Promise<(DeletedCampaign & { id: string }) | undefined> => {
      if (!isSlug(slug)) return undefined
      const id = isCampaignId(slug)
        ? slug.toLowerCase()
        : await findRetiredSlug(database, sealing, slug)
      if (id === undefined) return undefined
      const row = await database.row(
        tombstoneRow,
        sql`select campaign_id as id, title, category, start_date as "startDate", end_date as "endDate",
            deleted_at as "deletedAt", coalesce(sum(gross_kobo), 0)::bigint as donated,
            coalesce(sum(reversed_kobo), 0)::bigint as refunded, coalesce(sum(raised_kobo), 0)::bigint as raised,
            coalesce(sum(donor_count), 0)::integer as donors
          from deleted_campaign join campaign_total using (campaign_id)
          where campaign_id = ${id} and mode = ${mode} and was_public
          group by campaign_id`,
      )
      if (!row) return undefined
      const { deletedAt, ...tombstone } = row
      return { ...tombstone, slug, deletedOn: lagosDay(deletedAt) }
    },
  }
}

type EvidenceDeps = Pick<Foundation, 'database' | 'sealing'> & {
  documentStorage: Pick<ImageStorage, 'read'>
}
type EvidenceCursor = { createdAt: Date; id: string }
type EvidencePage = Omit<EvidenceList, 'next'> & { next?: EvidenceCursor }

const pageSize = 20

const evidenceRow = z.object({
  id: z.string(),
  bodySealed: z.instanceof(Buffer),
  hasMoney: z.boolean(),
  reports: z.int(),
  deletedAt: z.date(),
})
const columns = sql`campaign_id as id, body_sealed as "bodySealed", has_money as "hasMoney", reports, deleted_at as "deletedAt"`

type StoredEvidence = ReturnType<typeof openRow>

/** Sealed content of deleted campaigns, for reviewers and courts, until the end of its term. */
export function openEvidence(deps: EvidenceDeps) {
  const { database, sealing } = deps
  return {
    find: async (id: string): Promise<StoredEvidence | undefined> => {
      const row = await database.row(
        evidenceRow,
        sql`select ${columns} from evidence where campaign_id = ${id.toLowerCase()}`,
      )
      return row && openRow(sealing, row)
    },

    /** Newest deletion first, without the campaigns of the reader. */
    async list(reader: { uid: string }, after?: EvidenceCursor): Promise<EvidencePage> {
      const rows = await database.rows(
        evidenceRow,
        sql`select ${columns} from evidence
          ${after ? sql`where (deleted_at, campaign_id) < (${after.createdAt}, ${after.id})` : sql``}
          order by deleted_at desc, campaign_id desc limit ${pageSize + 1}`,
      )
      const shown = rows.slice(0, pageSize)
      const last = rows.length > pageSize ? shown.at(-1) : undefined
      return {
        evidence: shown
          .map((row) => openRow(sealing, row))
          .filter(({ ownerUid }) => ownerUid !== reader.uid)
          .map(toListItem),
        ...(last && { next: { createdAt: last.deletedAt, id: last.id } }),
      }
    },

    async toResponse(found: StoredEvidence): Promise<Evidence> {
      const rows = await database.values(
        z.string(),
        sql`select image_id as id from evidence_image where campaign_id = ${found.id}`,
      )
      const stored = new Set(rows)
      const images = found.images.map(({ id, alt }) => ({ alt, isStored: stored.has(id) }))
      return { ...found, images, documents: await listEvidenceDocuments(database, found.id) }
    },

    /** The bytes of the picture at a position, counted from 1. */
    async readImage({ id, images }: StoredEvidence, position: number) {
      const bytes = await database.value(
        z.instanceof(Buffer),
        sql`select bytes_sealed from evidence_image
          where campaign_id = ${id} and image_id = ${images[position - 1]?.id ?? ''}`,
      )
      return bytes && sealing.openBytes(evidenceImagePurpose, bytes)
    },

    findDocument: ({ id: campaignId }: StoredEvidence, id: string) =>
      findEvidenceDocument(database, campaignId, id),

    readDocument: (document: StoredDocument) => readDocument(deps, document),
  }
}

function openRow(sealing: Sealing, row: z.output<typeof evidenceRow>) {
  const { bodySealed, deletedAt, ...fields } = row
  const body = z.parse(evidenceBodySchema, JSON.parse(sealing.open(evidencePurpose, bodySealed)))
  const storedUntil = toTermEnd(deletedAt)
  return {
    ...body,
    ...fields,
    // The access log names the owner.
    ownerUid: body.owner.uid,
    deletedAt: deletedAt.toISOString(),
    storedUntil,
  }
}

function toListItem(evidence: StoredEvidence): EvidenceList['evidence'][number] {
  const { id, deletedAt, storedUntil, hasMoney, reports, campaign, owner } = evidence
  return {
    id,
    deletedAt,
    storedUntil,
    hasMoney,
    reports,
    title: campaign.title,
    owner: owner.name,
  }
}

/** The day in Lagos from which evidence is deleted: the first of January after the term. */
function toTermEnd(deletedAt: Date): string {
  const year = Number(lagosDay(deletedAt).slice(0, 4))
  return `${year + terms.campaignEvidence.years + 1}-01-01`
}

type TakeEvidenceDeps = Pick<Foundation, 'database' | 'sealing' | 'now'> & {
  imageStorage: Pick<ImageStorage, 'read'>
}

const evidencePurpose = 'evidence'
const evidenceImagePurpose = 'evidence-image'

const causeRow = z.object({ hasMoney: z.boolean(), reports: z.int() })

/** Evidence is kept of campaigns that received money or were ever reported or frozen. */
async function findEvidenceCause(queries: Queries, campaignId: string) {
  const cause = await queries.row(
    causeRow,
    sql`select
      exists (select from ledger_entry where campaign_id = ${campaignId})
        or exists (select from quarantined_payment where campaign_id = ${campaignId}) as "hasMoney",
      (select count(*)::integer from campaign_report where campaign_id = ${campaignId})
        + (select count(*)::integer from campaign_history
           where campaign_id = ${campaignId} and event = 'freeze') as reports`,
  )
  return cause && (cause.hasMoney || cause.reports > 0) ? cause : undefined
}

/** Copies the pictures, sealed, one at a time. Runs before the transaction of the deletion, because it reads the storage. */
async function copyImages(
  { database, imageStorage, sealing, now }: TakeEvidenceDeps,
  campaign: StoredCampaign,
): Promise<void> {
  if (!(await findEvidenceCause(database, campaign.id))) return
  const { imageIds } = await listEvidenceRecords({ queries: database, sealing }, campaign.id)
  for (const id of new Set([...campaign.images.map((image) => image.id), ...imageIds])) {
    const bytes = await imageStorage.read(id)
    if (!bytes) continue
    await database.run(
      sql`insert into evidence_image (campaign_id, image_id, bytes_sealed, stored_at)
        values (${campaign.id}, ${id}, ${sealing.seal(evidenceImagePurpose, bytes)}, ${now()})
        on conflict do nothing`,
    )
  }
}

/** Writes the evidence in the transaction of the deletion, before anything is deleted. */
async function insertEvidence(
  queries: Transaction,
  { sealing, now }: Pick<TakeEvidenceDeps, 'sealing' | 'now'>,
  campaign: StoredCampaign,
): Promise<void> {
  const cause = await findEvidenceCause(queries, campaign.id)
  if (!cause) return
  const body = JSON.stringify(await toBody({ queries, sealing }, campaign))
  await queries.run(
    sql`insert into evidence (campaign_id, body_sealed, has_money, reports, deleted_at)
      values (${campaign.id}, ${sealing.seal(evidencePurpose, body)}, ${cause.hasMoney}, ${cause.reports}, ${now()})
      on conflict do nothing`,
  )
}

async function toBody(
  deps: { queries: Queries; sealing: Pick<Sealing, 'open'> },
  campaign: StoredCampaign,
): Promise<EvidenceBody> {
  const { contact, bankAccount, owner, ownerUid, slug, status, createdAt } = campaign
  const { images, ...story } = toStory(campaign)
  const holder = await deps.queries.value(
    z.string(),
    sql`select name from bank_account_holder where sub_account_code = ${bankAccount.subAccountCode}`,
  )
  const { records, imageIds } = await listEvidenceRecords(deps, campaign.id)
  const listed = new Map([
    ...imageIds.map((id) => [id, ''] as const),
    ...images.map(({ id, alt }) => [id, alt] as const),
  ])
  return {
    campaign: { ...story, slug, status, createdAt: createdAt.toISOString() },
    owner: { uid: ownerUid, name: toFullName(owner) },
    contact: { name: contact.name, email: contact.email, phone: contact.phone },
    bank: { code: bankAccount.bankCode, last4: bankAccount.last4, holder: holder ?? null },
    images: [...listed].map(([id, alt]) => ({ id, alt })),
    records,
  }
}

/** Selects kind, at, what, text, image ids, and a sealed address, of what a table holds about a campaign. */
type Section = (campaignId: string) => Sql

const noImages = sql`'[]'::jsonb`
const nothingSealed = sql`null::bytea`

/** What our own tables hold about a campaign. A table that is missing here is lost as evidence. */
export const evidenceSections: Record<string, Section> = {
  campaign_history: (id) => sql`
    select 'history' as kind, at, event as what, coalesce(reason, '') as text, ${noImages} as images, ${nothingSealed} as sealed
    from campaign_history where campaign_id = ${id}`,
  campaign_edit: (id) => sql`
    select 'edit', at, 'edit', changes::text, ${noImages}, ${nothingSealed} from campaign_edit where campaign_id = ${id}`,
  campaign_pending_change: (id) => sql`
    select 'change', at, status, proposed::text, coalesce(proposed->'images', ${noImages}), ${nothingSealed}
    from campaign_pending_change where campaign_id = ${id}`,
  campaign_version: (id) => sql`
    select 'version', at, kind, (content - 'images')::text, coalesce(content->'images', ${noImages}), ${nothingSealed} from campaign_version where campaign_id = ${id}`,
  campaign_update: (id) => sql`
    select 'update', published_at, case when hidden_at is null then 'shown' else 'hidden' end, concat_ws(E'\n', title, text),
      images || jsonb_path_query_array(earlier, '$[*].images[*]'), ${nothingSealed}
    from campaign_update where campaign_id = ${id}`,
  campaign_question: (id) => sql`
    select 'question', asked_at, state, concat_ws(E'\n', asker_name, question, answer), ${noImages}, ${nothingSealed}
    from campaign_question where campaign_id = ${id} and state <> 'unconfirmed'`,
  campaign_report: (id) => sql`
    select 'report', at, reason, details, ${noImages}, ${nothingSealed} from campaign_report where campaign_id = ${id}`,
  campaign_freeze: (id) => sql`
    select 'freeze', at, 'freeze', reason, ${noImages}, ${nothingSealed} from campaign_freeze where campaign_id = ${id}`,
  campaign_document: (id) => sql`
    select 'document', created_at, id::text, name, ${noImages}, ${nothingSealed}
    from campaign_document where campaign_id = ${id} and stored_at is not null and deleted_at is null`,
  outside_receipt: (id) => sql`
    select 'outside-receipt', written_at, case when struck_at is not null then 'struck' when withdrawn_at is not null then 'withdrawn' else 'shown' end,
      concat_ws(E'\n', amount_kobo, day, note, document_id, struck_reason), ${noImages}, ${nothingSealed}
    from outside_receipt where campaign_id = ${id}`,
  expense: (id) => sql`
    select 'expense', written_at, case when struck_at is not null then 'struck' when withdrawn_at is not null then 'withdrawn' else 'shown' end,
      concat_ws(E'\n', line, amount_kobo, day, payee, document_id, struck_reason), ${noImages}, ${nothingSealed}
    from expense where campaign_id = ${id}`,
  moderation_decision: (id) => sql`
    select 'decision', at, kind, concat_ws(E'\n', ground, public_reason, reason), ${noImages}, ${nothingSealed}
    from moderation_decision where campaign_id = ${id}`,
  moderation_appeal: (id) => sql`
    select 'appeal', at, coalesce(outcome, 'open'), concat_ws(E'\n', text, reason), ${noImages}, ${nothingSealed}
    from moderation_appeal where campaign_id = ${id}`,
  campaign_payee: (id) => sql`
    select 'payee', created_at, state, concat_ws(E'\n', kind, nullif(name, ''), cac_number, scuml_number, confirmed_name), ${noImages}, email_sealed
    from campaign_payee where campaign_id = ${id}`,
  payout_stop: (id) => sql`
    select 'payout-stop', started_at, kind, coalesce(reason, ''), ${noImages}, ${nothingSealed} from payout_stop where campaign_id = ${id}`,
  thank_you_message: (id) => sql`
    select 'thank-you', created_at, 'thank-you', message, ${noImages}, ${nothingSealed} from thank_you_message where campaign_id = ${id}`,
}

const recordRow = z.extend(evidenceRecordSchema, {
  at: z.date(),
  images: z.array(z.object({ id: z.string() })),
  sealed: z.nullable(z.instanceof(Buffer)),
})

/** The records of a campaign, oldest first, with the ids of the pictures that they name. */
async function listEvidenceRecords(
  { queries, sealing }: { queries: Queries; sealing: Pick<Sealing, 'open'> },
  campaignId: string,
): Promise<{ records: EvidenceRecord[]; imageIds: string[] }> {
  const sections = Object.values(evidenceSections).map((toSql) => toSql(campaignId))
  const rows = await queries.rows(
    recordRow,
    sql`select kind, at, what, text, images, sealed from (${joinSql(sections, sql` union all `)}) record order by at`,
  )
  return {
    records: rows.map(({ kind, at, what, text, sealed }) => ({
      kind,
      at: at.toISOString(),
      what,
      text: sealed ? `${text}\n${sealing.open(payeeEmailPurpose, sealed)}` : text,
    })),
    imageIds: rows.flatMap(({ images }) => images.map(({ id }) => id)),
  }
}
