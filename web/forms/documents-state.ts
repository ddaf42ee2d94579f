import type { CampaignDocument } from '#shared/document.ts'

/** The stored documents, and whether others are being uploaded. */
export type DocumentsState = { documents: readonly CampaignDocument[]; uploading: boolean }

export const noDocuments: DocumentsState = { documents: [], uploading: false }
