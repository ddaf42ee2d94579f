import { constants, createInflateRaw } from 'node:zlib'

export type PdfVerdict = 'plain' | 'active' | 'broken'

/** Names that start programs, carry files or hide content. Every action, attachment or encryption needs one of them. */
const activeNames =
  /\/(?:JavaScript|JS|Launch|EmbeddedFiles?|Filespec|Encrypt|RichMedia|Rendition|XFA|GoToE|GoToR|SubmitForm|ImportData)(?=[\s/<>[\](){}%]|$)/
/** Those that cannot occur by chance in ten megabytes of compressed data. */
const longActiveNames =
  /\/(?:JavaScript|Launch|EmbeddedFiles?|Filespec|Encrypt|RichMedia|Rendition|GoToE|GoToR|SubmitForm|ImportData)(?=[\s/<>[\](){}%]|$)/

/** Decompressed data of all streams together: enough for real documents, too little for a decompression bomb. */
const maxInflatedBytes = 100_000_000
const maxStreams = 20_000
/** Dictionaries, and data that is not decompressed: twice the largest file. Streams that begin inside each other are read again and again. */
const maxReadBytes = 20_000_000
const trailerBytes = 1_024
const zlibHeaderBytes = 2

/**
 * Accepts a PDF with the header, the cross-reference and the end that ISO 32000 requires, without scripts, launch actions, embedded
 * files or encryption, also inside compressed objects. The file is never opened here or shown on our pages.
 */
export async function checkPdf(bytes: Uint8Array): Promise<PdfVerdict> {
  const text = Buffer.from(bytes).toString('latin1')
  if (!hasStructure(text)) return 'broken'
  const streams = listStreams(text)
  if (!streams) return 'broken'
  if (longActiveNames.test(unescapeNames(text))) return 'active'
  if (activeNames.test(unescapeNames(withoutStreams(text, streams)))) return 'active'
  return checkStreams(bytes, streams)
}

export const isPdf = (bytes: Uint8Array) =>
  Buffer.from(bytes.subarray(0, 5)).toString('latin1') === '%PDF-'

function hasStructure(text: string): boolean {
  if (!/^%PDF-(?:1\.[0-7]|2\.0)\s/.test(text)) return false
  const end = /startxref\s+(\d{1,10})\s+%%EOF\s*$/.exec(text.slice(-trailerBytes).trimEnd())
  if (!end || !/\/Root\b/.test(unescapeNames(text))) return false
  const table = text.slice(Number(end[1]), Number(end[1]) + 40)
  return /^\s*(?:xref\s|\d+\s+\d+\s+obj\b)/.test(table)
}

type Stream = { start: number; end: number; dictionary: string }

/** Every place where a stream may begin, also inside another one: a reader finds objects by their offsets. Undefined for too many. */
function listStreams(text: string): Stream[] | undefined {
  const streams: Stream[] = []
  const opening = /\bstream[ \t]*(?:\r\n|\n|\r)/g
  let left = maxReadBytes
  let end = 0
  for (let found = opening.exec(text); found; found = opening.exec(text)) {
    const start = opening.lastIndex
    if (end < start) end = indexOrEnd(text, 'endstream', start)
    const before = text.slice(Math.max(found.index - 65_536, 0), found.index)
    const dictionary = before.slice(Math.max(before.lastIndexOf('obj'), 0))
    left -= dictionary.length + (end - start)
    streams.push({ start, end, dictionary: unescapeNames(dictionary) })
    if (left < 0 || streams.length > maxStreams) return undefined
  }
  return streams
}

function indexOrEnd(text: string, words: string, from: number): number {
  const found = text.indexOf(words, from)
  return found < 0 ? text.length : found
}

function withoutStreams(text: string, streams: readonly Stream[]): string {
  const pieces: string[] = []
  let from = 0
  for (const { start, end } of streams) {
    if (start > from) pieces.push(text.slice(from, start))
    from = Math.max(from, end)
  }
  return [...pieces, text.slice(from)].join('\n')
}

async function checkStreams(bytes: Uint8Array, streams: readonly Stream[]): Promise<PdfVerdict> {
  let left = maxInflatedBytes
  for (const { start, end, dictionary } of streams) {
    const holdsObjects = /\/ObjStm\b|\/First\b/.test(dictionary)
    if (holdsObjects && !hasKnownFilter(dictionary)) return 'active'
    const { inflated, isWhole } = await inflateStream(bytes.subarray(start), left)
    left -= inflated.length
    if (left < 0) return 'broken'
    if (!isWhole && holdsObjects && dictionary.includes('/Filter')) return 'broken'
    const contents = isWhole ? [inflated] : [inflated, bytes.subarray(start, end)]
    for (const content of contents)
      if (holdsActiveObjects(Buffer.from(content).toString('latin1'), holdsObjects)) return 'active'
  }
  return 'plain'
}

/** An object stream begins with the numbers of its objects, also where its dictionary does not name it so. */
function holdsActiveObjects(content: string, holdsObjects: boolean): boolean {
  const names = holdsObjects || /^\s*\d+\s+\d+\s/.test(content) ? activeNames : longActiveNames
  return names.test(unescapeNames(content))
}

/** Objects under another filter could not be read here, so such a document is refused. */
function hasKnownFilter(dictionary: string): boolean {
  const filter = /\/Filter\s*(\[[^\]]*\]|\/\w+|\d+\s+\d+\s+R)/.exec(dictionary)?.[1]
  return filter === undefined || /^\[?\s*\/(?:FlateDecode|Fl)\s*\]?$/.test(filter)
}

/** Returns more than `maxBytes` for a stream that is larger, and what comes before a fault. Readers do not mind a wrong checksum. */
async function inflateStream(data: Uint8Array, maxBytes: number) {
  const chunks: Buffer[] = []
  let size = 0
  const finish = (isWhole: boolean) => ({ inflated: Buffer.concat(chunks), isWhole })
  // Every zlib stream begins with a byte whose low half is 8.
  if (((data[0] ?? 0) & 0x0f) !== 8) return finish(false)
  const inflating = createInflateRaw({ finishFlush: constants.Z_SYNC_FLUSH })
  inflating.end(data.subarray(zlibHeaderBytes))
  try {
    for await (const chunk of inflating) {
      chunks.push(chunk as Buffer)
      size += (chunk as Buffer).length
      if (size > maxBytes) break
    }
    return finish(true)
  } catch {
    return finish(false)
  }
}

/** Any character of a name may be written as its number: `/J#61vaScript`. */
function unescapeNames(text: string): string {
  return text.includes('#')
    ? text.replaceAll(/#([0-9a-f]{2})/gi, (_, code: string) =>
        String.fromCodePoint(Number.parseInt(code, 16)),
      )
    : text
}
