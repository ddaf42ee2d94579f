import { execFile } from 'node:child_process'
import { join } from 'node:path'

import type { PdfFinding } from './read-pdf.ts'

const root = join(import.meta.dirname, '../../..')
const program = join(import.meta.dirname, 'read-pdf.ts')
const timeoutMs = 20_000
const maxHeapMegabytes = 300
const surroundingBytes = 1_024

/** Readers accept a header in the first 1,024 bytes. */
export const isPdf = (bytes: Uint8Array) => findHeader(bytes) >= 0

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
    child.stdin?.on('error', () => {})
    child.stdin?.end(bytes)
  })
}
