import * as z from 'zod/mini'

import { storyFields } from './campaign-version.ts'
import { documentSchema } from './document.ts'

/** What happened to a campaign: a step of its history, an edit, a report or an answer. */
export const evidenceRecordSchema = z.object({
  kind: z.string(),
  at: z.string(),
  what: z.string(),
  text: z.string(),
})
export type EvidenceRecord = z.output<typeof evidenceRecordSchema>

/** The sealed content of a deleted campaign. */
export const evidenceBodySchema = z.object({
  campaign: z.extend(z.omit(z.object(storyFields), { images: true }), {
    slug: z.string(),
    status: z.string(),
    createdAt: z.string(),
  }),
  owner: z.object({ uid: z.string(), name: z.string() }),
  contact: z.object({ name: z.string(), email: z.string(), phone: z.string() }),
  bank: z.object({ code: z.string(), last4: z.string(), holder: z.nullable(z.string()) }),
  /** In the order of the page, each with its alternative text. */
  images: z.array(z.object({ id: z.string(), alt: z.string() })),
  records: z.array(evidenceRecordSchema),
})
export function evidenceDocumentPath(id: string, documentId: string): string {
  return `/api/evidence/${encodeURIComponent(id)}/documents/${encodeURIComponent(documentId)}`
}

export type EvidenceBody = z.output<typeof evidenceBodySchema>

const evidenceFields = {
  id: z.string(),
  deletedAt: z.string(),
  /** The day from which it is deleted. */
  storedUntil: z.string(),
  hasMoney: z.boolean(),
  reports: z.int(),
}

/** GET /api/evidence */
export const evidenceListSchema = z.object({
  evidence: z.array(z.object({ ...evidenceFields, title: z.string(), owner: z.string() })),
  next: z.nullable(z.string()),
})
export type EvidenceList = z.output<typeof evidenceListSchema>

/** GET /api/evidence/:id. A picture that is missing was already lost at the deletion. */
export const evidenceResponseSchema = z.object({
  evidence: z.extend(evidenceBodySchema, {
    ...evidenceFields,
    images: z.array(z.object({ alt: z.string(), isStored: z.boolean() })),
    documents: z.array(documentSchema),
  }),
})
export type Evidence = z.output<typeof evidenceResponseSchema>['evidence']
