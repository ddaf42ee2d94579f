import * as z from 'zod/mini'

import { toStory } from '#shared/campaign-version.ts'
import { lagosDay } from '#shared/day.ts'
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
  findEvidenceDocument,
  listEvidenceDocuments,
  type StoredDocument,
} from '../../../campaigns/documents/document-rows.ts'
import { readDocument } from '../../../campaigns/documents/documents.ts'
import { payeeEmailPurpose } from '../../../campaigns/payee/payee-rows.ts'
import type { Queries, Transaction } from '../../../platform/database/database.ts'
import { sql, joinSql, type Sql } from '../../../platform/database/sql.ts'
import type { ImageStorage } from '../../../platform/images/image-storage.ts'
import type { Sealing } from '../../../platform/runtime/sealing.ts'
import type { StoredCampaign } from '../../../providers/content/content.ts'
import type { Foundation } from '../../../providers/foundation.ts'

type EvidenceDeps = Pick<Foundation, 'database' | 'sealing'> & {
  documentStorage: Pick<ImageStorage, 'read'>
}
export type EvidenceCursor = { createdAt: Date; id: string }
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

export type StoredEvidence = ReturnType<typeof openRow>

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
      findEvidenceDocument(database, { campaignId, id }),

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

export type TakeEvidenceDeps = Pick<Foundation, 'database' | 'sealing' | 'now'> & {
  imageStorage: Pick<ImageStorage, 'read'>
}

const evidencePurpose = 'evidence'
const evidenceImagePurpose = 'evidence-image'

const causeRow = z.object({ hasMoney: z.boolean(), reports: z.int() })

/** Evidence is kept of campaigns that received money or were ever reported or frozen. */
export async function findEvidenceCause(queries: Queries, campaignId: string) {
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
export async function copyImages(
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
export async function insertEvidence(
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
