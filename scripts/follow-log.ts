// Reads a transparency log from outside: npm run follow -- <key of the log> <URL of the log> [files with kept checkpoints]
// It needs Node 24 and no database. docs/transparency-log.md explains what it proves.
import { readFileSync } from 'node:fs'

import { encodeText, equalBytes } from '#shared/transparency/bytes.ts'
import { openCheckpoint, type Checkpoint } from '#shared/transparency/checkpoint.ts'
import { decodeLeaf, isNoted } from '#shared/transparency/leaf.ts'
import { hashLeaf } from '#shared/transparency/merkle.ts'
import { parseVerifierKey, type VerifierKey } from '#shared/transparency/note.ts'
import {
  decodeBundle,
  entriesLevel,
  formatTilePath,
  tileWidth,
} from '#shared/transparency/tiles.ts'
import { addLeaf, emptyFrontier, frontierRoot } from '#shared/transparency/tree.ts'

type Options = {
  /** Prefix of the log's addresses, such as https://ajo.example/log/. */
  url: string
  logKey: VerifierKey
  /** Signed checkpoints from mails or earlier runs. */
  kept?: readonly string[]
  fetch?: (url: URL, init: RequestInit) => Promise<Response>
}

/** The log showed something that no honest log shows. */
export class LogFault extends Error {
  override name = 'LogFault'
}

/**
 * Reads every entry, so that none can be withheld under a valid root, and answers the newest checkpoint. Throws a `LogFault` if the log
 * is shorter or another one than a kept checkpoint says, hides entries, or has campaigns whose places or sums do not add up.
 */
export async function followLog(options: Options) {
  const { logKey, kept = [] } = options
  const note = new TextDecoder().decode(await get(options, 'checkpoint'))
  const checkpoints = await Promise.all([...kept, note].map((each) => open(logKey, each)))
  const { size } = checkpoints.at(-1) ?? { size: 0 }
  const longest = Math.max(...checkpoints.map((each) => each.size))
  if (longest > size) throw new LogFault(`the log shrank from ${longest} to ${size} entries`)
  const campaigns = new Map<string, { place: number; sum: number }>()
  let frontier = emptyFrontier
  compare(checkpoints, frontier)
  for (let index = 0; index * tileWidth < size; index++)
    for (const entry of await readEntries(options, index, size)) {
      frontier = addLeaf(frontier, hashLeaf(entry))
      addToCampaign(campaigns, entry)
      compare(checkpoints, frontier)
    }
  return { size, campaigns, note }
}

const open = (key: VerifierKey, note: string) =>
  openCheckpoint(encodeText(note), key).catch((error: unknown) => {
    throw new LogFault('the log did not sign a checkpoint', { cause: error })
  })

function compare(checkpoints: readonly Checkpoint[], frontier: typeof emptyFrontier) {
  const { size } = frontier
  for (const checkpoint of checkpoints)
    if (checkpoint.size === size && !equalBytes(frontierRoot(frontier), checkpoint.root))
      throw new LogFault(`the entries are not those of the checkpoint of ${size}`)
}

async function readEntries(options: Options, index: number, size: number) {
  const width = Math.min(tileWidth, size - index * tileWidth)
  const path = formatTilePath({ level: entriesLevel, index, width })
  const entries = decodeBundle(await get(options, path))
  if (entries.length !== width)
    throw new LogFault(`the bundle ${path} has ${entries.length} entries`)
  return entries
}

function addToCampaign(campaigns: Map<string, { place: number; sum: number }>, entry: Uint8Array) {
  const { kind, tag, place, raised, sum } = decodeLeaf(entry)
  if (kind === 'genesis') return
  const key = new TextDecoder('latin1').decode(tag)
  const before = campaigns.get(key) ?? { place: 0, sum: 0 }
  if (place !== before.place + (isNoted(kind) ? 0 : 1) || sum !== before.sum + raised)
    throw new LogFault('the entries of a campaign do not add up')
  campaigns.set(key, { place, sum })
}

async function get({ url, fetch = globalThis.fetch }: Options, path: string) {
  const response = await fetch(new URL(path, url), { signal: AbortSignal.timeout(10_000) })
  if (response.status !== 200) throw new Error(`${path} answered ${response.status}`)
  return new Uint8Array(await response.arrayBuffer())
}

if (import.meta.main) {
  const [key, url, ...files] = process.argv.slice(2)
  if (key === undefined || url === undefined) {
    console.error('Name the key and the URL of the log, and files with checkpoints that you kept.')
    process.exit(2)
  }
  const kept = files.map((file) => readFileSync(file, 'utf8'))
  const prefix = url.endsWith('/') ? url : `${url}/`
  const { size, campaigns, note } = await followLog({
    url: prefix,
    logKey: parseVerifierKey(key),
    kept,
  })
  console.error(`${size} entries, ${campaigns.size} campaigns: all add up. Keep the checkpoint:`)
  process.stdout.write(note)
}
