import { invalid } from '#shared/text/invalid.ts'
import type { CampaignDocument } from '#shared/document.ts'

import { encodeImage, sniffImage } from '../../platform/images/encode-image.ts'
import { checkPdf, cutPdf, isPdf } from './check-pdf.ts'
import { fileError } from '../../platform/http/context.ts'

export type DocumentContent = Pick<CampaignDocument, 'name' | 'type'> & { bytes: Uint8Array }

const maxNameLength = 100
const refusals = {
  active: invalid.documentActive,
  attachment: invalid.documentAttachment,
  password: invalid.documentPassword,
  broken: invalid.documentBroken,
  'too-complex': invalid.documentTooComplex,
} as const
/** Readers of a receipt open the proof beside it. */
type IsOwnProof = (text: string) => Promise<boolean>

/** Decides by the content what an uploaded file is. Pictures are encoded again, so that nothing but the picture is stored. */
export async function toDocumentContent(
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
  if (kind !== 'jpeg' && kind !== 'png' && kind !== 'webp') throw fileError(invalid.documentType)
  const image = await encodeImage(bytes)
  if (typeof image === 'string') throw fileError(invalid.documentBroken)
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
