import * as z from 'zod/mini'

import {
  documentsPerCampaign,
  documentTypes,
  type CampaignDocument,
  type PublicDocument,
} from '#shared/document.ts'
import { invalid } from '#shared/text/invalid.ts'

import type { Database, Queries } from '../../platform/database/database.ts'
import { sql, takeLock, type Sql } from '../../platform/database/sql.ts'
import { fileError } from '../../platform/http/context.ts'
import { isUndismissed } from '../../staff/moderation/reports.ts'

const documentRow = z.object({
  id: z.string(),
  ownerUid: z.string(),
  campaignId: z.nullable(z.string()),
  name: z.string(),
  type: z.enum(documentTypes),
  sizeBytes: z.int(),
  fileKey: z.string(),
  keySealed: z.nullable(z.instanceof(Buffer)),
  at: z.date(),
  isPublished: z.boolean(),
  isReviewed: z.boolean(),
})
export type StoredDocument = z.output<typeof documentRow>
type NewDocument = Omit<StoredDocument, 'isPublished' | 'isReviewed'>

/** Reviewers have not dismissed the report about a paper that was used before. */
export const isHeld = isUndismissed(sql`expense.campaign_id`, sql`expense.id`)
/** A document that proves an expense needs no approval: a reviewer strikes the expense. */
const isOfExpense = sql`exists (select from expense where document_id = campaign_document.id
  and withdrawn_at is null and struck_at is null)`
const columns = sql`id, owner_uid as "ownerUid", campaign_id as "campaignId", name, type,
  size_bytes as "sizeBytes", file_key as "fileKey", key_sealed as "keySealed", created_at as at,
  published_at is not null as "isPublished", (exists (
    select from campaign_history h where h.campaign_id = campaign_document.campaign_id
      and h.event in ('approve', 'change-approve') and h.at >= campaign_document.stored_at)
    or ${isOfExpense}) and not exists (select from expense where document_id = campaign_document.id and ${isHeld}) as "isReviewed"`
export const isStored = sql`stored_at is not null and deleted_at is null`
/** Documents of deleted campaigns belong to the evidence, if they are kept at all. */
const isListed = sql`${isStored} and not exists (
  select from deleted_campaign where deleted_campaign.campaign_id = campaign_document.campaign_id)`
const isEvidence = (campaignId: string) => sql`campaign_id = ${campaignId} and ${isStored}
  and exists (select from evidence where evidence.campaign_id = ${campaignId})`
const uuidPattern = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

export async function findDocument(
  queries: Queries,
  id: string,
  condition = isListed,
): Promise<StoredDocument | undefined> {
  if (!uuidPattern.test(id)) return undefined
  return queries.row(
    documentRow,
    sql`select ${columns} from campaign_document where id = ${id} and ${condition}`,
  )
}

export const findEvidenceDocument = (queries: Queries, campaignId: string, id: string) =>
  findDocument(queries, id, isEvidence(campaignId))

export async function markStored(queries: Queries, id: string, now: Date): Promise<void> {
  await queries.run(sql`update campaign_document set stored_at = ${now} where id = ${id}`)
}

export async function countDocuments(queries: Queries, campaignId: string): Promise<number> {
  const count = await queries.value(
    z.int(),
    sql`select count(*) as count from campaign_document where campaign_id = ${campaignId} and ${isListed}`,
  )
  return count ?? 0
}

/** The documents and outside receipts of the owner's draft become those of the campaign that the draft turned into. */
export async function attachDraftDocuments(
  queries: Queries,
  { ownerUid, id }: { ownerUid: string; id: string },
): Promise<void> {
  await queries.run(
    sql`update campaign_document set campaign_id = ${id}
      where owner_uid = ${ownerUid} and campaign_id is null and ${isListed}`,
  )
  // The organiser may have removed a document that an imported one names.
  await queries.run(sql`
    delete from outside_receipt where owner_uid = ${ownerUid} and campaign_id is null and document_id is not null
      and not exists (select from campaign_document where id = document_id and ${isStored})`)
  await queries.run(
    sql`update outside_receipt set campaign_id = ${id} where owner_uid = ${ownerUid} and campaign_id is null`,
  )
}

