import { invalid } from '#shared/messages.ts'
import type { CampaignDocument } from '#shared/document.ts'

import { encodeImage, sniffImage } from '../../platform/images/encode-image.ts'
import { fileError } from '../../platform/http/field-error.ts'
import { checkPdf, isPdf } from './check-pdf.ts'

export type DocumentContent = Pick<CampaignDocument, 'name' | 'type'> & { bytes: Uint8Array }

const maxNameLength = 100
const verdicts = { active: invalid.documentActive, broken: invalid.documentBroken } as const

/** Decides by the content what an uploaded file is. Pictures are encoded again, so that nothing but the picture is stored. */
export async function toDocumentContent(
  fileName: string,
  bytes: Uint8Array,
): Promise<DocumentContent> {
  const name = toPlainName(fileName)
  if (isPdf(bytes)) {
    const verdict = await checkPdf(bytes)
    if (verdict !== 'plain') throw fileError(verdicts[verdict])
    return { name: `${name}.pdf`, type: 'application/pdf', bytes }
  }
  const kind = sniffImage(bytes)
  if (kind === 'unsupported' || kind === 'unknown') throw fileError(invalid.documentType)
  const image = await encodeImage(bytes)
  if (!image) throw fileError(invalid.documentBroken)
  return { name: `${name}.webp`, type: 'image/webp', bytes: image.bytes }
}

/** The name without folders, its extension, and characters that a file system or a header could read otherwise. */
function toPlainName(fileName: string): string {
  const base = fileName.normalize('NFC').split(/[\\/]/).at(-1) ?? ''
  const plain = base
    .replace(/\.[^.]*$/, '')
    .replaceAll(/[^\p{L}\p{M}\p{N} ._-]/gu, '')
    .replaceAll(/\s+/g, ' ')
    .replaceAll(/^[. ]+|[. ]+$/g, '')
  return Array.from(plain).slice(0, maxNameLength).join('') || 'document'
}
