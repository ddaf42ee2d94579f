import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { buffer } from 'node:stream/consumers'
import { constants, createInflate, inflateSync } from 'node:zlib'

import createQpdf from '@neslinesli93/qpdf-wasm'
/**
 * Reads a PDF on standard input with qpdf and writes what it found as JSON. A separate program, because a hostile file may take all
 * memory and time that it can get: document-content.ts ends it at a limit.
 */

/** Memory of qpdf. Its module has no limit below two gigabytes. */
const maxQpdfBytes = 300_000_000
/** Decompressed data of all streams together, in proportion to the file: a scan of a blank page is large, a decompression bomb larger. */
const maxInflated = (fileBytes: number) => Math.min(20_000_000 + 100 * fileBytes, 400_000_000)
/** A proof of a receipt has about two kilobytes. */
const maxAttachmentBytes = 100_000

export type PdfFinding =
  /** Attached texts, which may be proofs of our own receipts. */
  | { kind: 'readable'; attachments: string[] }
  | { kind: 'active' | 'attachment' | 'password' | 'broken' | 'too-complex' }

type Qpdf = {
  callMain: (args: string[]) => number
  FS: {
    writeFile: (path: string, bytes: Uint8Array) => void
    readFile: (path: string) => Uint8Array
  }
}
type Value = string | number | boolean | null | Value[] | { [key: string]: Value }
type Dictionary = { [key: string]: Value }

/** The types of Node do not declare it. */
type WasmMemory = { buffer: ArrayBuffer; grow: (this: WasmMemory, pages: number) => number }
const wasmMemory = (Reflect.get(globalThis, 'WebAssembly') as { Memory: { prototype: WasmMemory } })
  .Memory.prototype
const wasmPageBytes = 65_536

/** The format of `qpdf --json=2`. Not parsed by a schema, which would take longer to load than qpdf. */
type PdfObject = { value: Value } | { stream: { dict: Dictionary; datafile: string } }
type PdfObjects = ReadonlyMap<string, PdfObject>
type QpdfOutput = { qpdf: [unknown, Record<string, PdfObject>] }

async function readPdf(bytes: Uint8Array): Promise<PdfFinding> {
  const { qpdf, messages } = await openQpdf()
  qpdf.FS.writeFile('/in.pdf', bytes)
  const streams = ['--json-stream-data=file', '--json-stream-prefix=/stream', '--decode-level=none']
  try {
    qpdf.callMain(['--json=2', '--json-key=qpdf', ...streams, '/in.pdf', '/out.json'])
  } catch {
    return { kind: 'too-complex' }
  }
  const told = messages.join('\n')
  if (told.includes('invalid password')) return { kind: 'password' }
  // Readers repair a file in ways that differ, so what they would find is unknown.
  if (told.includes('reconstruct cross-reference')) return { kind: 'broken' }
  const output = readOutput(qpdf)
  if (!output) return { kind: 'broken' }
  const objects = new Map(Object.entries(output.qpdf[1]))
  if (!findRoot(objects)) return { kind: 'broken' }
  if (await isBomb(qpdf, objects, bytes.length)) return { kind: 'too-complex' }
  return findContents(qpdf, objects)
}

async function openQpdf() {
  const { grow } = wasmMemory
  wasmMemory.grow = function (pages) {
    if (this.buffer.byteLength + pages * wasmPageBytes > maxQpdfBytes)
      throw new RangeError('too large')
    return grow.call(this, pages)
  }
  const messages: string[] = []
  // eslint-disable-next-line no-console -- The module reports errors there.
  console.error = (line) => messages.push(String(line))
  const wasm = createRequire(import.meta.url)
    .resolve('@neslinesli93/qpdf-wasm')
    .replace(/js$/, 'wasm')
  // The module asks Node for constants of files, which the permissions of this process deny and which it does not use.
  Object.assign(process, { binding: () => ({ fs: {} }) })
  // The package declares fewer options and functions than it has.
  const create = createQpdf as unknown as (options: object) => Promise<Qpdf>
  const qpdf = await create({ wasmBinary: readFileSync(wasm) })
  return { qpdf, messages }
}

/** Undefined if qpdf could not read the file. */
function readOutput({ FS }: Qpdf): QpdfOutput | undefined {
  try {
    return JSON.parse(Buffer.from(FS.readFile('/out.json')).toString('utf8')) as QpdfOutput
  } catch {
    return undefined
  }
}

const isDictionary = (value: Value | undefined): value is Dictionary =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Follows a reference such as `12 0 R`. */
function resolve(objects: PdfObjects, value: Value | undefined): Value | undefined {
  if (typeof value !== 'string' || !/^\d+ \d+ R$/.test(value)) return value
  const object = objects.get(`obj:${value}`)
  if (!object) return undefined
  return 'value' in object ? object.value : object.stream.dict
}