/** What belongs to a draft that is gone. */
export async function deleteOfDraft(queries: Queries, ownerUid: string, now: Date): Promise<void> {
  await queries.run(
    sql`delete from outside_receipt where owner_uid = ${ownerUid} and campaign_id is null`,
  )
  await markDeleted(queries, sql`owner_uid = ${ownerUid} and campaign_id is null`, now)
}

/** A draft has no campaign yet. */
export type Place = Pick<StoredDocument, 'ownerUid' | 'campaignId'>

/** Refuses more documents than a campaign may have. Asked before an upload is read too, because reading takes long. */
export async function checkCount(
  { value }: Pick<Queries, 'value'>,
  { ownerUid, campaignId }: Place,
) {
  const count = await value(
    z.int(),
    sql`select count(*) as count from campaign_document where deleted_at is null
      and not exists (select from outside_receipt where document_id = campaign_document.id)
      and not exists (select from expense where document_id = campaign_document.id)
      and ${campaignId === null ? sql`owner_uid = ${ownerUid} and campaign_id is null` : sql`campaign_id = ${campaignId}`}`,
  )
  if ((count ?? 0) >= documentsPerCampaign) throw fileError(invalid.tooManyDocuments)
}

/** Inserts the row before the file is written, so that no file is stored that no row knows. */
export async function reserveDocument(
  database: Database,
  stored: NewDocument,
  bytes: Uint8Array,
): Promise<void> {
  // A thread of its own does it.
  const digest = Buffer.from(
    await crypto.subtle.digest('SHA-256', bytes as Uint8Array<ArrayBuffer>),
  )
  const { id, ownerUid, campaignId, name, type, sizeBytes, fileKey, keySealed, at } = stored
  await database.transaction(async ({ run, value }) => {
    // The lock keeps simultaneous uploads within the number of documents.
    await run(takeLock(`documents ${ownerUid}`))
    await checkCount({ value }, { ownerUid, campaignId })
    await run(
      sql`insert into campaign_document
          (id, owner_uid, campaign_id, name, type, size_bytes, digest, file_key, key_sealed, created_at)
        values (${id}, ${ownerUid}, ${campaignId}, ${name}, ${type}, ${sizeBytes}, ${digest},
          ${fileKey}, ${keySealed}, ${at})`,
    )
  })
}

/** Oldest first. */
export const listDocuments = (queries: Queries, where: Sql) =>
  selectDocuments(queries, sql`${where} and ${isListed}`)

/** Those of a public campaign that everyone may read. */
export async function listPublicDocuments(
  queries: Queries,
  campaignId: string,
): Promise<PublicDocument[]> {
  const documents = await listDocuments(
    queries,
    sql`campaign_id = ${campaignId} and published_at is not null and not ${isOfExpense}`,
  )
  return documents
    .filter(({ isReviewed }) => isReviewed)
    .map(({ id, name, type, sizeBytes }) => ({ id, name, type, sizeBytes }))
}

export const listEvidenceDocuments = (queries: Queries, campaignId: string) =>
  selectDocuments(queries, isEvidence(campaignId))

async function selectDocuments(queries: Queries, where: Sql): Promise<CampaignDocument[]> {
  const rows = await queries.rows(
    documentRow,
    sql`select ${columns} from campaign_document where ${where} order by created_at, id`,
  )
  return rows.map(toDocument)
}

export function toDocument(stored: StoredDocument): CampaignDocument {
  const { id, name, type, sizeBytes, at, isPublished, isReviewed } = stored
  return { id, name, type, sizeBytes, at: at.toISOString(), isPublished, isReviewed }
}

export async function savePublication(
  queries: Queries,
  { id, isPublished, now }: { id: string; isPublished: boolean; now: Date },
): Promise<void> {
  await queries.run(
    sql`update campaign_document set published_at = ${isPublished ? now : null}::timestamptz
      where id = ${id} and deleted_at is null`,
  )
}

/** Without its key no copy of the file can be opened. */
export async function markDeleted(queries: Queries, where: Sql, now: Date): Promise<void> {
  await queries.run(
    sql`update campaign_document set deleted_at = ${now}, key_sealed = null, name = ''
      where ${where} and deleted_at is null`,
  )
}
