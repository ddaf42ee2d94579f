import * as z from 'zod/mini'

import { lagosDay } from '#shared/day.ts'
import { evidenceBodySchema, type Evidence, type EvidenceList } from '#shared/evidence.ts'
import { terms } from '#shared/terms.ts'

import type { Foundation } from '../../../providers/foundation.ts'
import { sql } from '../../../platform/database/sql.ts'
import {
  findEvidenceDocument,
  listEvidenceDocuments,
  type StoredDocument,
} from '../../../campaigns/documents/document-rows.ts'
import { readDocument } from '../../../campaigns/documents/documents.ts'
import type { ImageStorage } from '../../../platform/images/image-storage.ts'
import type { Sealing } from '../../../platform/runtime/sealing.ts'
import { evidenceImagePurpose, evidencePurpose } from './take-evidence.ts'

export type EvidenceStore = ReturnType<typeof openEvidence>

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
const imageIdRow = z.object({ id: z.string() })
const imageRow = z.object({ bytes: z.instanceof(Buffer) })
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
      const rows = await database.rows(
        imageIdRow,
        sql`select image_id as id from evidence_image where campaign_id = ${found.id}`,
      )
      const stored = new Set(rows.map(({ id }) => id))
      const images = found.images.map(({ id, alt }) => ({ alt, isStored: stored.has(id) }))
      return { ...found, images, documents: await listEvidenceDocuments(database, found.id) }
    },

    /** The bytes of the picture at a position, counted from 1. */
    async readImage({ id, images }: StoredEvidence, position: number) {
      const row = await database.row(
        imageRow,
        sql`select bytes_sealed as bytes from evidence_image
          where campaign_id = ${id} and image_id = ${images[position - 1]?.id ?? ''}`,
      )
      return row && sealing.openBytes(evidenceImagePurpose, row.bytes)
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
