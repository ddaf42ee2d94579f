import { randomBytes, randomUUID, createCipheriv, createDecipheriv } from 'node:crypto'
import { join } from 'node:path'
import { setImmediate } from 'node:timers/promises'

import * as z from 'zod/mini'

import { publicStatuses } from '#shared/campaign.ts'
import type { CampaignDocument, PublicDocument } from '#shared/document.ts'
import { terms, toTermStart } from '#shared/terms.ts'
import { verifyWithAny } from '#shared/transparency/receipt-check.ts'
import { invalid } from '#shared/text/invalid.ts'

import type { Foundation } from '../../providers/foundation.ts'
import type { Database, Transaction } from '../../platform/database/database.ts'
import { sql } from '../../platform/database/sql.ts'
import { Refused, fileError } from '../../platform/http/context.ts'
import type { ImageStorage } from '../../platform/images/image-storage.ts'
import type { Task } from '../../platform/queue/queue.ts'
import type { Sealing } from '../../platform/runtime/sealing.ts'
import type { ContentStore, StoredCampaign } from '../../providers/content/content.ts'
import type { Lifecycle } from '../lifecycle/lifecycle.ts'
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
  type Place,
  type StoredDocument,
} from './document-rows.ts'
import { encodeImage, fileQueue, findPaperWords } from '../../platform/images/image-program.ts'
import { imageFaults, sniffImage } from '../../platform/images/sniff-image.ts'
import { runProgram } from '../../platform/runtime/child-program.ts'
import type { PaperWord } from '../../platform/images/paper-words.ts'
import { saveWords } from '../similarity/papers.ts'
import type { PdfFinding } from './read-pdf.ts'

export type Documents = ReturnType<typeof openDocuments>

type DocumentsDeps = Pick<Foundation, 'database' | 'content' | 'sealing' | 'now'> & {
  documentStorage: ImageStorage
  lifecycle: Lifecycle
  transparency: { listKeys: () => Promise<readonly string[]> }
}

export type FoundDocument = StoredDocument & { isPublic: boolean }
type Upload = { fileName: string; bytes: Uint8Array }

