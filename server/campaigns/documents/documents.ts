import { randomBytes, randomUUID } from 'node:crypto'

import { publicStatuses } from '#shared/campaign.ts'
import type { CampaignDocument, PublicDocument } from '#shared/document.ts'
import { verifyWithAny } from '#shared/transparency/receipt-check.ts'

import type { Lifecycle } from '../lifecycle/lifecycle.ts'
import type { Database, Transaction } from '../../platform/database/database.ts'
import { sql } from '../../platform/database/sql.ts'
import { Refused } from '../../platform/http/context.ts'
import type { ImageStorage } from '../../platform/images/image-storage.ts'
import { serialQueue } from '../../platform/images/serial-queue.ts'
import type { ContentStore, StoredCampaign } from '../../providers/content/content.ts'
import type { Sealing } from '../../platform/runtime/sealing.ts'
import { toDocumentContent, type DocumentContent } from './document-content.ts'
import {
  checkCount,
  findDocument,
  listDocuments,
  listPublicDocuments,
  markDeleted,
  markStored,
  reserveDocument,
  savePublication,
  toDocument,
  type NewDocument,
  type Place,
  type StoredDocument,
} from './document-rows.ts'
import { readDocument } from './read-document.ts'
import { newFileKey, sealFile } from './sealed-file.ts'

export type Documents = ReturnType<typeof openDocuments>

type DocumentsDeps = {
  database: Database
  documentStorage: ImageStorage
  content: ContentStore
  lifecycle: Lifecycle
  sealing: Sealing
  now: () => Date
  transparency: { listKeys: () => Promise<readonly string[]> }
}

export type FoundDocument = StoredDocument & { isPublic: boolean }
type Upload = { fileName: string; bytes: Uint8Array }

/** Supporting documents: encrypted files in a private storage, everything else in the database. */
export function openDocuments(deps: DocumentsDeps) {
  const { database, documentStorage, content, lifecycle, sealing, transparency, now } = deps
  const queue = serialQueue({ maxWaiting: 16, maxWaitingPerKey: 8 })

  /** True for the proof that our own receipts carry. */
  const isOwnProof = async (text: string) =>
    verifyWithAny(text, await transparency.listKeys()).then(
      () => true,
      () => false,
    )

  /** `record` lists the document, in the transaction that its cause needs. */
  const add = async (
    place: Place,
    upload: Upload,
    record: (list: (queries: Transaction) => Promise<void>) => Promise<void>,
  ): Promise<CampaignDocument> => {
    if (!(await documentStorage.hasSpace())) throw new Refused('busy', { retryAfterSeconds: 3_600 })
    await checkCount(database, place)
    const document = await queue(place.ownerUid, () => toDocumentContent(upload, isOwnProof))
    const key = newFileKey()
    const stored = toStored(place, document, {
      keySealed: sealing.seal('document-key', key),
      now: now(),
    })
    await reserveDocument(database, stored, document.bytes)
    try {
      await documentStorage.write(stored.fileKey, sealFile(key, document.bytes))
      await record(async (queries) => {
        await markStored(queries, stored.id, now())
      })
    } catch (error) {
      await markDeleted(database, sql`id = ${stored.id}`, now())
      throw error
    }
    return toDocument({ ...stored, isPublished: false, isReviewed: false })
  }

  return {
    /** Adds a document to the owner's draft. */
    addToDraft: (ownerUid: string, upload: Upload) =>
      add({ ownerUid, campaignId: null }, upload, (list) => database.transaction(list)),

    /** Adds a document to a submitted campaign. Its history says so, which voids an earlier approval of two. */
    addToCampaign: (campaign: StoredCampaign, upload: Upload) => {
      const { ownerUid: actorUid, id: campaignId } = campaign
      return add({ ownerUid: actorUid, campaignId }, upload, (record) =>
        lifecycle.transition(campaign, { event: 'document-add', actorUid, record }),
      )
    },

    find: async (id: string): Promise<FoundDocument | undefined> => {
      const document = await findDocument(database, id)
      return document && { ...document, isPublic: await isPublic(content, document) }
    },

    publish: ({ id }: StoredDocument, isPublished: boolean) =>
      savePublication(database, { id, isPublished, now: now() }),

    listOfDraft: (ownerUid: string) =>
      listDocuments(database, sql`owner_uid = ${ownerUid} and campaign_id is null`),

    listOfCampaign: (campaignId: string) =>
      listDocuments(database, sql`campaign_id = ${campaignId}`),

    listPublic: (campaignId: string): Promise<PublicDocument[]> =>
      listPublicDocuments(database, campaignId),

    read: (document: StoredDocument) => readDocument(deps, document),

    /** Refuses documents that an approval relied on. */
    async delete({ id, campaignId }: StoredDocument): Promise<void> {
      const record = (queries: Transaction) => markDeleted(queries, sql`id = ${id}`, now())
      if (campaignId === null) return database.transaction(record)
      const campaign = await content.findCampaign(campaignId)
      if (!campaign) throw new Refused('not-found')
      const { ownerUid: actorUid } = campaign
      await lifecycle.transition(campaign, { event: 'document-remove', actorUid, record })
    },
  }
}

/** Whether everyone may read it: its owner published it, a reviewer approved it, and its campaign is public. */
async function isPublic(
  content: ContentStore,
  { isPublished, isReviewed, campaignId }: StoredDocument,
): Promise<boolean> {
  if (!isPublished || !isReviewed || campaignId === null) return false
  const campaign = await content.findCampaign(campaignId)
  return campaign !== undefined && publicStatuses.includes(campaign.status)
}

function toStored(
  place: Place,
  { name, type, bytes }: DocumentContent,
  { keySealed, now }: { keySealed: Buffer; now: Date },
): NewDocument {
  const fileKey = randomBytes(32).toString('hex')
  const file = { name, type, sizeBytes: bytes.length, fileKey, keySealed }
  return { id: randomUUID(), ...place, ...file, at: now }
}
