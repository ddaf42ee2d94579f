import { equalBytes } from '#shared/transparency/bytes.ts'
import { openCheckpoint } from '#shared/transparency/checkpoint.ts'
import { decodeLeaf } from '#shared/transparency/leaf.ts'
import { hashLeaf, type Tree } from '#shared/transparency/merkle.ts'
import type { VerifierKey } from '#shared/transparency/note.ts'
import {
  decodeBundle,
  entriesLevel,
  formatTilePath,
  tileWidth,
} from '#shared/transparency/tiles.ts'
import { addLeaf, emptyFrontier, frontierRoot, type Frontier } from '#shared/transparency/tree.ts'

type Options = {
  /** Prefix of the log's addresses, such as https://ajo.example/log/. */
  url: string
  logKeys: readonly VerifierKey[]
  fetch?: (url: URL, init: RequestInit) => Promise<Response>
}

/** A tree that was read entry by entry, and what each campaign has raised in it. */
export type Followed = {
  frontier: Frontier
  campaigns: Map<string, { place: number; sum: number }>
}

export const nothingFollowed = (): Followed => ({ frontier: emptyFrontier, campaigns: new Map() })

/** The log showed something that no honest log shows. */
export class LogFault extends Error {
  override name = 'LogFault'
}

/**
 * Reads the newest checkpoint and all entries that it adds, and answers the larger tree. Throws a `LogFault` if the log shrank, changed an
 * entry, hides entries, or has campaigns whose places or sums do not add up.
 */
export async function follow(options: Options, followed: Followed): Promise<Followed> {
  const checkpoint = await readCheckpoint(options)
  const { size } = followed.frontier
  if (checkpoint.size < size)
    throw new LogFault(`the log shrank from ${size} to ${checkpoint.size} entries`)
  const next = {
    frontier: followed.frontier,
    campaigns: new Map(followed.campaigns),
  }
  for (let from = size; from < checkpoint.size; from = nextBundle(from)) {
    for (const entry of await readEntries(options, from, checkpoint.size)) {
      next.frontier = addLeaf(next.frontier, hashLeaf(entry))
      addToCampaign(next.campaigns, entry)
    }
  }
  if (!equalBytes(frontierRoot(next.frontier), checkpoint.root))
    throw new LogFault(`the entries are not those of the checkpoint of ${checkpoint.size}`)
  return next
}

const nextBundle = (from: number) => (Math.floor(from / tileWidth) + 1) * tileWidth

async function readCheckpoint(options: Options): Promise<Tree> {
  const bytes = await get(options, 'checkpoint')
  let failure: unknown
  for (const key of options.logKeys)
    try {
      return (await openCheckpoint(bytes, key)).checkpoint
    } catch (error) {
      failure = error
    }
  throw new LogFault('the log did not sign its checkpoint', { cause: failure })
}

/** The entries from `from` to the end of its bundle. */
async function readEntries(options: Options, from: number, size: number) {
  const index = Math.floor(from / tileWidth)
  const width = Math.min(tileWidth, size - index * tileWidth)
  const path = formatTilePath({ level: entriesLevel, index, width })
  const entries = decodeBundle(await get(options, path))
  if (entries.length !== width)
    throw new LogFault(`the bundle ${path} has ${entries.length} entries`)
  return entries.slice(from - index * tileWidth)
}

function addToCampaign(campaigns: Followed['campaigns'], entry: Uint8Array) {
  const { kind, tag, place, raised, sum } = decodeLeaf(entry)
  if (kind === 'genesis') return
  const key = new TextDecoder('latin1').decode(tag)
  const before = campaigns.get(key) ?? { place: 0, sum: 0 }
  if (place !== before.place + 1 || sum !== before.sum + raised)
    throw new LogFault('the entries of a campaign do not add up')
  campaigns.set(key, { place, sum })
}

async function get({ url, fetch = globalThis.fetch }: Options, path: string) {
  const response = await fetch(new URL(path, url), { signal: AbortSignal.timeout(10_000) })
  if (response.status !== 200) throw new Error(`${path} answered ${response.status}`)
  return new Uint8Array(await response.arrayBuffer())
}
