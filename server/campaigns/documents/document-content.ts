import { execFile } from 'node:child_process'
import { setPriority } from 'node:os'
import { join } from 'node:path'

import type { CampaignDocument } from '#shared/document.ts'
import { invalid } from '#shared/text/invalid.ts'

import { fileError } from '../../platform/http/context.ts'
import { encodeImage, imageFaults, sniffImage } from '../../platform/images/encode-image.ts'
import type { PdfFinding } from './read-pdf.ts'

const root = join(import.meta.dirname, '../../..')
const program = join(import.meta.dirname, 'read-pdf.ts')
const timeoutMs = 20_000
const maxHeapMegabytes = 300
/** Less than the server's, which answers everyone, and enough for the limit of time on a busy machine. */
const niceness = 5
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
  const file = Buffer.from(bytes.subarray(findHeader(bytes)))
  const end = file.lastIndexOf('%%EOF')
  if (end < file.length - surroundingBytes || end < 0) return undefined
  if (!/^%PDF-(?:1\.[0-7]|2\.0)\s/.test(file.toString('latin1', 0, 12))) return undefined
  return Buffer.concat([file.subarray(0, end + '%%EOF'.length), Buffer.from('\n')])
}

/**
 * Runs in a process of its own that reads this program and qpdf and nothing else, has no environment, and is killed at a limit of
 * memory or time. So a hostile file delays nobody but who sent it.
 */
export function checkPdf(bytes: Uint8Array): Promise<PdfFinding> {
  const args = [
    '--permission',
    `--allow-fs-read=${join(root, 'node_modules')}`,
    `--allow-fs-read=${join(root, 'package.json')}`,
    `--allow-fs-read=${import.meta.dirname}`,
    `--max-old-space-size=${maxHeapMegabytes}`,
    program,
  ]
  const options = {
    env: {},
    timeout: timeoutMs,
    killSignal: 'SIGKILL',
    maxBuffer: 4_000_000,
  } as const
  return new Promise((resolve) => {
    const child = execFile(process.execPath, args, options, (error, stdout) => {
      if (!error) return resolve(JSON.parse(stdout) as PdfFinding)
      // A signal ends it at the limit of time, and when it has no memory left.
      resolve({ kind: error.signal ? 'too-complex' : 'broken' })
    })
    try {
      if (child.pid) setPriority(child.pid, niceness)
    } catch {
      // It has ended already.
    }
    child.stdin?.on('error', () => {})
    child.stdin?.end(bytes)
  })
}

export type DocumentContent = Pick<CampaignDocument, 'name' | 'type'> & { bytes: Uint8Array }

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
