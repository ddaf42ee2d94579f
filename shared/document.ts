import * as z from 'zod/mini'

/** Ten million bytes, as the limit of pictures is five million. */
export const documentMaxBytes = 10_000_000
export const documentsPerCampaign = 5
export const documentTypes = ['application/pdf', 'image/webp'] as const

/** What the file field of a browser offers. The server decides by the content. */
export const acceptedDocuments = 'application/pdf,image/jpeg,image/png,image/webp'

// Extended, because a spread keeps a schema in bundles that do not use it.
const publicDocumentSchema = z.object({
  id: z.string(),
  name: z.string(),
  type: z.enum(documentTypes),
  sizeBytes: z.int(),
})

/** A supporting document. Its file is at `documentPath(id)`, for the owner, reviewers and, while it is public, everyone. */
export const documentSchema = z.extend(publicDocumentSchema, {
  at: z.string(),
  /** The owner wants it on the campaign's page. */
  isPublished: z.boolean(),
  /** A reviewer approved the campaign with it. A published document is public from then on. */
  isReviewed: z.boolean(),
})
export type CampaignDocument = z.output<typeof documentSchema>
export const documentListSchema = z.object({ documents: z.array(documentSchema) })

/** PUT /api/documents/:id/publication */
export const publicationSchema = z.object({ isPublished: z.boolean() })

/** GET /api/campaigns/:id/public-documents */
export const publicDocumentsSchema = z.object({ documents: z.array(publicDocumentSchema) })
export type PublicDocument = z.output<typeof publicDocumentsSchema>['documents'][number]