/** Supporting documents: encrypted files in a private storage, everything else in the database. */
export function openDocuments(deps: DocumentsDeps) {
  const { database, documentStorage, content, lifecycle, sealing, transparency, now } = deps

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
    const { ownerUid, campaignId } = place
    const document = await fileQueue(ownerUid, async () => {
      const content = await toDocumentContent(upload, isOwnProof)
      return { ...content, words: campaignId === null ? [] : await findWords(content) }
    })
    const key = newFileKey()
    const { name, type, bytes } = document
    const stored = {
      id: randomUUID(),
      ...place,
      name,
      type,
      sizeBytes: bytes.length,
      fileKey: randomBytes(32).toString('hex'),
      keySealed: sealing.seal('document-key', key),
      at: now(),
    }
    await reserveDocument(database, stored, document.bytes)
    try {
      await documentStorage.write(stored.fileKey, await sealFile(key, document.bytes))
      await record(async (queries) => {
        await markStored(queries, stored.id, now())
        if (campaignId !== null)
          await saveWords(queries, { id: stored.id, campaignId }, document.words)
      })
    } catch (error) {
      await markDeleted(database, sql`id = ${stored.id}`, now())
      throw error
    }
    return toDocument({ ...stored, isPublished: false, isReviewed: false })
  }

  return {
    addToDraft: (ownerUid: string, upload: Upload) =>
      add({ ownerUid, campaignId: null }, upload, (list) => database.transaction(list)),

    /** Adds a document to a submitted campaign. Its history says so, which voids an earlier approval of two. */
    addToCampaign: (campaign: StoredCampaign, upload: Upload, actorUid = campaign.ownerUid) => {
      const { ownerUid, id: campaignId } = campaign
      return add({ ownerUid, campaignId }, upload, (record) =>
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

type ReadDeps = {
  documentStorage: Pick<ImageStorage, 'read'>
  sealing: Pick<Sealing, 'openBytes'>
}

/** Undefined when the file is gone. */
export async function readDocument(
  { documentStorage, sealing }: ReadDeps,
  { fileKey, keySealed }: StoredDocument,
) {
  const sealed = keySealed && (await documentStorage.read(fileKey))
  return sealed ? openFile(sealing.openBytes('document-key', keySealed), sealed) : undefined
}

const ivBytes = 12
const tagBytes = 16
const pieceBytes = 1_000_000

/** A key for one file. It is sealed in the database, so that changing the sealing secret need not rewrite files. */
const newFileKey = () => randomBytes(32)

/** AES-256-GCM, in pieces between which others are answered. */
async function sealFile(key: Uint8Array, bytes: Uint8Array): Promise<Uint8Array> {
  const iv = randomBytes(ivBytes)
  const cipher = createCipheriv('aes-256-gcm', key, iv)
  const sealed = Buffer.allocUnsafe(ivBytes + tagBytes + bytes.length)
  for (let at = 0; at < bytes.length; at += pieceBytes) {
    sealed.set(cipher.update(bytes.subarray(at, at + pieceBytes)), ivBytes + tagBytes + at)
    await setImmediate()
  }
  cipher.final()
  sealed.set(iv)
  sealed.set(cipher.getAuthTag(), ivBytes)
  return sealed
}

/** Throws if the file was changed or belongs to another key. */
function openFile(key: Uint8Array, sealed: Uint8Array): Uint8Array<ArrayBuffer> {
  const iv = sealed.subarray(0, ivBytes)
  const tag = sealed.subarray(ivBytes, ivBytes + tagBytes)
  const decipher = createDecipheriv('aes-256-gcm', key, iv, { authTagLength: tagBytes })
  decipher.setAuthTag(tag)
  const body = decipher.update(sealed.subarray(ivBytes + tagBytes))
  return new Uint8Array(Buffer.concat([body, decipher.final()]))
}

type PurgeDeps = { database: Database; documentStorage: ImageStorage; now: () => Date }

const batchSize = 100

/** Deletes the files of deleted documents, of uploads that broke off, and of drafts and evidence that are gone. Returns how many. */
export async function purgeDocuments(deps: PurgeDeps): Promise<number> {
  const { database, documentStorage, now } = deps
  await markDeleted(database, isAbandoned(now()), now())
  await database.run(sql`
    delete from outside_receipt where campaign_id is null and written_at < ${toTermStart(terms.unusedDocument, now())}
      and not exists (select from campaign_draft d where d.owner_uid = outside_receipt.owner_uid and d.campaign_id = '')`)
  for (let purged = 0; ;) {
    const fileKeys = await database.values(
      z.string(),
      sql`select file_key from campaign_document
        where deleted_at is not null order by deleted_at limit ${batchSize}`,
    )
    for (const fileKey of fileKeys) {
      await documentStorage.delete(fileKey)
      await database.run(sql`delete from campaign_document where file_key = ${fileKey}`)
    }
    purged += fileKeys.length
    if (fileKeys.length < batchSize) return purged
  }
}

function isAbandoned(now: Date) {
  return sql`created_at < ${toTermStart(terms.unusedDocument, now)} and (
    stored_at is null
    or campaign_id is null and not exists (
      select from campaign_draft d where d.owner_uid = campaign_document.owner_uid and d.campaign_id = '')
    or exists (
      select from deleted_campaign d where d.campaign_id = campaign_document.campaign_id and d.finished_at is not null)
    and not exists (select from evidence e where e.campaign_id = campaign_document.campaign_id))`
}

export function purgeDocumentsTask(deps: PurgeDeps): Task {
  return {
    name: 'purge-documents',
    lane: 'images',
    cron: '45 * * * *',
    run: async () => void (await purgeDocuments(deps)),
  }
}

const root = join(import.meta.dirname, '../../..')
const program = join(import.meta.dirname, 'read-pdf.ts')
const maxHeapMegabytes = 300
const surroundingBytes = 1_024

/** Readers accept a header in the first 1,024 bytes. */
const isPdf = (bytes: Uint8Array) => findHeader(bytes) >= 0

const findHeader = (bytes: Uint8Array) =>
  Buffer.from(bytes.subarray(0, surroundingBytes)).indexOf('%PDF-')

/**
 * The bytes from the header to the end, without what a website's script wrote around them. Undefined without an end in the last 1,024
 * bytes.
 */
export function cutPdf(bytes: Uint8Array): Uint8Array | undefined {
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).subarray(findHeader(bytes))
  const end = file.lastIndexOf('%%EOF')
  if (end < file.length - surroundingBytes || end < 0) return undefined
  if (!/^%PDF-(?:1\.[0-7]|2\.0)\s/.test(file.toString('latin1', 0, 12))) return undefined
  const last = end + '%%EOF'.length
  if (file.at(last) === 10) return file.subarray(0, last + 1)
  return Buffer.concat([file.subarray(0, last), Buffer.from('\n')])
}

/**
 * Runs in a process of its own that reads this program and qpdf and nothing else, has no environment, and is killed at a limit of
 * memory or time. So a hostile file delays nobody but who sent it.
 */
export async function checkPdf(bytes: Uint8Array): Promise<PdfFinding> {
  const args = [
    '--permission',
    `--allow-fs-read=${join(root, 'node_modules')}`,
    `--allow-fs-read=${join(root, 'package.json')}`,
    `--allow-fs-read=${import.meta.dirname}`,
    `--max-old-space-size=${maxHeapMegabytes}`,
    program,
  ]
  const { output, signal } = await runProgram({ args, input: bytes })
  if (output) return JSON.parse(output.toString()) as PdfFinding
  return { kind: signal ? 'too-complex' : 'broken' }
}

type DocumentContent = Pick<CampaignDocument, 'name' | 'type'> & { bytes: Uint8Array }

const maxNameLength = 100
const refusals = {
  active: invalid.documentActive,
  attachment: invalid.documentAttachment,
  password: invalid.documentPassword,
  broken: invalid.documentBroken,
  'too-complex': invalid.documentTooComplex,
} as const
const pictureRefusals = { ...imageFaults, unreadable: invalid.documentBroken }
/** Readers of a receipt open the proof beside it. */
type IsOwnProof = (text: string) => Promise<boolean>

/** Decides by the content what an uploaded file is. Pictures are encoded again, so that nothing but the picture is stored. */
async function toDocumentContent(
  { fileName, bytes }: { fileName: string; bytes: Uint8Array },
  isOwnProof: IsOwnProof,
): Promise<DocumentContent> {
  const name = toPlainName(fileName)
  if (isPdf(bytes))
    return {
      name: `${name}.pdf`,
      type: 'application/pdf',
      bytes: await checkPlainPdf(bytes, isOwnProof),
    }
  const kind = sniffImage(bytes)
  if (kind === 'heic') throw fileError(invalid.documentHeic)
  if (kind !== 'jpeg' && kind !== 'png' && kind !== 'webp') throw fileError(invalid.documentType)
  const image = await encodeImage(bytes)
  if (typeof image === 'string') throw fileError(pictureRefusals[image])
  return { name: `${name}.webp`, type: 'image/webp', bytes: image.bytes }
}

async function checkPlainPdf(upload: Uint8Array, isOwnProof: IsOwnProof): Promise<Uint8Array> {
  const pdf = cutPdf(upload)
  if (!pdf) throw fileError(invalid.documentBroken)
  const found = await checkPdf(pdf)
  if (found.kind !== 'readable') throw fileError(refusals[found.kind])
  for (const text of found.attachments)
    if (!(await isOwnProof(text))) throw fileError(invalid.documentAttachment)
  return pdf
}

/** Those of a picture, or of the first photograph in a PDF, as programs that scan papers write it. */
async function findWords({ type, bytes }: DocumentContent): Promise<PaperWord[]> {
  if (type !== 'application/pdf') return findPaperWords(bytes)
  const pdf = Buffer.from(bytes)
  const start = pdf.indexOf('ffd8ff', 0, 'hex')
  const image =
    start < 0 ? '' : await encodeImage(pdf.subarray(start, pdf.indexOf('endstream', start)))
  return typeof image === 'string' ? [] : findPaperWords(image.bytes)
}

/** The name without folders, its extension, and characters that a file system or a header could read otherwise. */
function toPlainName(fileName: string): string {
  const base = fileName.normalize('NFC').split(/[\\/]/).at(-1) ?? ''
  const plain = base
    .replace(/\.[^.]*$/, '')
    .replaceAll(/[^\p{L}\p{M}\p{N} ._-]/gu, '')
    .replaceAll(/\s+/g, ' ')
    .replaceAll(/^[. ]+|(?<![. ])[. ]+$/g, '')
  return Array.from(plain).slice(0, maxNameLength).join('') || 'document'
}