function findRoot(objects: PdfObjects): boolean {
  const trailer = objects.get('trailer')
  const values = trailer && 'value' in trailer ? trailer.value : undefined
  return isDictionary(values) && isDictionary(resolve(objects, values['/Root']))
}

/** Counts what a reader would decompress, without keeping it. */
async function isBomb(qpdf: Qpdf, objects: PdfObjects, fileBytes: number) {
  let left = maxInflated(fileBytes)
  for (const object of objects.values()) {
    if (!('stream' in object)) continue
    const filters = [resolve(objects, object.stream.dict['/Filter'])].flat()
    const isDeflated = (name: unknown) => name === '/FlateDecode' || name === '/Fl'
    if (filters.filter(isDeflated).length > 1) return true
    if (!isDeflated(filters[0])) continue
    const inflating = createInflate({ finishFlush: constants.Z_SYNC_FLUSH })
    inflating.end(qpdf.FS.readFile(object.stream.datafile))
    try {
      for await (const chunk of inflating) if ((left -= (chunk as Buffer).length) < 0) return true
    } catch {
      // Readers show what comes before a fault.
    }
  }
  return false
}

// ——— What it would do

/** Keys whose value is an action. In `AA` each value is one. */
const openingKeys = ['/PA', '/OpenAction', '/Next']
/** Its action needs a press, so it may lead to a website. */
const pressedKeys = ['/A']
const harmlessActions = ['/GoTo', '/Named']
const activeKeys = ['/JS', '/JavaScript', '/XFA', '/RichMediaContent', '/RichMediaSettings']
const activeSubtypes = ['/RichMedia', '/Movie', '/Sound', '/Screen', '/3D']

/** Only these two kinds of action, links to websites and no attachments but texts: everything else could start, load or hide something. */
function findContents(qpdf: Qpdf, objects: PdfObjects): PdfFinding {
  const embedded = new Set<Value>()
  for (const object of objects.values()) {
    if ('stream' in object && '/F' in object.stream.dict) return { kind: 'active' }
    for (const dictionary of listDictionaries(
      'value' in object ? object.value : object.stream.dict,
    )) {
      if (isActive(objects, dictionary)) return { kind: 'active' }
      if (dictionary['/Subtype'] === '/FileAttachment' || '/Collection' in dictionary)
        return { kind: 'attachment' }
      const files = resolve(objects, dictionary['/EF'])
      if (isDictionary(files)) for (const file of Object.values(files)) embedded.add(file)
    }
  }
  const attachments = [...embedded].map((file) => readText(qpdf, objects, file))
  return attachments.every((text) => text !== undefined)
    ? { kind: 'readable', attachments }
    : { kind: 'attachment' }
}

/** Those in the value, at any depth. */
function* listDictionaries(whole: Value): Generator<Dictionary> {
  const values = [whole]
  for (let value = values.pop(); value !== undefined; value = values.pop()) {
    if (isDictionary(value)) yield value
    if (typeof value === 'object' && value !== null)
      for (const inner of Object.values(value)) values.push(inner)
  }
}

function isActive(objects: PdfObjects, dictionary: Dictionary): boolean {
  if (activeKeys.some((key) => key in dictionary)) return true
  if (activeSubtypes.some((kind) => kind === resolve(objects, dictionary['/Subtype']))) return true
  const more = resolve(objects, dictionary['/AA'])
  const actions = openingKeys.map((key) => dictionary[key])
  if (isDictionary(more)) actions.push(...Object.values(more))
  return (
    actions.some((action) => !isHarmless(objects, resolve(objects, action))) ||
    pressedKeys.some((key) => !isHarmless(objects, resolve(objects, dictionary[key]), true))
  )
}

/** A destination, an item of an outline and attributes of a structure have these keys too, but no `S`. */
function isHarmless(objects: PdfObjects, action: Value | undefined, isPressed = false): boolean {
  if (Array.isArray(action))
    return action.every((each) => isHarmless(objects, resolve(objects, each), isPressed))
  if (!isDictionary(action) || !('/S' in action)) return true
  const kind = resolve(objects, action['/S'])
  const address = resolve(objects, action['/URI'])
  if (isPressed && kind === '/URI')
    return typeof address === 'string' && /^u:(?:https?|mailto):/i.test(address)
  return harmlessActions.some((harmless) => harmless === kind)
}

function readText(qpdf: Qpdf, objects: PdfObjects, file: Value): string | undefined {
  const object = typeof file === 'string' ? objects.get(`obj:${file}`) : undefined
  if (!object || !('stream' in object)) return undefined
  const { dict, datafile } = object.stream
  const data = qpdf.FS.readFile(datafile)
  try {
    const bytes =
      '/Filter' in dict ? inflateSync(data, { maxOutputLength: maxAttachmentBytes }) : data
    if (bytes.length > maxAttachmentBytes) return undefined
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return undefined
  }
}

const finding = await readPdf(await buffer(process.stdin))
// The module sets another one for a file that qpdf warns about.
process.exitCode = 0
process.stdout.write(JSON.stringify(finding))
